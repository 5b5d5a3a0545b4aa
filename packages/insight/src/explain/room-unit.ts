import { type DatagramOf, kinds } from '@plenum/protocol/component';
import type { NumberField } from '@plenum/protocol/field';
import { enumerations } from '@plenum/protocol/field';
import { ductedUnit } from '@plenum/protocol/vrf';
import { needOf } from '../status/activity.ts';
import { faultCodeOf } from '../status/fault-code.ts';
import { lackOf } from '../status/idle.ts';
import { splitStatus, vrfStatus } from '../status/room-unit.ts';
import type { Status } from '../status/status.ts';
import type { Change, Explanation, ExplanationStep, Extras } from './explanation.ts';
import { extraSteps, type StartCode } from './extras.ts';
import { degrees, minutes, step, word } from './figure.ts';
import { change } from './leader-changes.ts';
import { temperatureStep } from './temperature.ts';
import type { ChangeCode, StepCode } from './words.ts';

const roomUnitMode = enumerations.roomUnitMode;
const sleepTimer = enumerations.sleepTimer;

const mode = roomUnitMode.values;

/** A split or a fan-coil, in a form that fits both. */
interface RoomUnit {
  readonly kind: 'split' | 'vrf';
  readonly index: number;
  readonly name: string;
  readonly on: number;
  readonly mode: number;
  readonly setpoint: number;
  readonly temperature: number | undefined;
  readonly fault: string | undefined;
  readonly sleep: number;
  readonly status: Status;
  readonly commands: { readonly on: string; readonly mode: string; readonly setpoint: string };
  readonly setpoints: NumberField;
  /** Another fan-coil that decides whether the outdoor unit cools or heats, if there is one. */
  readonly binding?: Binding | undefined;
}

/** A fan-coil that decides the direction for another one. */
interface Binding {
  readonly index: number;
  readonly name: string;
  readonly to: 'cool' | 'heat';
}

const modeCodes: Readonly<Record<number, StepCode>> = {
  [mode.cool]: 'set-cool',
  [mode.heat]: 'set-heat',
  [mode.vent]: 'set-vent',
  [mode.dry]: 'set-dry',
};

/** Returns the minutes of a sleep timer value, by its label (interface 2.1). */
const sleepMinutes = (value: number): number => {
  const label = Object.entries(sleepTimer.values).find(([, each]) => each === value)?.[0] ?? '';
  return 60 * (Number.parseFloat(label) || 0);
};

const toSteps = (unit: RoomUnit): readonly ExplanationStep[] => {
  const { temperature, setpoint, sleep, fault } = unit;
  return [
    temperature === undefined
      ? step('no-temperature', { setpoint: degrees(setpoint) })
      : temperatureStep(temperature, setpoint),
    step(unit.on === 1 ? (modeCodes[unit.mode] ?? 'set-auto') : 'off'),
    ...(unit.status.code === 'no-answer' ? [step('no-answer')] : []),
    ...(fault === undefined ? [] : [step('unit-fault', { fault: word(fault) })]),
    ...(unit.binding === undefined
      ? []
      : [step(`bound-${unit.binding.to}`, { leader: word(unit.binding.name) })]),
    ...(unit.on === 1 && sleep > 0 ? [step('sleep', { left: minutes(sleep) })] : []),
  ];
};

/** Distance from the setpoint, in hundredths of a degree, at which a thermostat certainly starts. */
const start = 100;

/** Returns the setpoint changes that make the unit cool or heat; both kinds if its mode allows both. */
const toMove = (unit: RoomUnit): readonly Change[] => {
  const { temperature, mode: value, index: Index, commands, setpoints, binding } = unit;
  if (temperature === undefined) return [];
  const { minimum: min = 0, maximum: max = 0, multipleOf: by = 1 } = setpoints;
  const lower = Math.floor((temperature - start) / by) * by;
  const raise = Math.ceil((temperature + start) / by) * by;
  const to = (code: ChangeCode, setpoint: number) =>
    change(code, { setpoint: degrees(setpoint) }, [{ [commands.setpoint]: { Index, Setpoint: setpoint } }]);
  return [
    ...(value !== mode.heat && binding?.to !== 'heat' && lower >= min ? [to('lower', lower)] : []),
    ...(value !== mode.cool && value !== mode.dry && binding?.to !== 'cool' && raise <= max
      ? [to('raise', raise)]
      : []),
  ];
};

