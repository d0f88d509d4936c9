"""The whole report in one language, as HTML: the answer first, all verdicts, each question, where numbers come from."""

from collections.abc import Sequence
from dataclasses import dataclass

from analyser.experiments.headline import Headline, Light
from analyser.experiments.verdict import Level
from analyser.experiments.words import Words
from analyser.report.context import ReportContext
from analyser.report.cover import change_of, finding, headline_of, notes_of
from analyser.report.html.questions import anchor, figure, held, mark, question, table
from analyser.report.html.replays import Gallery, gallery_section
from analyser.report.html.tags import link, tag, text
from analyser.report.overview import numbered
from analyser.report.page import Page
from analyser.report.provenance import facts_of, facts_table, players_of, tolerances_table
from analyser.report.recipe import ValuesPage


@dataclass(frozen=True)
class Edition:
    """A report in one language. Its questions are counted from 1."""

    context: ReportContext
    pages: Sequence[Page]
    command: str
    gallery: Gallery = ()

    @property
    def words(self) -> Words:
        """Its language."""
        return self.context.words

    @property
    def headline(self) -> Headline:
        """The answer."""
        return headline_of(self.context, self.pages, 1)

    @property
    def title(self) -> str:
        """Of the page."""
        return self.words.say("cover.title", game=self.context.game.title)

    def main(self, hidden: bool) -> str:
        """All of it. Only one language is shown at a time."""
        questions = (question(page, n) for n, page in enumerate(self.pages, 1))
        parts = [self._first(), self._verdicts(), self._contents(), *questions]
        if self.gallery:
            parts.append(gallery_section(self.gallery, self.words, self._words_of_cards))
        facts = {"lang": self.words.lang, "id": f"main-{self.words.lang}", "data_title": self.title}
        return tag("main", *parts, self._sources(), **facts, **({"hidden": "hidden"} if hidden else {}))

    def _first(self) -> str:
        """One sentence, three lights, one picture, and for whom it holds."""
        words, found = self.words, self.headline
        heading = tag("h1", text(self.title))
        under = tag("p", text(words.say("cover.subtitle", players=self.context.experiment.players)), class_="under")
        answer = tag("p", text(words.sentence(found.sentence)), class_="headline")
        lights = tag("ul", *(self._light(one) for one in found.lights), class_="lights")
        change = self._change()
        reading, holds, *caveats = notes_of(self.context)
        notes = (
            tag("p", text(reading), class_="small")
            + tag("p", text(holds))
            + "".join(tag("p", text(one), class_="caveat") for one in caveats)
        )
        return tag("section", heading, under, answer, lights, change, self._picture(found), notes, class_="first")

    def _light(self, light: Light) -> str:
        words, verdict, page = self.words, light.verdict, self.pages[light.page - 1]
        name = tag("strong", text(words.say(f"area.{light.area}")))
        answer = tag("p", text(page.words.sentence(light.sentence)))
        below = tag("p", link(anchor(page), page.title), text(f" {held(verdict, words)}"), class_="small")
        return tag("li", mark(verdict.level, words), name, answer, below, class_=str(verdict.level))

    def _change(self) -> str:
        page, said = change_of(self.context, self.pages)
        if not said:
            return ""
        level = page.answer.level if page else Level.NOTED
        name = tag("strong", text(self.words.say("cover.change")))
        below = tag("p", link(anchor(page), page.title), class_="small") if page else ""
        inside = (mark(level, self.words), name, tag("p", text(said)), below)
        return tag("div", *inside, class_=f"change {level}")

    def _picture(self, found: Headline) -> str:
        if found.leading is None:
            return ""
        page = self.pages[found.leading - 1]
        heading = tag("h2", link(anchor(page), finding(found, page)))
        return heading + figure(page, f"{anchor(page)}-first")

    def _verdicts(self) -> str:
        """Every verdict, the most pressing first, each with a link to its question."""
        words, rows = self.words, []
        for number, verdict in numbered(self.pages, 1):
            page = self.pages[number - 1]
            answer = tag("p", text(page.words.sentence(verdict.sentence)))
            where = tag("p", link(anchor(page), page.title), text(f" {held(verdict, words)}"))
            rows.append(tag("li", mark(verdict.level, words), where, answer, class_=str(verdict.level)))
        name = f"{words.lang}-verdicts"
        heading = tag("h2", text(words.say("cover.verdicts")), id=f"{name}-title")
        return tag("section", heading, tag("ul", *rows, class_="verdicts"), id=name, aria_labelledby=f"{name}-title")

    def _contents(self) -> str:
        links = (tag("li", link(anchor(page), page.title)) for page in self.pages)
        ends = [tag("li", link(f"{self.words.lang}-replays", self.words.say("replay.title")))] if self.gallery else []
        ends.append(tag("li", link(f"{self.words.lang}-sources", self.words.say("provenance.title"))))
        heading = tag("h2", text(self.words.say("html.questions")))
        return tag("nav", heading, tag("ol", *links, *ends), aria_label=self.words.say("html.questions"))

    @property
    def _words_of_cards(self) -> Words | None:
        """What the question about the card that decided a game calls its levels."""
        names = [one.card.question.name for one in self.gallery if one.card]
        found = zip(self.context.recipe.page, self.pages, strict=True)
        asked = (page.words for spec, page in found if isinstance(spec, ValuesPage) and spec.question in names)
        return next(asked, None)

    def _sources(self) -> str:
        """Where every number comes from."""
        words, context, name = self.words, self.context, f"{self.words.lang}-sources"
        versions = ", ".join(f"{one} {found}" for one, found in facts_of(context)["versions"].items())
        players = words.say("provenance.players", names=words.listed(players_of(context)))
        return tag(
            "section",
            tag("h2", text(words.say("provenance.title")), id=f"{name}-title"),
            tag("p", text(words.say("provenance.command", command=self.command))),
            table(facts_table(context), f"{name}-facts", words, words.say("provenance.facts")),
            table(tolerances_table(context), f"{name}-tolerances", words, words.say("provenance.tolerances")),
            *(tag("p", text(one), class_="small") for one in (players, words.of(words.say("fact.versions"), versions))),
            tag("p", text(words.say("provenance.reading")), class_="small"),
            id=name,
            aria_labelledby=f"{name}-title",
        )
