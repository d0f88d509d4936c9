"""What a choice does, for the slow reference: written from the ledger and the legends of the card files."""

from typing import Any

from tests.games.black_fleet.reference import CARD, CELL, GAIN, LEFT, MERCHANT, NOTHING, PIRATE, SHIP, TARGET, TO, sea
from tests.games.black_fleet.reference_choices import (
    A_BURY,
    A_BUY,
    A_DONE,
    A_DROP,
    A_FORTUNE,
    A_KEEP,
    A_PLACE,
    A_PLAY_CARD,
    A_ROB,
    A_SAIL,
    A_SELL,
    A_SINK,
    A_SWAP,
    VICTORY,
    own_ship,
)
from tests.games.black_fleet.reference_state import (
    BURYING,
    BUY,
    CARDS,
    DROP,
    OVER,
    PLACE,
    PLAY_CARD,
    ROBBING,
    SAILING,
    SALES,
    SINKING,
    State,
    bank_left,
    development_cards,
    fortune_cards,
    movement_cards,
    power,
    powers_of,
)


def carry_out(state: State, choice: list[int] | None, seen: State) -> None:
    """What follows from a choice; None if there was none. `seen`: the hands afterwards, for cards from a new pile."""
    if choice is None:
        state.asked = PLAY_CARD
        return
    if choice[0] == A_PLAY_CARD and state.asked == SAILING:
        play_second(state, choice)
    elif choice[0] in SIMPLE:
        SIMPLE[choice[0]](state, choice)
    elif choice[0] == A_DONE:
        draw_cards(state, seen)
    else:
        sail(state, choice)


def earn(state: State, source: int, doubloons: int) -> None:
    state.purse["doubloons"][state.seat] += doubloons
    state.income[state.seat][source] += doubloons


def put_merchant(state: State, choice: list[int]) -> None:
    """BF-09, BF-20, BF-15; then the turn goes on, or in the set-up the next seat places."""
    state.cell[state.seat] = choice[TO]
    load_goods(state, choice[TARGET])
    if state.rounds == 0:
        next_seat(state)
    else:
        state.asked = PLAY_CARD


def load_goods(state: State, port: int) -> None:
    n = min(state.settings["load"], state.stock[port])
    state.stock[port] -= n
    state.cargo[state.seat], state.goods[state.seat] = n, port


def play_card(state: State, choice: list[int]) -> None:
    """BF-10, BF-11, BF-24: numbers and powers of this turn."""
    state.movement[state.seat].remove(choice[CARD])
    state.piles["movement_discards"].append(choice[CARD])
    merchant, pirate, frigates, state.symbol = movement_cards()[choice[CARD]]
    state.frigate, state.second_frigate = [*frigates, NOTHING][:2]
    state.second_symbol, state.cards_played = 0, 1
    powers = powers_of(state, state.seat)
    state.numbers = [merchant, pirate, *([*frigates.values(), 0][:2])]
    each = [0, 1, 2, 2]
    state.turn = {
        "moves": [number + powers["power_moves"][kind] for number, kind in zip(state.numbers, each, strict=True)],
        "actions": [1, 1 + powers["power_actions"], 1, 1],
        "crosses": [powers["power_crosses"][kind] for kind in each],
        "attack_range": [powers["power_range"][kind] for kind in each],
    }
    state.flags = {
        "price_bonus": powers["power_price"],
        "may_rob": powers["power_robs"],
        "may_sink": powers["power_sinks"],
        "may_swap": powers["power_swap"],
        "may_play_second": powers["power_second"],
        "has_looted": 0,
    }
    state.has_sailed = [0, 0, 0, int(state.second_frigate == NOTHING)]
    state.under_way, state.asked = NOTHING, SAILING


def play_second(state: State, choice: list[int]) -> None:
    """Numbers are added up; a frigate that the first card did not name can sail too; both symbols count."""
    state.movement[state.seat].remove(choice[CARD])
    state.piles["movement_discards"].append(choice[CARD])
    merchant, pirate, frigates, state.second_symbol = movement_cards()[choice[CARD]]
    state.cards_played, state.flags["may_play_second"] = 2, 0
    for ship in frigates:
        if ship not in (state.frigate, state.second_frigate):
            state.second_frigate, state.has_sailed[3] = ship, 0
    more = [merchant, pirate, frigates.get(state.frigate, 0), frigates.get(state.second_frigate, 0)]
    state.numbers = [a + b for a, b in zip(state.numbers, more, strict=True)]
    state.turn["moves"] = [a + b for a, b in zip(state.turn["moves"], more, strict=True)]


