"""The report in a real browser: filters, games, charts, and no request to a server or message on the console."""

from pathlib import Path

import pytest
from made_runs import HOSTILE, make_run
from page_in_browser import addresses_asked, reset_screen, set_media, set_screen
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import Select
from waiting import wait_until

from referee.page.build import build_page
from referee.storage.run import open_run
from wordlists.reader import PACKAGED
from wordlists.word_list import read_list


def words(length, count):
    """That many words of the packaged list, at equal distances: the first ones would all begin with a."""
    listed = read_list(length, PACKAGED).words
    return listed[:: len(listed) // count][:count]


LENGTHS = range(4, 14)
"""The lengths of the runs of the fixtures `page` and `page_of_twelve`."""
WORDS_OF_A_LENGTH = 8
"""How many words of each length the four players of the fixture `page` have played."""
FIVE_LETTER_WORD = words(5, WORDS_OF_A_LENGTH)[0]
"""One of these words."""


def written_report(home, names, words_of_length):
    """Make a run of these players with that many words of each length, and return its report as a file.

    One game failed, the last one of the last player: it guessed HOSTILE, which is HTML and JavaScript, and an empty
    line, wrote HOSTILE on standard error, and crashed.
    """
    drawn = {length: words(length, words_of_length) for length in LENGTHS}
    directory = make_run(home, names, drawn, stderr=HOSTILE)
    path = Path(directory) / "report.html"
    with open_run(directory) as run:
        path.write_text(build_page(run))
    return path


@pytest.fixture(scope="module")
def page(tmp_path_factory):
    """The report of 4 players and 80 games each, one player with a hostile name."""
    return written_report(tmp_path_factory.mktemp("run"), ["one", "two", "three", HOSTILE], WORDS_OF_A_LENGTH)


@pytest.fixture
def browser(browser):
    """The browser, which waits for elements that are not there yet: a game is shown a moment after the click on it."""
    browser.implicitly_wait(30)  # seconds
    return browser


@pytest.fixture
def report(browser, page):
    """The browser with the page freshly loaded and with empty logs."""
    # A test may have left the page at the link of a game. A browser does not load a page again if only the part of the
    # address after # changes, so another page comes first.
    browser.get("about:blank")
    # To read a log empties it.
    browser.get_log("browser")
    browser.get_log("performance")
    browser.get(page.as_uri())
    return browser


def rows(browser):
    """The games that are listed."""
    return browser.find_elements(By.CSS_SELECTOR, "#list > details")


def sentence_above_list(browser):
    """The sentence above the list of games."""
    return browser.find_element(By.ID, "shown").text


def press(browser, element):
    """Click on an element, wherever it is in the page."""
    browser.execute_script("arguments[0].click()", element)


def test_the_page_loads_without_a_message_on_the_console_or_a_request(report, page):
    assert sentence_above_list(report) == "320 games"
    assert report.get_log("browser") == []

    # The page itself has its icon, as data.
    loaded = [url for url in addresses_asked(report) if not url.startswith("data:")]
    assert loaded == [page.as_uri()]


def test_filters_can_be_combined(report):
    Select(report.find_element(By.ID, "player")).select_by_visible_text("two")
    Select(report.find_element(By.ID, "length")).select_by_value("7")
    assert sentence_above_list(report) == "8 of 320 games"

    Select(report.find_element(By.ID, "outcome")).select_by_value("guess 3")
    listed = rows(report)
    assert 0 < len(listed) < 8

    for row in listed:
        name, word, outcome, points = row.find_elements(By.CSS_SELECTOR, "summary > span")
        assert (name.text, len(word.text), outcome.text, points.text) == ("two", 7, "solved at guess 3", "300")


def test_a_game_that_is_searched_opens_and_shows_its_guesses(report, page):
    word = FIVE_LETTER_WORD
    report.find_element(By.ID, "word").send_keys(word.upper())
    Select(report.find_element(By.ID, "player")).select_by_visible_text("one")
    Select(report.find_element(By.ID, "length")).select_by_value("5")
    # Games in which the word was a guess are listed too.
    row = next(row for row in rows(report) if row.find_element(By.CSS_SELECTOR, ".word").text == word)
    row.find_element(By.TAG_NAME, "summary").click()

    with open_run(str(page.parent)) as run:
        [game] = run.games(player="one", word=word)

    guesses = row.find_elements(By.CSS_SELECTOR, ".tiles")
    names = [guess.get_attribute("aria-label") for guess in guesses]
    assert names == [f"{guess}: {reply}" for guess, reply in zip(game.guesses, game.replies, strict=True)]

    # Below the letter of each tile stands its mark.
    marks = [mark.text for mark in guesses[0].find_elements(By.TAG_NAME, "sub")]
    assert "".join(marks) == game.replies[0]


def test_a_failed_game_shows_hostile_guesses_and_error_texts_as_they_are(report):
    Select(report.find_element(By.ID, "outcome")).select_by_value("crashed")
    [row] = rows(report)
    row.find_element(By.TAG_NAME, "summary").click()

    begins = "<img src=x onerror=alert(1)>&\"'</script>"
    hostile_guess, empty_guess = row.find_elements(By.CSS_SELECTOR, ".illegal")
    error_text = row.find_element(By.TAG_NAME, "pre")

    assert HOSTILE.startswith(begins)
    assert hostile_guess.text.startswith(begins)
    assert empty_guess.text == "(empty line)"
    assert error_text.text.startswith(begins)
    # A script that ran would open a dialogue or leave a message.
    assert report.get_log("browser") == []


def test_a_hundred_games_are_listed_and_a_hundred_more_on_demand(report):
    assert len(rows(report)) == 100

    press(report, report.find_element(By.ID, "more"))
    assert len(rows(report)) == 200


def test_the_hardest_word_leads_to_its_games(report):
    # It is the first of the table.
    word = report.find_element(By.CSS_SELECTOR, "button.word")
    press(report, word)

    assert report.find_element(By.ID, "word").get_attribute("value") == word.text
    listed = [row.find_element(By.CSS_SELECTOR, ".word").text for row in rows(report)]
    # The four games of the word, and those in which somebody guessed it.
    assert listed.count(word.text) == 4


def report_of_words(directory, words_of_five_letters, secret_words=()):
    """The report of two players and these words, as a file; secret_words: those that it may not show."""
    path = directory / "report.html"
    with open_run(make_run(directory / "run", ["one", "two"], {5: words_of_five_letters})) as run:
        # The made run is finished, so none of its words is secret by itself.
        run.secret_words = lambda: frozenset(secret_words)
        path.write_text(build_page(run), encoding="utf-8")
    return path


GREEK = ["κήποσ", "λόγοσ", "νόμοσ", "τόποσ"]
"""Words as a record has them, with one form of the Greek s."""


def test_a_hardest_word_with_another_form_of_its_last_letter_leads_to_its_games(browser, tmp_path):
    browser.get(report_of_words(tmp_path, GREEK).as_uri())
    word = browser.find_element(By.CSS_SELECTOR, "button.word")
    press(browser, word)

    assert word.text.endswith("ς")
    listed = [row.find_element(By.CSS_SELECTOR, ".word").text for row in rows(browser)]
    assert listed.count(word.text) == 2  # a game of each player


def test_a_letter_beyond_the_basic_plane_counts_once(browser, tmp_path):
    # JavaScript holds each letter of the Deseret alphabet as two.
    browser.get(report_of_words(tmp_path, ["𐐨𐐩𐐪𐐫𐐬", "𐐬𐐫𐐪𐐩𐐨"]).as_uri())
    lengths = Select(browser.find_element(By.ID, "length")).options
    assert [length.text for length in lengths] == ["all", "5"]


class TestHiddenWords:
    @pytest.fixture
    def report_with_hidden_words(self, browser, tmp_path):
        """A report of eight words, six of which somebody else still has to play."""
        browser.get(report_of_words(tmp_path, words(5, 8), secret_words=words(5, 8)[2:]).as_uri())
        return browser

    def test_a_game_has_its_outcome(self, report_with_hidden_words):
        """The page has no guesses of such a game. It tells the outcome by points and termination."""
        ends = set()
        for row in rows(report_with_hidden_words):
            _, word, outcome, points = row.find_elements(By.CSS_SELECTOR, "summary > span")
            if word.text == "*****":
                ends.add((outcome.text, points.text))

        # The first guess wins 500 points, each further one 100 less. The record is always the same: nobody won 500.
        assert ends == {
            ("solved at guess 2", "400"),
            ("solved at guess 3", "300"),
            ("solved at guess 4", "200"),
            ("solved at guess 5", "100"),
            ("crashed", "0"),
        }

    def test_a_pair_has_the_games_of_the_words_that_are_shown(self, report_with_hidden_words):
        press(report_with_hidden_words, first_cell_of_pairs(report_with_hidden_words))
        listed = {row.find_element(By.CSS_SELECTOR, ".word").text for row in rows(report_with_hidden_words)}
        assert listed == set(words(5, 8)[:2])


def test_a_cell_of_a_pair_leads_to_the_games_where_these_two_differ_most(report, page):
    press(report, first_cell_of_pairs(report))
    first = Select(report.find_element(By.ID, "player")).first_selected_option.text
    second = Select(report.find_element(By.ID, "against")).first_selected_option.text

    # The games of both for the first word that is listed.
    row_of_first, row_of_second = rows(report)[:2]
    assert row_of_first.find_element(By.CSS_SELECTOR, ".player").text == first
    assert row_of_second.find_element(By.CSS_SELECTOR, ".player").text == second

    word = row_of_first.find_element(By.CSS_SELECTOR, ".word").text
    assert row_of_second.find_element(By.CSS_SELECTOR, ".word").text == word

    # By how many points the first player did better or worse than the second, such as +200 or −100.
    lead = row_of_first.find_element(By.CSS_SELECTOR, ".lead").text
    difference = int(lead.replace("−", "-"))
    leads = leads_in_record(page, first, second)
    assert leads[word] == difference
    assert max(map(abs, leads.values())) == abs(difference)


def leads_in_record(page, first, second):
    """By how many points the first player did better than the second at each word, from the record of the run."""
    with open_run(str(page.parent)) as run:
        points_of_second = {game.word: game.points for game in run.games(player=second)}
        return {game.word: game.points - points_of_second[game.word] for game in run.games(player=first)}


def test_a_game_of_a_pair_opens_by_a_click_on_it(report):
    press(report, first_cell_of_pairs(report))
    row = rows(report)[0]
    row.find_element(By.TAG_NAME, "summary").click()

    assert row.find_elements(By.CSS_SELECTOR, ".play")


def test_back_from_a_pair_lists_all_games(report):
    press(report, first_cell_of_pairs(report))
    assert sentence_above_list(report).endswith("the words where the two differ most first")

    report.back()
    assert sentence_above_list(report) == "320 games"


def first_cell_of_pairs(browser):
    """The link in the first cell of two different players."""
    return browser.find_element(By.CSS_SELECTOR, "#pairs-table tbody td.cell a")


def test_a_player_of_the_standings_leads_to_its_games(report):
    report.find_element(By.CSS_SELECTOR, ".standings tbody th a").click()
    assert sentence_above_list(report) == "80 of 320 games"


def test_games_that_were_not_solved_can_be_chosen(report, page):
    with open_run(str(page.parent)) as run:
        unsolved = sum(not game.solved for game in run.games())

    Select(report.find_element(By.ID, "outcome")).select_by_visible_text("not solved")
    assert sentence_above_list(report) == f"{unsolved} of 320 games"


def test_failures_can_be_chosen(report, page):
    with open_run(str(page.parent)) as run:
        crashed = sum(game.termination == "crashed" for game in run.games())

    # The made games fail by crashes alone.
    Select(report.find_element(By.ID, "outcome")).select_by_visible_text("failed")
    assert sentence_above_list(report) == f"{crashed} of 320 games"


SCROLL_TO = """
arguments[0].scrollIntoView({block: "center"})
requestAnimationFrame(() => requestAnimationFrame(arguments[1]))
"""
"""Scrolls to an element, and waits until the page has handled the scroll event, on which it hides a chart's values."""


def test_a_chart_shows_the_values_under_the_pointer(report):
    # The first chart has an area for each length, from four letters on.
    area = report.find_elements(By.CSS_SELECTOR, "svg [data-tip]")[1]
    report.execute_async_script(SCROLL_TO, area)
    ActionChains(report).move_to_element(area).perform()

    tip = report.find_element(By.CSS_SELECTOR, ".tip")
    # The page may get the pointer's move a moment later.
    wait_until(lambda: tip.text)
    lines = tip.text.splitlines()

    # Below the length stands a line for each of the four players.
    assert lines[0] == "5 letters"
    assert len(lines) == 1 + 4

    values = [float(line.split()[0]) for line in lines[1:]]
    assert values == sorted(values, reverse=True)


NUMBER_OF_ELEMENTS = "return document.querySelectorAll(arguments[0]).length"
"""How many elements a selector has now; `find_elements` would wait half a minute where there is none."""


def test_the_legend_shows_one_line_alone(report):
    third_player = 2
    button = report.find_elements(By.CSS_SELECTOR, ".legend.series button")[third_player]
    press(report, button)

    lines = report.find_elements(By.CSS_SELECTOR, "svg [data-series]")
    bright = [line.get_attribute("data-series") for line in lines if "pale" not in (line.get_attribute("class") or "")]
    assert bright == [button.get_attribute("data-series")]

    press(report, button)
    assert report.execute_script(NUMBER_OF_ELEMENTS, "svg .pale") == 0


WIDTH_OF_TELEPHONE, HEIGHT_OF_TELEPHONE = 390, 844
LONGEST_FOLDED_PAGE = 6000
"""Pixels of the report of twelve players on a telephone, with its parts folded: some seven screens."""


@pytest.fixture(scope="module")
def page_of_twelve(tmp_path_factory):
    """The report of twelve players and 100 games each."""
    names = ["lingo-bot", *(f"player {number}" for number in range(11))]
    return written_report(tmp_path_factory.mktemp("twelve") / "run", names, 10)


@pytest.fixture
def telephone(browser, page_of_twelve):
    """The report of twelve players on a telephone."""
    browser.get("about:blank")
    set_screen(browser, WIDTH_OF_TELEPHONE, HEIGHT_OF_TELEPHONE)
    browser.get(page_of_twelve.as_uri())
    yield browser
    reset_screen(browser)


BOTTOM = "return arguments[0].getBoundingClientRect().bottom"
"""By how many pixels an element ends below the top of the screen."""


def test_a_telephone_shows_verdict_and_standings_first_and_folds_the_rest(telephone):
    assert " points" in telephone.find_element(By.CSS_SELECTOR, ".verdict").text

    standings = telephone.find_element(By.CSS_SELECTOR, ".standings")
    assert telephone.execute_script(BOTTOM, standings) <= HEIGHT_OF_TELEPHONE

    assert telephone.execute_script("return document.documentElement.scrollHeight") <= LONGEST_FOLDED_PAGE
    assert telephone.execute_script(NUMBER_OF_ELEMENTS, "details.part[open]") == 0


def test_a_link_opens_its_part_on_a_telephone(telephone):
    link = telephone.find_element(By.CSS_SELECTOR, "nav a[href='#hardest']")
    press(telephone, link)

    open_parts = telephone.find_elements(By.CSS_SELECTOR, "details.part[open]")
    assert [part.find_element(By.TAG_NAME, "h2").text for part in open_parts] == ["Hardest words"]


def test_thousands_have_a_comma(telephone):
    # The list of games is folded, so that the driver sees no text of it.
    sentence = telephone.find_element(By.ID, "shown").get_attribute("textContent")
    assert sentence == "1,200 games"


@pytest.mark.parametrize("width", [360, 1400])
def test_the_page_is_no_wider_than_the_screen(report, width):
    set_screen(report, width, 800)
    scroll_width = report.execute_script("return document.documentElement.scrollWidth")
    reset_screen(report)

    assert scroll_width <= width


def test_long_words_names_and_titles_are_no_wider_than_a_telephone(browser, tmp_path):
    directory = make_run(tmp_path / "run", ["n" * 40, "short"], {20: ["a" * 20, "b" * 20]})
    path = tmp_path / "report.html"
    with open_run(directory) as run:
        path.write_text(build_page(run, title="t" * 60))

    set_screen(browser, WIDTH_OF_TELEPHONE, HEIGHT_OF_TELEPHONE)
    browser.get(path.as_uri())
    # The parts and the games are folded; a game shows its tiles once it is open.
    for folded in ("details.part", "#list > details"):
        for element in browser.find_elements(By.CSS_SELECTOR, folded):
            browser.execute_script("arguments[0].open = true", element)
    tiles = browser.find_elements(By.CSS_SELECTOR, ".tiles.long")
    scroll_width = browser.execute_script("return document.documentElement.scrollWidth")
    reset_screen(browser)

    assert tiles
    assert scroll_width <= WIDTH_OF_TELEPHONE


def test_filters_survive_a_reload(report):
    Select(report.find_element(By.ID, "length")).select_by_value("7")
    report.find_element(By.ID, "word").send_keys("e")
    before = sentence_above_list(report)

    assert before.endswith("of 320 games")

    report.refresh()
    assert sentence_above_list(report) == before
    assert report.find_element(By.ID, "length").get_attribute("value") == "7"


def test_a_link_opens_a_game(report, page):
    # A browser does not load a page again if only the part of the address after # changes. So another page comes first.
    report.get("about:blank")
    report.get(f"{page.as_uri()}#game-143")
    details = report.find_element(By.ID, "game-143")
    assert details.get_attribute("open")
    assert details.find_element(By.CSS_SELECTOR, "a").text == "game 143"


FAULTS = """
const done = arguments[0]
const firstFault = ({id, nodes}) => `${id}: ${nodes[0].html}`
async function check() {
    const {violations} = await axe.run(document, {resultTypes: ["violations"]})
    done(violations.map(firstFault))
}

for (const each of document.querySelectorAll("details")) each.open = true
// A game shows its guesses in an event, which comes some milliseconds after it is opened. So axe begins 50 ms later.
setTimeout(check, 50)
"""
"""What axe, a program that checks accessibility, finds wrong with the page, with all its parts and games open."""


@pytest.fixture(params=["light", "dark"])
def report_on_telephone(browser, page, request):
    """The page on a telephone in that theme, its games cut to those for one word."""
    # The browser leaves the last page first, so that it need not lay out thousands of games for another screen.
    browser.get("about:blank")
    set_media(browser, prefers_color_scheme=request.param)
    set_screen(browser, WIDTH_OF_TELEPHONE, HEIGHT_OF_TELEPHONE)
    browser.get(f"{page.as_uri()}#games?word={FIVE_LETTER_WORD}")
    yield browser
    # This resets the theme too.
    reset_screen(browser)


def test_the_page_is_accessible(report_on_telephone):
    axe = Path(pytest.importorskip("axe_core_python").__file__).with_name("axe.min.js")
    report_on_telephone.execute_script(axe.read_text())
    assert report_on_telephone.execute_async_script(FAULTS) == []


RANK, NAME, SOLVED = 0, 1, 5
"""Columns of the standings."""


def header_of_standings(browser, column):
    """The header of a column of the standings, which has the button that sorts it."""
    return browser.find_elements(By.CSS_SELECTOR, ".standings thead th")[column]


def column_of_standings(browser, column):
    """The texts of a column of the standings."""
    lines = browser.find_elements(By.CSS_SELECTOR, ".standings tbody tr")
    return [line.find_elements(By.CSS_SELECTOR, "td, th")[column].text for line in lines]


def shares_of_solved(browser):
    """The shares of solved games in the standings, in per cent."""
    return [float(text.removesuffix(" %")) for text in column_of_standings(browser, SOLVED)]


def test_the_standings_come_by_rank(report):
    assert column_of_standings(report, RANK) == ["1", "2", "3", "4"]


def test_numbers_are_sorted_from_the_largest_and_then_from_the_smallest(report):
    header = header_of_standings(report, SOLVED)
    header.find_element(By.TAG_NAME, "button").send_keys(Keys.ENTER)
    assert header.get_attribute("aria-sort") == "descending"

    shares = shares_of_solved(report)
    assert shares == sorted(shares, reverse=True)

    header.find_element(By.TAG_NAME, "button").send_keys(Keys.SPACE)
    assert header.get_attribute("aria-sort") == "ascending"
    assert shares_of_solved(report) == sorted(shares)


def test_texts_are_sorted_by_the_alphabet(report):
    header = header_of_standings(report, NAME)
    header.find_element(By.TAG_NAME, "button").click()

    assert header.get_attribute("aria-sort") == "ascending"
    assert header_of_standings(report, RANK).get_attribute("aria-sort") is None
    # Before each name stands the marker that the charts have for the player.
    names = [text.lstrip("●■▲◆") for text in column_of_standings(report, NAME)]
    # The first name is HOSTILE, which begins with "<".
    assert names[1:] == ["one", "three", "two"]
