"""What a seat may know, and the questions a strategy may ask.

A view is the open table (`table.TABLE`) with the seat's own cards: `view.my_movement`, `view.my_fortune`,
`view.my_development` (card numbers, -1 for none). No field holds another's cards. `view.asked` is the kind of decision.

Ships have numbers: a seat's merchant is the seat, its pirate `PIRATES + seat`, the frigates 8 (yellow) and 9 (violet).
Ports and goods have the numbers of their colours: yellow, red, green, blue, violet. Cells are numbered by the board;
distances are by sea, as if no ship were in the way.
"""

from analyser.games.black_fleet.acts import Act, Kind
from analyser.games.black_fleet.decks import Fortune, Power, Ships, Symbol
from analyser.games.black_fleet.estimates import (
    cash_value,
    fortune_gain,
    frigate_outlook,
    kind_of,
    loot_within,
    merchant_outlook,
    pirate_outlook,
    prospects,
    rob_pay,
    sale_from,
    sale_within,
    sink_pay,
    sinking_within,
    strikes,
    swap_saves,
)
from analyser.games.black_fleet.foresight import THREATS, WAYS
from analyser.games.black_fleet.queries import (
    best_port,
    can_attack,
    danger_from_frigates,
    danger_from_pirates,
    doubloons_to_go,
    fortune_of,
    is_act,
    is_mine,
    is_voyage,
    leader,
    load_value,
    moves_of,
    nearest_of,
    owner,
    port_way,
    prey,
    progress,
    sea_distance,
    trade_pace,
    way_to,
)
from analyser.games.black_fleet.table import (
    COLOURS,
    FRIGATE,
    FRIGATES,
    MERCHANT,
    NONE,
    PIRATE,
    PIRATES,
    VICTORY,
)

__all__ = [
    "COLOURS",
    "FRIGATE",
    "FRIGATES",
    "MERCHANT",
    "NONE",
    "PIRATE",
    "PIRATES",
    "VICTORY",
    "Act",
    "Fortune",
    "Kind",
    "Power",
    "Ships",
    "Symbol",
    "best_port",
    "can_attack",
    "cash_value",
    "danger_from_frigates",
    "danger_from_pirates",
    "doubloons_to_go",
    "fortune_gain",
    "fortune_of",
    "frigate_outlook",
    "is_act",
    "is_mine",
    "is_voyage",
    "kind_of",
    "leader",
    "load_value",
    "loot_within",
    "merchant_outlook",
    "moves_of",
    "nearest_of",
    "owner",
    "pirate_outlook",
    "port_way",
    "prey",
    "progress",
    "prospects",
    "rob_pay",
    "sale_from",
    "sale_within",
    "sea_distance",
    "sink_pay",
    "sinking_within",
    "strikes",
    "swap_saves",
    "trade_pace",
    "way_to",
]

COSTLY = {
    "threat": THREATS,
    "can_attack": THREATS,
    "danger_from_pirates": THREATS,
    "danger_from_frigates": THREATS,
    "way": WAYS,
    "way_to": WAYS,
}
"""What is computed only for strategies that ask for it."""
