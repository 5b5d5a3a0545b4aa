import type { AnyCommand } from '@plenum/protocol/command';
import { kinds } from '@plenum/protocol/component';
import { enumerations } from '@plenum/protocol/field';
import { ductedUnit } from '@plenum/protocol/vrf';
import { isSensed } from '@plenum/protocol/zone';
import type { Emulated, Emulator, Held, State } from '@plenum/simulator';
import { type Point, toCelsius, toKelvin } from './point.ts';

/**
 * An input of a test: a command of the interface, or a position or load in place of the controller's. `read` returns the
 * value that the house uses, and `nearest` the nearest value that the house accepts, both in the unit of the point.
 */
export interface Input extends Point {
  readonly minimum: number;
  readonly maximum: number;
  readonly read: (state: State) => number;
  readonly nearest: (value: number) => number;
  readonly act: Act;
}

/** The action of an active input: it sends a command, or holds a position or a load. */
type Act =
  | { readonly command: (value: number) => AnyCommand }
  | { readonly hold: (value: number, held: Held) => Held };

/** Returns the name of the switch of an input. */
export const switchOf = ({ name }: Pick<Point, 'name'>): string => name.replace(/_u$/, '_activate');

const { sysMode, sysFan, zoneMode, zoneType, roomUnitMode } = enumerations;

/** Describes the numbers of an enumeration, such as "1 cool, 2 heat". */
const describe = (values: Readonly<Record<string, number>>, numbers: readonly number[]): string =>
  Object.entries(values)
    .filter(([, value]) => numbers.includes(value))
    .map(([word, value]) => `${value} ${word}`)
    .join(', ');

interface Choice {
  readonly name: string;
  readonly description: string;
  readonly numbers: readonly number[];
  readonly read: (state: State) => number;
  readonly command: (value: number) => AnyCommand;
}

/** An input that takes one of some numbers. */
const chosen = ({ name, description, numbers, read, command }: Choice): Input => ({
  name,
  description,
  unit: '1',
  minimum: Math.min(...numbers),
  maximum: Math.max(...numbers),
  read,
  nearest: (value) =>
    numbers.reduce((best, each) => (Math.abs(each - value) <= Math.abs(best - value) ? each : best)),
  act: { command },
});

const onOff = (about: Omit<Choice, 'numbers'>): Input => chosen({ ...about, numbers: [0, 1] });

interface Setpoint {
  readonly name: string;
  readonly description: string;
  /** Its field: limits and step in hundredths of a degree. */
  readonly field: { readonly minimum?: number; readonly maximum?: number; readonly multipleOf?: number };
  readonly read: (state: State) => number;
  readonly command: (hundredths: number) => AnyCommand;
}

/** An input in K that sets a setpoint in hundredths of a degree Celsius. */
const setpoint = ({ name, description, field, read, command }: Setpoint): Input => {
  const { minimum = 0, maximum = 4_000, multipleOf = 1 } = field;
  const toHundredths = (kelvin: number) => Math.round((toCelsius(kelvin) * 100) / multipleOf) * multipleOf;
  const toValue = (hundredths: number) => toKelvin(hundredths / 100);
  return {
    name,
    description,
    unit: 'K',
    minimum: toValue(minimum),
    maximum: toValue(maximum),
    read: (state) => toValue(read(state)),
    nearest: (value) => toValue(toHundredths(value)),
    act: { command: (value) => command(toHundredths(value)) },
  };
};

const share = (about: Pick<Input, 'name' | 'description' | 'read' | 'act'>): Input => ({
  ...about,
  unit: '1',
  minimum: 0,
  maximum: 1,
  nearest: (value) => value,
});

const unitInputs = ({ abilities }: Emulator, { state }: Emulated): readonly Input[] => {
  const unit = state.datagrams.unit[0];
  if (unit === undefined) return [];
  const { modes, fans } = abilities(state);
  const common = [
    onOff({
      name: 'ahu_oveOn_u',
      description: 'Ducted unit: 1 on, 0 off',
      read: ({ datagrams }) => datagrams.unit[0]!.SysOn,
      command: (body) => ({ name: 'SysOn', body }) as AnyCommand,
    }),
    chosen({
      name: 'ahu_oveMod_u',
      description: `Mode of the ducted unit: ${describe(sysMode.values, modes)}`,
      numbers: modes,
      read: ({ datagrams }) => datagrams.unit[0]!.SysMode,
      command: (body) => ({ name: 'SysMode', body }) as AnyCommand,
    }),
    chosen({
      name: 'ahu_oveFan_u',
      description: `Fan of the ducted unit: ${describe(sysFan.values, fans)}`,
      numbers: fans,
      read: ({ datagrams }) => datagrams.unit[0]!.SysFan,
      command: (body) => ({ name: 'SysFan', body }) as AnyCommand,
    }),
    setpoint({
      name: 'ahu_oveTSet_u',
      description: 'Setpoint of the ducted unit',
      field: kinds.unit.fields.properties.Setpoint,
      read: ({ datagrams }) => datagrams.unit[0]!.Setpoint,
      command: (body) => ({ name: 'SysSetpoint', body }),
    }),
  ];
  if (state.plant.unit!.evaporative !== null) return common;
  const load = share({
    name: 'ahu_oveLoa_u',
    description: 'Load of the compressor of the ducted unit, in place of its thermostat',
    read: ({ plant }) => plant.knobs.held?.load ?? plant.unit!.load,
    act: { hold: (value, held) => ({ ...held, load: value }) },
  });
  return [...common, load];
};

