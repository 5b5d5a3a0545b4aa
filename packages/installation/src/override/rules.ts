import { indexOf } from '@plenum/protocol/component';
import { subsystems } from '@plenum/protocol/query';
import { ok, type Result, refuse } from '@plenum/protocol/refusal';
import type { AnyOverride, OverrideBody } from '@plenum/protocol/simulation';
import { checkDucted } from '../ducted/refusals.ts';
import { type HouseFile, roomNumbers } from '../house/house.ts';
import { closeDraft, type Draft, openDraft } from '../model/draft.ts';
import { type RuleRefusal, refuseMissing } from '../model/rule.ts';
import type { State } from '../model/state.ts';
import { switchAllSplits } from '../split/set.ts';
import { FILTER_MONTH } from '../unit/timers.ts';
import { checkZone } from '../zone/refusals.ts';
import { deviceCharges, radioStrengths, sensorCharges } from './levels.ts';
import { toWeatherOverride } from './weather.ts';

/** An override of the house; those of the clock are not the house's own. */
export type HouseOverride = Exclude<AnyOverride, { name: `Clock${string}` | 'Manners' }>;

type Rule<Name extends HouseOverride['name']> = (
  draft: Draft,
  body: OverrideBody<Name>,
  house: HouseFile,
  // biome-ignore lint/suspicious/noConfusingVoidType: a rule that did its work returns nothing
) => RuleRefusal | void;

/** Changes the component of an index, or refuses one that is not installed. */
const onInstalled = (
  { noun, path, kind }: { noun: string; path: readonly string[]; kind: 'split' | 'vrf' | 'station' },
  draft: Draft,
  index: number,
  act: (place: number) => void,
): RuleRefusal | undefined => {
  const installed = draft.datagrams[kind].map((datagram) => indexOf(kind, datagram));
  const place = installed.indexOf(index);
  if (place < 0) return refuseMissing(noun, path, index, installed);
  act(place);
  return undefined;
};

const onZone = (
  draft: Draft,
  zone: number,
  path: readonly string[],
  act: () => void,
): RuleRefusal | undefined => {
  const refused = checkZone(draft, zone, path);
  if (refused === undefined) act();
  return refused;
};

const onPowerDevice = (
  { plant: { power } }: Draft,
  device: number,
  path: readonly string[],
  act: (of: { charge: number; silent: boolean }) => void,
): RuleRefusal | undefined => {
  const found = power?.devices[device];
  if (found === undefined) return refuse('not-installed', { path, facts: { noun: subsystems.power.noun } });
  act(found);
  return undefined;
};

/** What each override does to a house. */
const overrideRules: { readonly [Name in HouseOverride['name']]: Rule<Name> } = {
  Weather: ({ plant }, held) => {
    plant.knobs.weather = toWeatherOverride(held);
  },

  People: ({ plant }, where) => {
    plant.knobs.people = where;
  },

  ZoneWindow: (draft, { Zone, Open }, house) =>
    onZone(draft, Zone, ['ZoneWindow', 'Zone'], () => {
      const room = roomNumbers(house).get(house.ducted!.zones[Zone]!.room)!;
      const others = draft.plant.knobs.openWindows.filter((open) => open !== room);
      draft.plant.knobs.openWindows = Open === 1 ? [...others, room].sort((a, b) => a - b) : others;
    }),

  FilterMonths: (draft, months) => {
    const refused = checkDucted(draft, ['FilterMonths']);
    if (refused === undefined) draft.plant.unit!.filterSeconds = Math.round(months * FILTER_MONTH);
    return refused;
  },

  SplitsOn: (draft, on) => {
    if (draft.datagrams.split.length > 0) return switchAllSplits(draft, on);
    return refuse('not-installed', { path: ['SplitsOn'], facts: { noun: subsystems.split.noun } });
  },

  ZoneSensorFault: (draft, { Zone, On }) =>
    onZone(draft, Zone, ['ZoneSensorFault', 'Zone'], () => {
      draft.plant.zones[Zone]!.sensorFault = On === 1;
    }),

  ZoneSensorBattery: (draft, { Zone, Level }) =>
    onZone(draft, Zone, ['ZoneSensorBattery', 'Zone'], () => {
      draft.plant.zones[Zone]!.battery = sensorCharges[Level]!;
    }),

  ZoneSensorRadio: (draft, { Zone, Level }) =>
    onZone(draft, Zone, ['ZoneSensorRadio', 'Zone'], () => {
      draft.plant.zones[Zone]!.radio = radioStrengths[Level]!;
    }),

  ZoneDamperStuck: (draft, { Zone, On }) =>
    onZone(draft, Zone, ['ZoneDamperStuck', 'Zone'], () => {
      draft.plant.zones[Zone]!.damperStuck = On === 1;
    }),

  UnitFault: (draft, code) => {
    const refused = checkDucted(draft, ['UnitFault']);
    if (refused === undefined) draft.plant.unit!.fault = code;
    return refused;
  },

  SplitFault: (draft, { Split, On }) =>
    onInstalled({ noun: 'split', path: ['SplitFault', 'Split'], kind: 'split' }, draft, Split, (place) => {
      Object.assign(draft.plant.splits[place]!, { silent: On === 1, controlAt: 0 });
    }),

  VrfFault: (draft, { Unit, Code }) =>
    onInstalled({ noun: 'unit', path: ['VrfFault', 'Unit'], kind: 'vrf' }, draft, Unit, (place) => {
      Object.assign(draft.plant.vrfs[place]!, { fault: Code, controlAt: 0 });
    }),

  StationFault: (draft, { Station, Error: fault }) =>
    onInstalled(
      { noun: 'station', path: ['StationFault', 'Station'], kind: 'station' },
      draft,
      Station,
      (place) => {
        draft.plant.irrigation!.faults[place] = fault;
      },
    ),

  IrrigationFault: ({ plant: { irrigation } }, number) => {
    if (irrigation === undefined)
      return refuse('not-installed', {
        path: ['IrrigationFault'],
        facts: { noun: subsystems.irrigation.noun },
      });
    irrigation.controllerFault = number;
    return undefined;
  },

  PowerDeviceSilent: (draft, { Device, On }) =>
    onPowerDevice(draft, Device, ['PowerDeviceSilent', 'Device'], (device) => {
      device.silent = On === 1;
    }),

  PowerDeviceBattery: (draft, { Device, Level }) =>
    onPowerDevice(draft, Device, ['PowerDeviceBattery', 'Device'], (device) => {
      device.charge = deviceCharges[Level]!;
    }),
};

/** A rule as it is called once its override is known: TypeScript cannot see that body and name agree. */
type AnyRule = (draft: Draft, body: HouseOverride['body'], house: HouseFile) => RuleRefusal | undefined;

/** The state after an override, or why it is refused; the given state stays as it is. */
export const applyOverride = (
  house: HouseFile,
  state: State,
  { name, body }: HouseOverride,
): Result<State> => {
  const draft = openDraft(state);
  const refused = (overrideRules[name] as AnyRule)(draft, body, house);
  return refused === undefined ? ok(closeDraft(draft, state, state.at)) : refused;
};
