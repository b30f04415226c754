# A starter player in Perl: it guesses the middle one of the words that fit all replies so far.
use strict;
use warnings;
use open qw(:std :encoding(UTF-8));    # a letter such as é is several bytes

$| = 1;    # each guess is flushed

# Return the marks: O in its place, ? elsewhere in the word, X not in the word, or not once more.
sub reply {
    my ($guess, $secret) = @_;
    my @guess  = split //, $guess;
    my @secret = split //, $secret;
    my %unmatched;
    for my $i (0 .. $#guess) {
        $unmatched{$secret[$i]}++ if $guess[$i] ne $secret[$i];
    }
    my $marks = "";
    for my $i (0 .. $#guess) {
        if ($guess[$i] eq $secret[$i]) { $marks .= "O" }
        elsif (($unmatched{$guess[$i]} // 0) > 0) {
            $unmatched{$guess[$i]}--;
            $marks .= "?";
        }
        else { $marks .= "X" }
    }
    return $marks;
}

open my $list, "<", "wordlist$ARGV[-1].txt" or die $!;
chomp(my @words = <$list>);
while (@words) {
    my $guess = $words[@words / 2];
    print "$guess\n";
    my $answer = <STDIN>;
    last unless defined $answer;
    $answer =~ s/\s+$//;
    last if $answer =~ /^O+$/;
    @words = grep { $_ ne $guess && reply($guess, $_) eq $answer } @words;
}