def sail(state: State, choice: list[int]) -> None:
    """BF-12 to BF-19, BF-22: act, end up somewhere; a ship that stops with moves left for later is under way."""
    ship = choice[SHIP]
    kind = [own_ship(state, k) for k in range(4)].index(ship)
    state.cell[ship] = choice[TO]
    if choice[0] != A_SAIL:
        ACTS[choice[0]](state, ship, choice)
        state.turn["actions"][kind] -= 1
    if choice[LEFT] != NOTHING:
        state.under_way = kind
        state.turn["moves"][kind] = choice[LEFT]
    else:
        state.under_way = NOTHING
        state.has_sailed[kind] = 1


def sell(state: State, ship: int, choice: list[int]) -> None:
    port, load = choice[TARGET], state.cargo[ship]
    price = int(sea().price[port, state.goods[ship]])
    earn(state, SALES, min(load * (price + state.flags["price_bonus"]), bank_left(state)))
    state.stock[state.goods[ship]] += load
    load_goods(state, port)
    state.purse["sales"][state.seat] += 1


def rob(state: State, ship: int, choice: list[int]) -> None:
    """A pirate keeps the good; a merchant, whose hold has one colour, does not: it goes to its stock."""
    victim = choice[TARGET]
    goods = state.goods[victim]
    state.cargo[victim] -= 1
    if ship < 4:
        state.stock[goods] += 1
    else:
        state.cargo[ship], state.goods[ship] = 1, goods
        state.flags["has_looted"] = 1
    if state.cargo[victim] == 0:
        state.cell[victim] = NOTHING
        state.purse["lost_merchants"][victim] += 1
    pay = state.settings["rob_pays"] + sum(power(state, state.seat, "rob-bonus"))
    earn(state, ROBBING, min(pay, bank_left(state)))
    state.purse["robberies"][state.seat] += 1


def sink(state: State, ship: int, choice: list[int]) -> None:
    victim = choice[TARGET]
    if state.cargo[victim]:
        state.stock[state.goods[victim]] += state.cargo[victim]
    state.cargo[victim], state.cell[victim] = 0, NOTHING
    pay = state.settings["sink_pays"] + sum(power(state, state.seat, "sink-bonus"))
    earn(state, SINKING, min(pay, bank_left(state)))
    state.purse["sinkings"][state.seat] += 1
    state.purse["lost_pirates"][victim - 4] += 1


def bury(state: State, ship: int, choice: list[int]) -> None:
    earn(state, BURYING, min(int(sea().beach[choice[CELL]]), bank_left(state)))
    state.stock[state.goods[ship]] += 1
    state.cargo[ship] = 0
    state.flags["has_looted"] = 1
    state.purse["burials"][state.seat] += 1


def change_places(state: State, one: int, other: int) -> None:
    state.cell[one], state.cell[other] = state.cell[other], state.cell[one]


def swap_own(state: State, choice: list[int]) -> None:
    change_places(state, own_ship(state, MERCHANT), own_ship(state, PIRATE))
    state.flags["may_swap"] = 0


def play_fortune(state: State, choice: list[int]) -> None:
    """BF-22, by the legend of fortune.toml."""
    effect, amount = fortune_cards()[choice[CARD]]
    state.fortune[state.seat].remove(choice[CARD])
    state.piles["fortune_discards"].append(choice[CARD])
    kind = [own_ship(state, k) for k in range(4)].index(choice[SHIP]) if effect in AIMED_AT_A_SHIP else NOTHING
    if effect in ADDS:
        state.turn[ADDS[effect]][kind] += amount
    elif effect == "long-range":
        state.turn["attack_range"][kind] = max(amount, state.turn["attack_range"][kind])
    elif effect == "cross-islands":
        state.turn["crosses"] = [1, 1, 1, 1]
    elif effect == "better-price":
        state.flags["price_bonus"] += amount
    elif effect == "merchant-robs":
        state.flags["may_rob"] = 1
    elif effect == "second-movement":
        state.flags["may_play_second"] = 1
    elif effect == "exchange-moves":
        exchange(state, kind, [own_ship(state, k) for k in range(4)].index(choice[TARGET]))
    else:
        play_on_others(state, effect, amount, choice)


