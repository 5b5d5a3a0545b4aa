import { subsystems } from '@plenum/protocol/definition';
import { enumerations } from '@plenum/protocol/field';
import { ok, type Reason, type Result, refuse } from '@plenum/protocol/refusal';
import type { AnyOverride, OverrideBody } from '@plenum/protocol/simulation';
import { ductedUnit } from '@plenum/protocol/vrf';
import { isSensed } from '@plenum/protocol/zone';
import { checkDucted } from '../ducted/refusals.ts';
import { roomNumbers } from '../house-schema/house.ts';
import { moduleOf } from '../irrigation/valve.ts';
import { closeDraft, type Draft, openDraft } from '../model/draft.ts';
import type { HouseModel } from '../model/house-model.ts';
import { installed } from '../model/installed.ts';
import { type RuleContext, type RuleRefusal, refuseMissing } from '../model/rule.ts';
import type { State, ZonePlant } from '../model/state.ts';
import { switchAllSplits } from '../split/set.ts';
import { FILTER_MONTH, showFault } from '../unit/timers.ts';
import { showVrfFault } from '../vrf/advance.ts';
import { mirrorDucted } from '../vrf/mirror.ts';
import { checkZone } from '../zone/refusals.ts';
import { isRadio } from '../zone/wireless.ts';
import { deviceCharges, radioStrengths, sensorCharges } from './levels.ts';
import { lightingOverrides } from './lighting.ts';
import { unitOverrides } from './unit.ts';
import { toWeatherOverride } from './weather.ts';

const { battery, powerBattery, rfSignal, stationError } = enumerations;

/** An override of the house; overrides of the clock and of quirks belong to the bridge. */
export type HouseOverride = Exclude<AnyOverride, { name: `Clock${string}` | 'Quirks' }>;

type Rule<Name extends HouseOverride['name']> = (
  draft: Draft,
  body: OverrideBody<Name>,
  context: RuleContext,
  // biome-ignore lint/suspicious/noConfusingVoidType: a rule that did its work returns nothing
) => RuleRefusal | void;

