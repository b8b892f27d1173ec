"""The page of the running encounters, which only the GM can open.

>>> from engine.messages.texts import say
>>> from engine.model.seats import Role, Seat
>>> from engine.model.table import Table
>>> seats = {"gm": Seat(id="gm", name="GM", role=Role.GM)}
>>> run = {"id": "bridge", "kind": "encounters", "record": "bridge", "name": "Bridge", "notes": "It is unsafe."}
>>> page = PAGES.page(Table(ruleset="tiny", seats=seats, lists={"encounter_runs": (run,)}), "gm", "encounters")
>>> [[say(text) for cell in line.cells for text in cell.texts] for line in page.lines]
[['Bridge', 'In play'], ['GM notes', 'It is unsafe.']]
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby, islice

from engine.kit.cast.arrivals import Arrival
from engine.kit.encounters.encounter_commands import hidden_actors
from engine.kit.encounters.encounter_offers import FIRE, PAUSE, REMOVE, RESET, RESUME, REVEAL, TICK, UNTICK
from engine.kit.encounters.encounter_runs import RUNS, EncounterRun, arrivals_of, present_actors
from engine.kit.handouts.handout_records import handout_in
from engine.kit.notes.note_links import links_in, name_key, text_without_links
from engine.kit.status_pages import StatusPages, StatusPageView
from engine.messages.display_names import zone_name
from engine.messages.message import Message
from engine.model.seats import Actor
from engine.presentation.status_pages import LinkButton, OfferButton, StatusPageCell, StatusPageLine

_MOST_TRACKS = 6
_MOST_LINKS = 12
"""So many links of one text have a button; all of them are on its page in Prep."""


class RunningEncounters(StatusPageView):
    """Each running encounter: its texts, its checklist, its triggers and its characters."""

    TEXTS, KEY, SIGN = "encounter_pages", "encounters", "prep"
    COLUMNS = ("what", "text")

    def is_open(self) -> bool:
        """Only the GM may know of it, while an encounter runs."""
        return self.is_gm and bool(self.table.lists.get(RUNS.name))

    def is_current(self) -> bool:
        """Say whether an encounter in play is still to be shown: some of its characters are hidden, or it has none.

        In the fight that follows, the page does not open again in front of others.
        """
        running = [run.id for run in RUNS.all(self.table) if not run.paused]
        return any(hidden_actors(self.table, run) or not present_actors(self.table, run) for run in running)

    def lines(self) -> Iterator[StatusPageLine]:
        """Yield the lines of each running encounter below its name."""
        for run in RUNS.all(self.table):
            yield self._head(run)
            for key, text in (("read_out", run.read_out), ("notes", run.notes), ("loot", run.loot)):
                if text.strip():
                    yield self.line(f"{run.id}:{key}", self.cell(key), self._linked(text.strip()))
            yield from self._opening(run)
            for number, handout in enumerate(run.handouts):
                found = handout_in(self.table.lists, handout.handout)
                if found is not None:
                    link = LinkButton(target=found.name, label=self.text("show"))
                    name = self.cell(self.plain(found.name), links=[link])
                    yield self.line(f"{run.id}:handout:{number}", self.cell("handout"), name)
            yield from self._checklist(run)
            yield from self._triggers(run)
            yield from self._cast(run)

    def _head(self, run: EncounterRun) -> StatusPageLine:
        pause, label = (RESUME, "resume") if run.paused else (PAUSE, "pause")
        names = ((RESET, "reset"), (pause, label), (REMOVE, "remove"))
        hidden = [actor.id for actor in hidden_actors(self.table, run.id)]
        # The first one, because it goes when it is pressed: the others stay where they are, none of them slides under a
        # second click.
        buttons = [self.button(f"{REVEAL}:{run.id}", "reveal_all", actors=hidden)] if len(hidden) > 1 else []
        buttons += [self.button(f"{name}:{run.id}", text) for name, text in names]
        state = self.cell("paused" if run.paused else "runs", tone="dim" if run.paused else "")
        return self.line(run.id, self.plain(run.name), state, buttons=buttons, head=True)

    def _opening(self, run: EncounterRun) -> Iterator[StatusPageLine]:
        if run.clock is not None:
            yield self.line(f"{run.id}:clock", self.cell("clock"), self.cell("clock_set", seconds=run.clock))
        if run.chips:
            chips = [self.text("chips_given", count=count, colour=colour) for colour, count in run.chips.items()]
            yield self.line(f"{run.id}:chips", self.cell("chips"), self.cell(chips))
        if run.cards:
            places = ((zone_name(self.table, dealt.source), zone_name(self.table, dealt.target)) for dealt in run.cards)
            cards = [
                self.text("cards_moved", count=dealt.count, source=source, target=target)
                for dealt, (source, target) in zip(run.cards, places, strict=True)
            ]
            yield self.line(f"{run.id}:cards", self.cell("cards"), self.cell(cards))

    def _checklist(self, run: EncounterRun) -> Iterator[StatusPageLine]:
        for number, line in enumerate(run.checklist):
            done = number in run.ticked
            name, label = (UNTICK, "untick") if done else (TICK, "tick")
            button = self.button(f"{name}:{run.id}", label, line=str(number + 1))
            state = self.cell("done" if done else "to_do", tone="good" if done else "")
            yield self.line(f"{run.id}:line:{number}", self._linked(line.text), state, buttons=[button])

    def _triggers(self, run: EncounterRun) -> Iterator[StatusPageLine]:
        for number, trigger in enumerate(run.triggers):
            done = number in run.fired
            when = [] if trigger.round is None else [self.text("round", round=trigger.round)]
            when += [self.plain(text_without_links(trigger.when))] if trigger.when.strip() else []
            when += [self.text("happened")] if done else []
            button = self.button(f"{FIRE}:{run.id}", "fire", trigger=str(number + 1))
            cell = self.cell(when or "trigger", tone="dim" if done else "")
            yield self.line(f"{run.id}:trigger:{number}", cell, self._linked(trigger.what), buttons=[button])

    def _linked(self, text: str) -> StatusPageCell:
        """Return a text with buttons for its links, one for each target."""
        links = {name_key(link.target): link for link in links_in(text)}
        buttons = [
            LinkButton(
                target=link.target,
                label=self.text("roll", dice=link.target) if link.is_dice else self.plain(link.target),
            )
            for link in islice(links.values(), _MOST_LINKS)
        ]
        return self.cell(self.plain(text_without_links(text)), links=buttons, whole=True)

    def _cast(self, run: EncounterRun) -> Iterator[StatusPageLine]:
        arrivals = sorted(arrivals_of(self.table, run.id), key=lambda arrival: arrival.side)
        for side, group in groupby(arrivals, key=lambda arrival: arrival.side):
            members = list(group)
            if side:
                yield self._side(run, side, members)
            for arrival in members:
                yield self._member(run, arrival)

    def _side(self, run: EncounterRun, side: str, members: Iterable[Arrival]) -> StatusPageLine:
        hidden = {actor.id for actor in hidden_actors(self.table, run.id)}
        secret = [arrival.id for arrival in members if arrival.id in hidden]
        buttons = [self.button(f"{REVEAL}:{run.id}", "reveal_all", actors=secret)] if len(secret) > 1 else []
        return self.line(f"{run.id}:side:{side}", self.plain(side), buttons=buttons, head=True)

    def _member(self, run: EncounterRun, arrival: Arrival) -> StatusPageLine:
        actor, key = self.table.actors.get(arrival.id), f"{run.id}:{arrival.id}"
        if actor is None:
            name = arrival.character.get("name")
            return self.line(
                key, self.plain(name if isinstance(name, str) else arrival.id), self.cell("gone", tone="dim")
            )
        buttons: list[OfferButton] = []
        if any(actor.id == hidden.id for hidden in hidden_actors(self.table, run.id)):
            buttons = [self.button(f"{REVEAL}:{run.id}", "reveal", actors=[actor.id])]
        return self.line(key, self.name(actor.id), self._state(actor), actor=actor.id, buttons=buttons)

    def _state(self, actor: Actor) -> StatusPageCell:
        seen = "archived" if actor.archived else "hidden" if actor.secret else "shown"
        told: list[Message] = [self.text(seen)]
        for name, track in list(actor.tracks.items())[:_MOST_TRACKS]:
            key = "track" if track.most is None else "track_of"
            told.append(self.text(key, name=name, value=track.value, most=track.most))
        told += [self.text("condition", condition=condition.name) for condition in actor.conditions]
        return self.cell(told)


PAGES = StatusPages(RunningEncounters)
"""The status pages that every game has."""
