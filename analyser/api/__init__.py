"""The one door to everything below the command line: typed functions for notebooks, and for the commands themselves.

import analyser

answer = analyser.values("faut-pas-pousser", ["non-merci-turn"], games=20_000)
answer.headlines      # what it says
answer.frame          # a Polars table
answer.to_pandas()    # the same for pandas

Importing it costs nothing: what a function needs is imported when it is called.
"""

from typing import TYPE_CHECKING

from analyser.api.asking import best_response as best_response
from analyser.api.asking import compare as compare
from analyser.api.asking import feel as feel
from analyser.api.asking import is_share as is_share
from analyser.api.asking import play as play
from analyser.api.asking import questions as questions
from analyser.api.asking import seats as seats
from analyser.api.asking import sensitivity as sensitivity
from analyser.api.asking import sweep as sweep
from analyser.api.asking import tournament as tournament
from analyser.api.asking import values as values
from analyser.api.benchmarking import bench as bench
from analyser.api.benchmarking import changes as changes
from analyser.api.benchmarking import read_figures as read_figures
from analyser.api.benchmarking import write_figures as write_figures
from analyser.api.climbing import Chart as Chart
from analyser.api.climbing import Watched as Watched
from analyser.api.climbing import draw_ladder as draw_ladder
from analyser.api.climbing import ladder as ladder
from analyser.api.climbing import ladder_charts as ladder_charts
from analyser.api.climbing import stopped_ladder as stopped_ladder
from analyser.api.finding import RACE_GAMES as RACE_GAMES
from analyser.api.finding import Strategies as Strategies
from analyser.api.finding import Tried as Tried
from analyser.api.finding import add_game_paths as add_game_paths
from analyser.api.finding import board as board
from analyser.api.finding import copy_game as copy_game
from analyser.api.finding import default_game as default_game
from analyser.api.finding import draw_board as draw_board
from analyser.api.finding import files_to_edit as files_to_edit
from analyser.api.finding import game as game
from analyser.api.finding import games as games
from analyser.api.finding import is_game as is_game
from analyser.api.finding import new_game as new_game
from analyser.api.finding import new_strategy as new_strategy
from analyser.api.finding import shown as shown
from analyser.api.finding import strategies as strategies
from analyser.api.finding import try_game as try_game
from analyser.api.finding import try_strategy as try_strategy
from analyser.api.fixing import Aims as Aims
from analyser.api.fixing import diff as diff
from analyser.api.fixing import fix as fix
from analyser.api.fixing import levers as levers
from analyser.api.fixing import write_compared as write_compared
from analyser.api.guarding import BASELINES as BASELINES
from analyser.api.guarding import QUICK_GAMES as QUICK_GAMES
from analyser.api.guarding import all_baselines as all_baselines
from analyser.api.guarding import check as check
from analyser.api.guarding import check_command as check_command
from analyser.api.guarding import check_files as check_files
from analyser.api.guarding import github_annotations as github_annotations
from analyser.api.guarding import printed as printed
from analyser.api.guarding import refresh_baseline as refresh_baseline
from analyser.api.guarding import status as status
from analyser.api.guarding import write_baseline as write_baseline
from analyser.api.guarding import write_reports as write_reports
from analyser.api.learning import LEARNED as LEARNED
from analyser.api.learning import learn as learn
from analyser.api.options import CheckedOptions as CheckedOptions
from analyser.api.options import Checks as Checks
from analyser.api.options import Options as Options
from analyser.api.options import experiment as experiment
from analyser.api.options import new_kept_folder as new_kept_folder
from analyser.api.options import runner as runner
from analyser.api.planning import MARGINS as MARGINS
from analyser.api.planning import brief as brief
from analyser.api.planning import next_command as next_command
from analyser.api.planning import sample_size as sample_size
from analyser.api.planning import without as without
from analyser.api.replaying import Replayed as Replayed
from analyser.api.replaying import replay as replay
from analyser.api.reporting import Written as Written
from analyser.api.reporting import report as report
from analyser.api.running import DECISION_TIMEOUT as DECISION_TIMEOUT
from analyser.api.running import LineUp as LineUp
from analyser.api.running import Simulated as Simulated
from analyser.api.running import job as job
from analyser.api.running import play_parts as play_parts
from analyser.api.running import resume as resume
from analyser.api.running import seat_margin as seat_margin
from analyser.api.running import simulate as simulate
from analyser.api.running import simulate_job as simulate_job
from analyser.api.running import tell as tell
from analyser.api.running import workers as workers
from analyser.api.tables import check_table_file as check_table_file
from analyser.api.tables import table as table
from analyser.api.tables import write_table as write_table
from analyser.core.errors import Interrupted as Interrupted

if TYPE_CHECKING:
    from analyser.api.guarding import Printed as Printed
    from analyser.api.running import Watch as Watch
    from analyser.benchmarks.pages import Figures as Figures
    from analyser.experiments.answer import Answer as Answer
    from analyser.experiments.brief import Brief as Brief
    from analyser.experiments.learn import Learned as Learned
    from analyser.experiments.own_table import OwnTable as OwnTable
    from analyser.experiments.sample import Runner as Runner
    from analyser.games.definition import Game as Game
    from analyser.games.picture import Picture as Picture
    from analyser.games.picture import Style as Style
    from analyser.games.settings import Setting as Setting
    from analyser.report.page import Page as Page
    from analyser.simulation.engine import Note as Note
    from analyser.simulation.executor import Progress as Progress
    from analyser.simulation.executor import Workers as Workers
    from analyser.simulation.job import Job as Job
    from analyser.simulation.part import Part as Part
    from analyser.simulation.summary import Summary as Summary
    from analyser.statistics.tally import Tally as Tally