/** Creates a rule that changes the component at an index, and refuses a missing one. */
const onInstalled = (
  { noun, path }: { noun: 'split' | 'unit' | 'station'; path: readonly string[] },
  draft: Draft,
  index: number,
  act: (place: number) => void,
): RuleRefusal | undefined => {
  const there = installed[noun](draft.datagrams);
  const place = there.indexOf(index);
  if (place < 0) return refuseMissing(noun, path, index, there);
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

/**
 * Refuses an override that can have no effect in this house. Not used for repairs, since the fault may be older than
 * the current setup.
 */
const refuseVain = (
  facts: Reason,
  { path, input }: { path: readonly string[]; input: number },
): RuleRefusal => refuse('without-effect', { path, input, facts });

/**
 * Creates a rule that changes the sensor of a zone. It refuses to break a sensor that the zone does not have, and the
 * battery or radio of a wired sensor.
 */
const onSensor = (
  draft: Draft,
  name: 'ZoneSensorFault' | 'ZoneSensorBattery' | 'ZoneSensorRadio',
  { zone, mends }: { zone: number; mends: boolean },
  act: (sensor: ZonePlant) => void,
): RuleRefusal | undefined => {
  const path = [name, 'Zone'];
  const refused = checkZone(draft, zone, path);
  if (refused !== undefined) return refused;
  const shown = draft.datagrams.zone[zone]!;
  if (!mends && !isSensed(shown)) return refuseVain({ reason: 'no-sensor', zone }, { path, input: zone });
  if (!mends && name !== 'ZoneSensorFault' && !isRadio(shown))
    return refuseVain({ reason: 'wired-sensor', zone }, { path, input: zone });
  act(draft.plant.zones[zone]!);
  return undefined;
};

const onPowerDevice = (
  { plant: { power }, datagrams }: Draft,
  { name, device, mends }: { name: string; device: number; mends: boolean },
  act: (of: { charge: number; silent: boolean }) => void,
): RuleRefusal | undefined => {
  const path = [name, 'Device'];
  if (power === undefined) return refuse('not-installed', { path, facts: { noun: subsystems.power.noun } });
  const found = power.devices[device];
  if (found === undefined) return refuseMissing('power device', path, device, [...power.devices.keys()]);
  if (!mends && datagrams.power[0]!.Devices[device]!.Enabled === 0)
    return refuseVain({ reason: 'power-device-disabled', device }, { path, input: device });
  act(found);
  return undefined;
};

/** The rules of the overrides of a house. */
const overrideRules: { readonly [Name in HouseOverride['name']]: Rule<Name> } = {
  Weather: ({ plant }, held) => {
    plant.knobs.weather = toWeatherOverride(held);
  },

  People: ({ plant }, where) => {
    plant.knobs.people = where;
  },

  ZoneWindow: (draft, { Zone, Open }, { model: { house } }) =>
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
    const path = ['SplitsOn'];
    const { split } = draft.datagrams;
    if (split.length === 0) return refuse('not-installed', { path, facts: { noun: subsystems.split.noun } });
    if (split.some(({ Att, AllOn, AllOff }) => Att === 1 && (on === 1 ? AllOn : AllOff) === 1))
      return switchAllSplits(draft, on);
    return refuseVain(
      { reason: on === 1 ? 'no-split-follows-on' : 'no-split-follows-off' },
      {
        path,
        input: on,
      },
    );
  },

  ZoneSensorFault: (draft, { Zone, On }) =>
    onSensor(draft, 'ZoneSensorFault', { zone: Zone, mends: On === 0 }, (sensor) => {
      sensor.sensorFault = On === 1;
    }),

  ZoneSensorBattery: (draft, { Zone, Level }) =>
    onSensor(draft, 'ZoneSensorBattery', { zone: Zone, mends: Level === battery.values.full }, (sensor) => {
      sensor.battery = sensorCharges[Level]!;
    }),

  ZoneSensorRadio: (draft, { Zone, Level }) =>
    onSensor(draft, 'ZoneSensorRadio', { zone: Zone, mends: Level === rfSignal.values.full }, (sensor) => {
      sensor.radio = radioStrengths[Level]!;
    }),

  ZoneDamperStuck: (draft, { Zone, On }) => {
    const path = ['ZoneDamperStuck', 'Zone'];
    if (On === 1 && draft.datagrams.zone[Zone]?.DamperSkip === 1)
      return refuseVain({ reason: 'damper-not-driven', zone: Zone }, { path, input: Zone });
    return onZone(draft, Zone, path, () => {
      draft.plant.zones[Zone]!.damperStuck = On === 1;
    });
  },

  // A unit that fails reports its fault immediately, not at the end of the step.
  UnitFault: (draft, code, { model, at }) => {
    const refused = checkDucted(draft, ['UnitFault']);
    if (refused !== undefined) return refused;
    draft.plant.unit!.fault = code;
    // As with every fault, the entry in the history has the time at the end of the step.
    showFault(draft, model.calendar.civil(at + model.stepMs));
    return undefined;
  },

  SplitFault: (draft, { Split, On }) => {
    const path = ['SplitFault', 'Split'];
    if (On === 1 && draft.datagrams.split.some(({ Index, Att }) => Index === Split && Att === 0))
      return refuse('not-paired', { path, input: Split, facts: { index: Split } });
    return onInstalled({ noun: 'split', path }, draft, Split, (place) => {
      Object.assign(draft.plant.splits[place]!, { silent: On === 1, controlAt: 0 });
    });
  },

  VrfFault: (draft, { Unit, Code }) => {
    const path = ['VrfFault', 'Unit'];
    if (draft.datagrams.vrf.length > 0 && Unit === ductedUnit)
      return refuse('reserved', { path, input: Unit });
    return onInstalled({ noun: 'unit', path }, draft, Unit, (place) => {
      Object.assign(draft.plant.vrfs[place]!, { fault: Code, controlAt: 0 });
      showVrfFault(draft, place);
    });
  },

  StationFault: (draft, { Station, Error: fault }) => {
    const controller = draft.datagrams.irrigation[0];
    if (fault === stationError.values.open && controller?.IgnoreLowCurrentFault === 1)
      return refuseVain(
        { reason: 'open-wires-ignored' },
        {
          path: ['StationFault', 'Error'],
          input: fault,
        },
      );
    const at = { noun: 'station', path: ['StationFault', 'Station'] } as const;
    return onInstalled(at, draft, Station, (place) => {
      draft.plant.irrigation!.faults[place] = fault;
    });
  },

  IrrigationFault: ({ plant: { irrigation }, datagrams }, number) => {
    const path = ['IrrigationFault'];
    if (irrigation === undefined)
      return refuse('not-installed', { path, facts: { noun: subsystems.irrigation.noun } });
    const modules = Array.from({ length: moduleOf(datagrams.station.length - 1) }, (_, n) => n + 1);
    if (number > modules.length) return refuseMissing('irrigation controller', path, number, modules);
    irrigation.controllerFault = number;
    return undefined;
  },

  PowerDeviceSilent: (draft, { Device, On }) =>
    onPowerDevice(draft, { name: 'PowerDeviceSilent', device: Device, mends: On === 0 }, (device) => {
      device.silent = On === 1;
    }),

  PowerDeviceBattery: (draft, { Device, Level }) => {
    const mends = Level === powerBattery.values.full;
    return onPowerDevice(draft, { name: 'PowerDeviceBattery', device: Device, mends }, (device) => {
      device.charge = deviceCharges[Level]!;
    });
  },

  ...unitOverrides,
  ...lightingOverrides,
};

/** A rule whose override is known. TypeScript cannot infer that the body belongs to the name. */
type AnyRule = (draft: Draft, body: HouseOverride['body'], context: RuleContext) => RuleRefusal | undefined;

/** Returns the state after an override at a time (ms UTC), or a refusal. Does not modify the given state. */
export function applyOverride(
  model: HouseModel,
  state: State,
  { name, body }: HouseOverride,
  now: number,
): Result<State> {
  const draft = openDraft(state);
  const refused = (overrideRules[name] as AnyRule)(draft, body, { model, at: state.at, now });
  if (refused !== undefined) return refused;
  mirrorDucted(draft);
  return ok(closeDraft(draft, state, state.at));
}