ADDS = {"more-moves": "moves", "two-actions": "actions"}
AIMED_AT_A_SHIP = {*ADDS, "long-range", "exchange-moves"}


def play_on_others(state: State, effect: str, amount: int, choice: list[int]) -> None:
    if effect == "swap-ships":
        change_places(state, choice[SHIP], choice[TARGET])
    elif effect == "move-opponent":
        state.cell[choice[TARGET]] = choice[TO]
    elif effect == "steal":
        victim = choice[TARGET]
        taken = min(amount, state.purse["doubloons"][victim])
        state.purse["doubloons"][victim] -= taken
        state.purse["stolen"][victim] += taken
        earn(state, CARDS, taken)
    else:
        assert effect == "secret-goal"
        earn(state, CARDS, min(amount, bank_left(state)))


def exchange(state: State, one: int, other: int) -> None:
    """The numbers of the card change places; what was added to a ship stays with it."""
    numbers, moves = state.numbers, state.turn["moves"]
    more = numbers[other] - numbers[one]
    moves[one] += more
    moves[other] -= more
    numbers[one], numbers[other] = numbers[other], numbers[one]


def draw_cards(state: State, seen: State) -> None:
    """BF-10, BF-22: movement cards up to two, then what the symbol says, then the hand limit."""
    seat = state.seat
    while len(state.movement[seat]) < 2:
        draw(state, "movement", state.movement[seat], seen.movement[seat])
    symbols = (state.symbol, state.second_symbol)
    told = min(symbols.count(3), len(state.fortune[seat]))
    for _ in range(sum({1: 1, 2: 2}.get(symbol, 0) for symbol in symbols)):
        if state.piles["fortune_pile"] or state.piles["fortune_discards"]:
            draw(state, "fortune", state.fortune[seat], seen.fortune[seat])
    limit = powers_of(state, seat)["keeps"]
    state.to_drop = max(told, len(state.fortune[seat]) - limit)
    state.asked = DROP if state.to_drop > 0 else BUY


def draw(state: State, deck: str, hand: list[int], seen: list[int]) -> None:
    """The top card; from a pile made anew, in an order that nobody can foretell, any card of it (BF-23)."""
    pile, discards = state.piles[f"{deck}_pile"], state.piles[f"{deck}_discards"]
    if not pile:
        pile[:], discards[:] = discards, []
        state.is_shuffled[deck] = True
    card = next(one for one in seen if one not in hand) if state.is_shuffled[deck] else pile[-1]
    pile.remove(card)
    hand.append(card)


def drop_card(state: State, choice: list[int]) -> None:
    state.fortune[state.seat].remove(choice[CARD])
    state.piles["fortune_discards"].append(choice[CARD])
    state.to_drop -= 1
    if state.to_drop == 0:
        state.asked = BUY


def buy(state: State, choice: list[int]) -> None:
    """BF-24, BF-25."""
    seat, k = state.seat, choice[TARGET]
    price = state.settings["victory_cost"] if k == VICTORY else development_cards()[choice[CARD]][0]
    assert choice[GAIN] == -price
    state.purse["doubloons"][seat] -= price
    state.purse["spent"][seat] += price
    state.bought_round[seat][k] = state.rounds
    if k == VICTORY:
        state.purse["won"][seat] = 1
    else:
        state.bought[seat][k] = choice[CARD]
    next_seat(state)


def next_seat(state: State) -> None:
    """BF-07, BF-25, BF-27: seat by seat; a round is always played to its last seat."""
    state.seat = (state.seat + 1) % state.n_players
    if state.seat == 0:
        if any(state.purse["won"]) or state.rounds == state.settings["max_rounds"]:
            state.asked = OVER
            return
        state.rounds += 1
    state.asked = PLACE if state.cell[state.seat] == NOTHING else PLAY_CARD


def keep(state: State, choice: list[int]) -> None:
    next_seat(state)


ACTS: dict[int, Any] = {A_SELL: sell, A_ROB: rob, A_SINK: sink, A_BURY: bury}
SIMPLE: dict[int, Any] = {
    A_PLACE: put_merchant,
    A_PLAY_CARD: play_card,
    A_SWAP: swap_own,
    A_FORTUNE: play_fortune,
    A_DROP: drop_card,
    A_BUY: buy,
    A_KEEP: keep,
}
