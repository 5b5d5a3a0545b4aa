import { check } from '@plenum/protocol/check';
import { type CommandName, checkCommand } from '@plenum/protocol/command';
import { kinds, nothingInstalled } from '@plenum/protocol/component';
import { toSentence } from '@plenum/protocol/refusal';
import { createCalendar } from '../calendar/calendar.ts';
import type { IrrigationFile } from '../house-schema/house.ts';
import { type Draft, openDraft } from '../model/draft.ts';
import type { HouseModel } from '../model/house-model.ts';
import type { Rule } from '../model/rule.ts';
import type { Plant } from '../model/state.ts';
import type { Step } from '../model/step.ts';
import { advanceIrrigation } from './advance.ts';
import { createIrrigation } from './create.ts';
import { irrigationRules } from './rules.ts';

/** Monday 2026-06-01 05:00 in Sydney (then UTC+10). */
export const start = Date.parse('2026-05-31T19:00:00Z');
export const minute = 60_000;
export const hour = 60 * minute;
export const day = 24 * hour;

const sydney = createCalendar('Australia/Sydney');

/** A garden of three stations and two programs, with defaults for all other values. */
export const threeStations: IrrigationFile = {
  pump: 750,
  stations: [{ name: 'Lawn' }, { name: 'Beds', soak: true }, { name: 'Pots' }],
  programs: [
    { name: 'Morning', enabled: true, starts: ['06:00'], runTimes: [3, 5, 0] },
    { name: 'Pots', enabled: true, days: ['Tu', 'Sa'], starts: ['06:00', '18:00'], runTimes: [0, 0, 2] },
  ],
};

/** Creates a house with only a garden, or without one. The test controls its clock. */
export function createIrrigatedHouse(file: IrrigationFile | null = threeStations) {
  const model = { house: { irrigation: file ?? undefined } } as unknown as HouseModel;
  const made = createIrrigation(file ?? undefined);
  const none = { zones: [], splits: [], splitFavourites: [], vrfs: [], vrfFavourites: [] };
  const plant = { ...none, ...made.plant, loads: { pump: 0 } } as unknown as Plant;
  const draft: Draft = openDraft({ datagrams: { ...nothingInstalled, ...made.datagrams }, plant });
  let at = start;

  return {
    draft,
    controller: () => draft.datagrams.irrigation[0]!,
    station: (no: number) => draft.datagrams.station[no]!,
    program: (no: number) => draft.datagrams.program[no]!,
    plant: () => draft.plant.irrigation!,
    pump: () => draft.plant.loads.pump,

    /** Sends a command in wire format. Returns `OK` or the sentence of the refusal. */
    command(body: Record<string, unknown>): string {
      const checked = checkCommand(body);
      if (!checked.ok) return toSentence(checked.refusal);
      const { name, body: value } = checked.value;
      const rule = irrigationRules[name as keyof typeof irrigationRules] as Rule<CommandName>;
      const refused = rule(draft, value as never, { model, at, now: at });
      return refused === undefined ? 'OK' : toSentence(refused.refusal);
    },

    /** Lets time pass in steps of some seconds. The last step is shorter if the span requires it. */
    advance(span: number, seconds = 30) {
      const end = at + span;
      while (at < end) {
        const from = at;
        at = Math.min(at + seconds * 1000, end);
        const minutes = sydney.minutesBetween(from, at);
        advanceIrrigation(draft, { model, from, at, minutes, civil: sydney.civil(at) } as Step);
      }
    },

    /** Returns the problems of the datagrams according to their definition, empty if they are valid. */
    flaws: () =>
      (['irrigation', 'program', 'station'] as const).flatMap((kind) =>
        draft.datagrams[kind].flatMap((datagram) => {
          const checked = check(kinds[kind].fields, datagram);
          return checked.ok ? [] : [toSentence(checked.refusal)];
        }),
      ),
  };
}
export type Garden = ReturnType<typeof createIrrigatedHouse>;

/** Returns the states of all stations as one word: `-` not running, `s` soaking, `W` watering. */
export const states = ({ draft }: Garden) =>
  draft.datagrams.station.map(({ State }) => '-sW'[State]).join('');

/** Returns the times since the start of the call (minutes and seconds) at which states change, and the new states. */
export function course(garden: Garden, span: number, seconds = 1): string[] {
  const changes: string[] = [];
  let before = states(garden);
  for (let passed = seconds; passed <= span / 1000; passed += seconds) {
    garden.advance(seconds * 1000, seconds);
    const now = states(garden);
    if (now !== before)
      changes.push(`${Math.floor(passed / 60)}:${String(passed % 60).padStart(2, '0')} ${now}`);
    before = now;
  }
  return changes;
}
