from codebreaker.candidates import partition as partition
from codebreaker.contradiction import Contradiction as Contradiction
from codebreaker.criteria import CRITERIA as CRITERIA
from codebreaker.criteria import Criterion as Criterion
from codebreaker.criteria import own_criterion as own_criterion
from codebreaker.decision_tree import DecisionTree as DecisionTree
from codebreaker.game import Game as Game
from codebreaker.games.lingo import lingo as lingo
from codebreaker.games.mastermind import mastermind as mastermind
from codebreaker.games.own import own_game as own_game
from codebreaker.games.two_d import two_d as two_d
from codebreaker.search.greedy import greedy as greedy
from codebreaker.search.least_mean import optimal as optimal
from codebreaker.search.worst_case import least_worst_case as least_worst_case
from codebreaker.search.worst_case import lower_bound as lower_bound
from codebreaker.search.worst_case import solution_exists as solution_exists
from codebreaker.solution import Solution as Solution
from codebreaker.solution import greedy_strategy as greedy_strategy
from codebreaker.solution import solve as solve
from codebreaker.tree import Tree as Tree
from lingo_common.errors import DataError as DataError
from lingo_common.errors import UsageError as UsageError
from wordlists.reply import reply_for as reply_for
from wordlists.step import Step as Step

__version__: str
