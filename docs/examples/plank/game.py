"""La Planche in one file: the rules of the shipped game, with components instead of bits."""

from analyser.games.components import Setting, array, ask, bag, count, hand, offer, pick, record, tell

TITLE = "La Planche, in one file"
IDEA = "Sixteen prisoners on a plank above a shark. Each player secretly owns a colour; the last prisoner's owner wins."
PLAYERS = (2, 3, 4)
COLOURS = ("yellow", "red", "green", "blue")
SWAP, ADVANCE, MOVE, SKULL = range(4)
ONE_SABRE = (SWAP, ADVANCE, SWAP, ADVANCE, SKULL)
OTHER_SABRE = (SKULL, MOVE, MOVE, SKULL, SKULL)
SETTINGS = {
    "plank_length": Setting(18, 17, 24, "slots of the plank", status="assumed"),
    "vane": Setting("opposite", words=("opposite", "independent"), meaning="which pairs come up", status="assumed"),
    "push": Setting("row", words=("row", "contact"), meaning="how a push travels", status="assumed"),
}
CHOICES = {"act": record(what=4, who=16, other=17, most=168)}
STATE = {
    "stones": bag({"yellow": 1, "red": 1, "green": 1, "blue": 1}),
    "stone": hand("stones", 1),
    "slot": array(16),
    "colour": array(16),
    "left": int,
    "sabre": int,
    "sabre_too": int,
}
COUNTS = {
    "own_colour": count("the colour drawn", COLOURS, dealt=True),
    "survivor": count("the colour of the last prisoner", COLOURS, of_game=True),
}


def set_up(table):
    """A stone each; the prisoners stand on slots 1 to 16: yellow, red, green, blue, four times."""
    table.stone.deal(1)
    for seat in range(table.n_players):
        table.own_colour[seat] = table.stone.card(seat, 0)
    table.left = 16
    for k in range(16):
        table.slot[k] = k
        table.colour[k] = k % 4


def spin(table):
    """The weather vane shows one of its pairs."""
    if table.vane == "opposite":
        pair = pick(5)
        table.sabre, table.sabre_too = ONE_SABRE[pair], OTHER_SABRE[pair]
    else:
        table.sabre, table.sabre_too = pick(4), pick(4)


def shows(table, symbol):
    """Whether a sabre shows this."""
    return table.sabre == symbol or table.sabre_too == symbol


def list_act(table, seat):
    """Swaps, advances, moves to the first place (2) and to the last (3), where that slot exists."""
    if shows(table, SWAP):
        for other in range(table.left):
            for who in range(other):
                offer(SWAP, who, other)
    if shows(table, ADVANCE):
        for who in range(table.left):
            offer(ADVANCE, who, 16)
    if shows(table, MOVE):
        for who in range(table.left):
            if table.slot[table.left - 1] < table.plank_length - 1 or who == table.left - 1:
                offer(2, who, 16)
        for who in range(table.left):
            if table.slot[0] > 0 or who == 0:
                offer(3, who, 16)


def push_from(table, who):
    """A prisoner goes one slot forward, with all in front, or with those who touch; the foremost may fall."""
    to = who + 1
    while to < table.left and (table.push == "row" or table.slot[to] == table.slot[to - 1] + 1):
        to += 1
    for k in range(who, to):
        table.slot[k] += 1
    if table.slot[table.left - 1] == table.plank_length:
        table.left -= 1
        tell("Colour {} falls: {} left", table.colour[table.left], table.left)


def move(table, who, place):
    """A prisoner is taken up and put down first or last."""
    colour, last = table.colour[who], table.left - 1
    if place == 2:
        slot = (table.slot[last] if who < last else table.slot[last - 1]) + 1
        for k in range(who, last):
            table.slot[k], table.colour[k] = table.slot[k + 1], table.colour[k + 1]
        table.slot[last], table.colour[last] = slot, colour
        return
    slot = (table.slot[0] if who > 0 else table.slot[1]) - 1
    for k in range(who, 0, -1):
        table.slot[k], table.colour[k] = table.slot[k - 1], table.colour[k - 1]
    table.slot[0], table.colour[0] = slot, colour


def turn(table, seat):
    """The vane, an action if it shows one, and the push of the rearmost."""
    spin(table)
    if table.sabre != SKULL or table.sabre_too != SKULL:
        act = ask(seat, "act")
        if act.what == SWAP:
            table.colour[act.who], table.colour[act.other] = table.colour[act.other], table.colour[act.who]
        elif act.what == ADVANCE:
            push_from(table, act.who)
        else:
            move(table, act.who, act.what)
    if table.left > 1:
        push_from(table, 0)


def is_over(table):
    """One prisoner is left."""
    table.survivor = table.colour[0]
    return table.left == 1


def score(table, seat):
    """1 for the owner of the last prisoner."""
    return int(table.stone.card(seat, 0) == table.colour[0])


def won(table, seat):
    """Nobody, if nobody owns it."""
    return table.stone.card(seat, 0) == table.colour[0]
