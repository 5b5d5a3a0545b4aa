import { commandsOfStep, type SetupProblem, type SetupStep, setupSteps } from '@plenum/insight/setup';
import type { Datagrams } from '@plenum/protocol/component';
import { type PlainKey, t } from '../../../text/text.ts';

/** A stop on the way through a house: one room, or settings of the whole house. */
export type Stop =
  | { readonly kind: 'room'; readonly index: number }
  | { readonly kind: 'settings'; readonly step: SetupStep }
  | { readonly kind: 'report' | 'advanced' };

const settings = (step: SetupStep): Stop => ({ kind: 'settings', step });

/** The stops of a part of the way. */
interface Stretch {
  readonly title: PlainKey;
  readonly stops: readonly Stop[];
}

/** The stop for the settings of the system of each step; favourites have their own page. */
const systemSteps = setupSteps.filter((step) => !['house', 'rooms', 'favourites'].includes(step));

/** Returns the way through a house: the house itself, its rooms one by one, its systems, and the report at the end. */
export function stretchesOf(datagrams: Datagrams): readonly Stretch[] {
  const isThere = (step: SetupStep) => commandsOfStep(step, datagrams).length > 0;
  const rooms = isThere('rooms') ? datagrams.zone : [];
  return [
    { title: 'setup.start', stops: [settings('house')] },
    { title: 'setup.rooms', stops: rooms.map(({ Index: index }) => ({ kind: 'room', index }) as const) },
    { title: 'setup.system', stops: systemSteps.filter(isThere).map(settings) },
    { title: 'setup.finish', stops: [{ kind: 'report' }, { kind: 'advanced' }] },
  ].filter(({ stops }) => stops.length > 0) as readonly Stretch[];
}

const titles = {
  house: 'setup.house',
  rooms: 'setup.rooms',
  sensors: 'setup.sensors',
  dampers: 'setup.dampers',
  fan: 'setup.fan',
  unit: 'setup.unit',
  ventilation: 'setup.ventilation',
  cooler: 'setup.cooler',
  favourites: 'setup.favourites',
  power: 'setup.power',
  lamps: 'setup.lamps',
  report: 'setup.report',
  advanced: 'control.advanced',
} as const satisfies Readonly<Record<SetupStep | Exclude<Stop['kind'], 'room' | 'settings'>, PlainKey>>;

/** Returns the name of a room, or a substitute for a room without a name. */
export const roomName = (datagrams: Datagrams, index: number): string =>
  datagrams.zone.find((each) => each.Index === index)?.Name || t('setup.unnamedRoom', { number: index + 1 });

export function titleOf(stop: Stop, datagrams: Datagrams): string {
  if (stop.kind === 'room') return roomName(datagrams, stop.index);
  return t(titles[stop.kind === 'settings' ? stop.step : stop.kind]);
}

/** Returns the path of a stop after the name of the page. */
export function pathOf(stop: Stop): readonly string[] {
  if (stop.kind === 'room') return ['room', String(stop.index)];
  return [stop.kind === 'settings' ? stop.step : stop.kind];
}

export const isSameStop = (one: Stop, other: Stop): boolean => pathOf(one).join() === pathOf(other).join();

/** Returns the stop at which a conflict is resolved; `undefined` if that is another page. */
export function stopOfProblem({ code, facts }: SetupProblem): Stop | undefined {
  if (code === 'fan-auto-off') return undefined;
  if (code === 'master-without-sensor') return settings('sensors');
  if (code === 'generator-counted') return settings('power');
  if (['constants-missing', 'spill-unprotected', 'area-too-large'].includes(code)) return settings('dampers');
  return facts.zone === undefined ? settings('sensors') : { kind: 'room', index: Number(facts.zone) };
}