const zoneInputs = (zone: number, { datagrams }: State): readonly Input[] => {
  const shown = datagrams.zone[zone]!;
  const named = `zone ${zone} (${shown.Name})`;
  const id = `zon${zone}`;
  const damper = share({
    name: `${id}_oveDam_u`,
    description: `Position of the damper of ${named}, in place of the controller: 0 shut, 1 open`,
    read: ({ plant }) => (plant.knobs.held?.dampers[zone] ?? plant.zones[zone]!.position) / 100,
    act: {
      hold: (value, held) => ({ ...held, dampers: held.dampers.with(zone, 100 * value) }),
    },
  });
  const { open, close, auto } = zoneMode.values;
  const isWarmed = isSensed(shown) && shown.ZoneType !== zoneType.values['open/close'];
  const modes = isWarmed ? [open, close, auto] : [open, close];
  const mode = chosen({
    name: `${id}_oveMod_u`,
    description: `Mode of ${named}: ${describe(zoneMode.values, modes)}`,
    numbers: modes,
    read: (state) => state.datagrams.zone[zone]!.Mode,
    command: (Mode) => ({ name: 'ZoneMode', body: { Index: zone, Mode } }) as AnyCommand,
  });
  const target = setpoint({
    name: `${id}_oveTSet_u`,
    description: `Setpoint of ${named}`,
    field: kinds.zone.fields.properties.Setpoint,
    read: (state) => state.datagrams.zone[zone]!.Setpoint,
    command: (Setpoint) => ({ name: 'ZoneSetpoint', body: { Index: zone, Setpoint } }),
  });
  return isWarmed ? [mode, target, damper] : [mode, damper];
};

/** Modes of splits and fan-coils that a test can choose. */
const roomModes = Object.values(roomUnitMode.values);

/** A split or a fan-coil: its name, how it is read, and the first word of its commands. */
interface RoomUnit {
  readonly id: string;
  readonly named: string;
  readonly index: number;
  readonly command: 'SplitSystemZone' | 'VrfSystemZone';
  readonly field: Setpoint['field'];
  readonly read: (state: State) => {
    readonly On: number;
    readonly Mode: number;
    readonly setpoint: number;
  };
}

const roomUnitInputs = ({ id, named, index: Index, command, field, read }: RoomUnit): readonly Input[] => [
  onOff({
    name: `${id}_oveOn_u`,
    description: `Switch of ${named}: 1 on, 0 off`,
    read: (state) => read(state).On,
    command: (On) => ({ name: `${command}On`, body: { Index, On } }) as AnyCommand,
  }),
  chosen({
    name: `${id}_oveMod_u`,
    description: `Mode of ${named}: ${describe(roomUnitMode.values, roomModes)}`,
    numbers: roomModes,
    read: (state) => read(state).Mode,
    command: (Mode) => ({ name: `${command}Mode`, body: { Index, Mode } }) as AnyCommand,
  }),
  setpoint({
    name: `${id}_oveTSet_u`,
    description: `Setpoint of ${named}`,
    field,
    read: (state) => read(state).setpoint,
    command: (Setpoint) => ({ name: `${command}Setpoint`, body: { Index, Setpoint } }),
  }),
];

const splitInputs = (place: number, { datagrams }: State): readonly Input[] => {
  const { Index, Name } = datagrams.split[place]!;
  return roomUnitInputs({
    id: `spl${Index}`,
    named: `split ${Index} (${Name})`,
    index: Index,
    command: 'SplitSystemZone',
    field: kinds.split.fields.properties.Setpoint,
    read: (state) => {
      const { On, Mode, Setpoint } = state.datagrams.split[place]!;
      return { On, Mode, setpoint: Setpoint };
    },
  });
};

const vrfInputs = (index: number, { datagrams }: State): readonly Input[] =>
  roomUnitInputs({
    id: `vrf${index}`,
    named: `fan-coil ${index} (${datagrams.vrf[index]!.Name})`,
    index,
    command: 'VrfSystemZone',
    field: kinds.vrf.fields.properties.Sp,
    read: (state) => {
      const { On, Mode, Sp } = state.datagrams.vrf[index]!;
      return { On, Mode, setpoint: Sp };
    },
  });

/** Returns the inputs of a house. */
export function inputsOf(emulator: Emulator, initial: Emulated): readonly Input[] {
  const { state } = initial;
  const { zone, split, vrf } = state.datagrams;
  return [
    ...unitInputs(emulator, initial),
    ...zone.flatMap((_, place) => zoneInputs(place, state)),
    ...split.flatMap((_, place) => splitInputs(place, state)),
    ...vrf.flatMap((_, index) => (index === ductedUnit ? [] : vrfInputs(index, state))),
  ];
}
