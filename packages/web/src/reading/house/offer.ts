import type { CommandName } from '@plenum/protocol/command';
import type { DatagramOf } from '@plenum/protocol/component';
import { enumerations } from '@plenum/protocol/field';
import { allowsSwing, ductedUnit } from '@plenum/protocol/vrf';
import { fieldOf, type Option, optionsOf, someOf } from '../words.ts';
import { modeActivity } from './status.ts';
import { modesOf } from './zone.ts';

const sysMode = enumerations.sysMode;
const sysFan = enumerations.sysFan;
const cpuType = enumerations.cpuType;
const roomUnitMode = enumerations.roomUnitMode;
const room = roomUnitMode.values;

/**
 * The values that the house has refused although its datagrams do not exclude them, because a unit does not report its
 * modes.
 */
type RefusedValues = ReadonlySet<string>;

export const refusedKey = (name: string, value: number): string => `${name} ${value}`;

const withColour = (options: readonly Option[]) =>
  options.map((option) => ({ ...option, activity: modeActivity(option.value) }));

const unlessRefused = (
  name: CommandName,
  present: number,
  options: readonly Option[],
  refused: RefusedValues,
) => options.filter(({ value }) => value === present || !refused.has(refusedKey(name, value)));

type Unit = DatagramOf<'unit'>;

/** Returns the modes of the unit: the modes of its kind, except those that the unit has refused. */
export function unitModes({ SysMode, CpuType }: Pick<Unit, 'SysMode' | 'CpuType'>, refused: RefusedValues) {
  const words =
    CpuType === cpuType.values.evaporative
      ? ['cool', 'vent', 'auto', 'exhaust', 'pump only']
      : ['cool', 'heat', 'vent', 'dry', 'auto'];
  const some = someOf(optionsOf(fieldOf('unit', 'SysMode')), sysMode, words, SysMode);
  return withColour(unlessRefused('SysMode', SysMode, some, refused));
}

/** Returns the fan speeds of the unit, except those that it has refused. */
export const unitFans = ({ SysFan }: Pick<Unit, 'SysFan'>, refused: RefusedValues) =>
  unlessRefused(
    'SysFan',
    SysFan,
    someOf(optionsOf(fieldOf('unit', 'SysFan')), sysFan, ['low', 'medium', 'high', 'auto'], SysFan),
    refused,
  );

type Vrf = DatagramOf<'vrf'>;
type Favourite = DatagramOf<'schedule'>;

/**
 * Returns the mode that determines the direction of a fan-coil: the mode of the master while it runs, or else that of
 * the first unit that heats or cools; `undefined` without a master.
 */
const bindingMode = (vrf: Vrf, all: readonly Vrf[]): number | undefined => {
  const units = all.filter(({ X }) => X !== ductedUnit);
  if (vrf.Ms === 1 || !units.some(({ Ms }) => Ms === 1)) return undefined;
  const running = units.filter(({ X, On, Mode }) => X !== vrf.X && On === 1 && Mode !== room.vent);
  return (running.find(({ Ms }) => Ms === 1) ?? running[0])?.Mode;
};

/**
 * Returns the modes of a fan-coil. While it is on, heating is excluded if the outdoor unit cools, and cooling if it
 * heats.
 */
export function vrfModes(vrf: Vrf, all: readonly Vrf[]) {
  const bound = bindingMode(vrf, all);
  const forbidden =
    bound === room.heat
      ? [room.cool, room.dry]
      : bound === room.cool || bound === room.dry
        ? [room.heat]
        : [];
  const isFree = ({ value }: Option) => vrf.On !== 1 || value === vrf.Mode || !forbidden.includes(value);
  return withColour(optionsOf(fieldOf('vrf', 'Mode')).filter(isFree));
}

/** The components of a house that limit the values of others. */
interface Units {
  readonly vrf: readonly Vrf[];
  readonly unit: readonly Unit[];
}

type Offer = (datagram: never, house: Units, refused: RefusedValues) => readonly Option[];

const offers: Readonly<Partial<Record<CommandName, Offer>>> = {
  SysMode: (unit: DatagramOf<'unit'>, _, refused) => unitModes(unit, refused),
  SysFan: (unit: DatagramOf<'unit'>, _, refused) => unitFans(unit, refused),
  SchedAcMode: ({ Mode }: Favourite, { unit: [unit] }, refused) =>
    unlessRefused(
      'SchedAcMode',
      Mode,
      unitModes({ SysMode: Mode, CpuType: unit?.CpuType ?? 0 }, refused),
      refused,
    ),
  SchedAcFan: ({ Fan }: Favourite, _, refused) =>
    unlessRefused('SchedAcFan', Fan, unitFans({ SysFan: Fan }, refused), refused),
  ZoneMode: (zone: DatagramOf<'zone'>) => modesOf(zone, zone.Mode),
  SplitSystemZoneMode: () => withColour(optionsOf(fieldOf('split', 'Mode'))),
  SplitSystemZoneFan: ({ Brand }: DatagramOf<'split'>) => optionsOf(fieldOf('split', 'Fan'), Brand === 1),
  VrfSystemZoneMode: (vrf: Vrf, { vrf: all }) => vrfModes(vrf, all),
  VrfSystemZoneSwing: ({ Sw, SwAl }: Vrf) =>
    optionsOf(fieldOf('vrf', 'Sw')).filter(({ value }) => value === Sw || allowsSwing(SwAl, value)),
};

/**
 * Returns the values of a command that a component accepts at present; `undefined` if it accepts all values in the
 * definition.
 */
export const offerOf = (
  name: CommandName,
  datagram: object,
  house: Units,
  refused: RefusedValues,
): readonly (Option & { readonly activity?: string })[] | undefined =>
  // The datagram is that of the component that takes the command.
  offers[name]?.(datagram as never, house, refused);