const toChanges = (unit: RoomUnit): readonly Change[] => {
  const { status, fault = '', index: Index, commands } = unit;
  const { binding } = unit;
  const set = (to: 'cool' | 'heat') => {
    const own = { [commands.mode]: { Index, Mode: mode[to] } };
    if (binding === undefined || binding.to === to) return [change(`${to}-itself`, {}, [own])];
    const first = { [commands.mode]: { Index: binding.index, Mode: mode[to] } };
    return [change(`${to}-all`, { leader: word(binding.name) }, [first, own])];
  };
  switch (status.code) {
    case 'no-answer':
      return [change('check-power')];
    case 'unit-fault':
      return [change('call-service', { fault: word(fault) })];
    case 'off':
      return [change('switch-on-itself', {}, [{ [commands.on]: { Index, On: 1 } }])];
    case 'too-warm':
      return set('cool');
    case 'too-cool':
      return set('heat');
    case 'cooling':
    case 'heating':
      return [change('wait-target')];
    case 'at-target':
      return toMove(unit);
    default:
      return [];
  }
};

/** Returns the code for a start that switches a unit, or only gives it other settings. */
const startCodeOf =
  ({ on: isOn }: RoomUnit): StartCode =>
  ({ on }) => {
    if (on === false) return isOn === 1 ? 'next-off' : 'next-begins';
    return isOn === 1 ? 'next-at' : 'next-on-at';
  };

const explainRoomUnit = (unit: RoomUnit, extras: Extras): Explanation => {
  const { kind, index, name, status } = unit;
  const changes = toChanges(unit);
  return {
    kind,
    index,
    name,
    status,
    steps: [
      ...toSteps(unit),
      ...extraSteps(extras, { startCode: startCodeOf(unit), canStop: unit.on === 1 }),
    ],
    changes: changes.length > 0 ? changes : [change('none')],
  };
};

/** Explains the state of a wall split. */
export const explainSplit = (split: DatagramOf<'split'>, extras: Extras): Explanation =>
  explainRoomUnit(
    {
      kind: 'split',
      index: split.Index,
      name: split.Name?.trim() || `split ${split.Index}`,
      on: split.On,
      mode: split.Mode,
      setpoint: split.Setpoint,
      temperature: undefined,
      fault: undefined,
      sleep: sleepMinutes(split.Sleep),
      status: splitStatus(split),
      commands: {
        on: 'SplitSystemZoneOn',
        mode: 'SplitSystemZoneMode',
        setpoint: 'SplitSystemZoneSetpoint',
      },
      setpoints: kinds.split.fields.properties.Setpoint,
    },
    extras,
  );

type Vrf = DatagramOf<'vrf'>;

const nameOf = ({ Name, X }: Vrf): string => Name?.trim() || `fan-coil ${X}`;

/**
 * Returns the fan-coil that decides the direction for another one. The outdoor unit either cools or heats for all: the
 * master decides while it runs, otherwise the running unit with the lowest number. Without a master every unit is free
 * (interface 2.7, Ms).
 */
const bindingOf = (vrf: Vrf, all: readonly Vrf[]): Binding | undefined => {
  const units = all.filter(({ X }) => X !== ductedUnit);
  if (vrf.Ms === 1 || !units.some(({ Ms }) => Ms === 1)) return undefined;
  const running = units.filter(
    (each) => each !== vrf && each.On === 1 && each.Mode !== mode.vent && faultCodeOf(each.Er) === undefined,
  );
  const leader = running.find(({ Ms }) => Ms === 1) ?? running[0];
  if (leader === undefined) return undefined;
  const to =
    leader.Mode === mode.auto ? vrfStatus(leader).activity : leader.Mode === mode.heat ? 'heat' : 'cool';
  return to === 'cool' || to === 'heat' ? { index: leader.X, name: nameOf(leader), to } : undefined;
};

/** Returns the status of a fan-coil, which does not cool while the outdoor unit heats, and vice versa. */
const boundStatus = (vrf: Vrf, binding: Binding | undefined): Status => {
  const status = vrfStatus(vrf);
  const moves = status.activity === 'cool' || status.activity === 'heat';
  if (!moves || binding === undefined || binding.to === status.activity) return status;
  const need = needOf(vrf.Ra, vrf.Sp);
  return { ...status, code: need === undefined ? 'at-target' : lackOf(need), activity: 'idle' };
};

/** Explains the state of a fan-coil. `all` contains the fan-coils of the system. */
export function explainVrf(vrf: Vrf, all: readonly Vrf[], extras: Extras): Explanation {
  const binding = bindingOf(vrf, all);
  return explainRoomUnit(
    {
      kind: 'vrf',
      index: vrf.X,
      name: nameOf(vrf),
      binding,
      on: vrf.On,
      mode: vrf.Mode,
      setpoint: vrf.Sp,
      temperature: vrf.Ra,
      fault: faultCodeOf(vrf.Er),
      sleep: vrf.TmrL > 0 ? vrf.TmrL : sleepMinutes(vrf.Tmr),
      status: boundStatus(vrf, binding),
      commands: { on: 'VrfSystemZoneOn', mode: 'VrfSystemZoneMode', setpoint: 'VrfSystemZoneSetpoint' },
      setpoints: kinds.vrf.fields.properties.Sp,
    },
    extras,
  );
}
