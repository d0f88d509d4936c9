"""What `never:<what>` and `always:<what>=value` can restrict.

Each question has three answers: 1 the choice is the thing meant, 0 it is another way to do the same, -1 it is something
else.
"""

from analyser.games.black_fleet.acts import Act, Kind
from analyser.games.black_fleet.table import MOVEMENT_HAND, N_PRICES, PIRATES
from analyser.kernel.backend import compiled
from analyser.kernel.intrinsics import Record
from analyser.kernel.restrictions import is_meant


@compiled
def is_sailing(choice: Record) -> bool:
    """Whether a choice belongs to the sailing of a turn."""
    return choice.act >= Act.SAIL and choice.act <= Act.DONE


@compiled
def fits_sell(view: Record, choice: Record, value: float) -> int:
    """A sale, at port `value`: 1 it is that, 0 it is another way to sail, -1 it is something else."""
    if choice.act == Act.SELL:
        return int(is_meant(value, choice.target))
    return 0 if is_sailing(choice) else -1


@compiled
def fits_rob(view: Record, choice: Record, value: float) -> int:
    """A robbery, of seat `value`."""
    if choice.act == Act.ROB:
        return int(is_meant(value, choice.target))
    return 0 if is_sailing(choice) else -1


@compiled
def fits_bury(view: Record, choice: Record, value: float) -> int:
    """A burial, on a beach that pays `value`."""
    if choice.act == Act.BURY:
        return int(is_meant(value, choice.gain))
    return 0 if is_sailing(choice) else -1


@compiled
def fits_sink(view: Record, choice: Record, value: float) -> int:
    """The sinking of a pirate, of seat `value`."""
    if choice.act == Act.SINK:
        return int(is_meant(value, choice.target - PIRATES))
    return 0 if is_sailing(choice) else -1


@compiled
def fits_fortune(view: Record, choice: Record, value: float) -> int:
    """The play of a fortune card, of effect `value`."""
    if choice.act == Act.FORTUNE:
        return int(is_meant(value, view.fortune_effect[choice.card]))
    return 0 if is_sailing(choice) else -1


@compiled
def fits_buy(view: Record, choice: Record, value: float) -> int:
    """A purchase, at price `value`."""
    if choice.act == Act.BUY:
        return int(is_meant(value, -choice.gain))
    return 0 if choice.act == Act.KEEP else -1


@compiled
def fits_first_buy(view: Record, choice: Record, value: float) -> int:
    """The first purchase, at price `value`; saving up for it is not against it."""
    if choice.act == Act.BUY and view.n_bought[view.me] == 0:
        return int(is_meant(value, -choice.gain))
    return -1


@compiled
def fits_buy_order(view: Record, choice: Record, value: float) -> int:
    """The next purchase of an order: `value` = 2143 buys the second cheapest, the cheapest, the dearest, the third."""
    place = view.n_bought[view.me]
    if choice.act != Act.BUY or place >= N_PRICES:
        return -1
    return int(int(value) // 10 ** (N_PRICES - 1 - place) % 10 == choice.target + 1)


@compiled
def fits_movement(view: Record, choice: Record, value: float) -> int:
    """The movement card that has place `value` in the hand: 1 the one held longer, 2 the one drawn last."""
    if choice.act != Act.PLAY_CARD or view.asked != Kind.PLAY_CARD:
        return -1
    for k in range(MOVEMENT_HAND):
        if choice.card == view.my_movement[k] and is_meant(value, k + 1):
            return 1
    return 0


RESTRICTABLE = {
    "movement": fits_movement,
    "sell": fits_sell,
    "rob": fits_rob,
    "bury": fits_bury,
    "sink": fits_sink,
    "fortune": fits_fortune,
    "buy": fits_buy,
    "first-buy": fits_first_buy,
    "buy-order": fits_buy_order,
}
