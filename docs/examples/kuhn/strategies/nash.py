"""Plays an equilibrium: nobody wins more than 1/18 of a chip against it.

Idea: bet the king three times as often as the jack; call with the queen one time in three, or more after a check.
Beats: random. Weakness: it does not punish mistakes.
"""

from analyser.games.kuhn.view import BET, JACK, KING

from analyser.kernel.rng import chance

PARAMS = {"bluff": (0.2, 0, 0.333333)}


def choose(view, choices, luck):
    """Each card is bet or called with its own chance."""
    card, bluff = view.hand.mine[0], view.params[0]
    bets = 0.0
    if view.turns == 1:
        bets = bluff if card == JACK else (3.0 * bluff if card == KING else 0.0)
    elif view.n_bets == 1 and view.turns == 2:
        bets = 1.0 if card == KING else (0.0 if card == JACK else 1.0 / 3.0)
    elif view.n_bets == 0:
        bets = 1.0 if card == KING else (1.0 / 3.0 if card == JACK else 0.0)
    else:
        bets = 1.0 if card == KING else (0.0 if card == JACK else bluff + 1.0 / 3.0)
    is_bet = chance(luck, 0) < bets
    for k in range(len(choices)):
        if (choices[k].value == BET) == is_bet:
            return k
    return 0
