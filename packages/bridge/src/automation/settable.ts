import type { AnyCommand } from '@plenum/protocol/command';
import type { Datagrams } from '@plenum/protocol/component';

interface Settable {
  readonly read: (datagrams: Datagrams, index: number) => number | undefined;
  readonly body: (value: number, index: number) => unknown;
}

const zoneOf = ({ zone }: Datagrams, index: number) => zone.find(({ Index }) => Index === index);

/** The settings that automatic actions change, by the command that writes them. */
const settables = {
  SysOn: { read: ({ unit }) => unit[0]?.SysOn, body: (value) => value },
  SysMode: { read: ({ unit }) => unit[0]?.SysMode, body: (value) => value },
  ZoneMode: {
    read: (datagrams, index) => zoneOf(datagrams, index)?.Mode,
    body: (Mode, Index) => ({ Index, Mode }),
  },
  ZoneSetpoint: {
    read: (datagrams, index) => zoneOf(datagrams, index)?.Setpoint,
    body: (Setpoint, Index) => ({ Index, Setpoint }),
  },
} as const satisfies Readonly<Record<string, Settable>>;

/** A setting with the value that an action gives it; `index` is that of a zone. */
export interface Given {
  readonly name: keyof typeof settables;
  readonly index?: number;
  readonly value: number;
}

/** A setting that an action changed, with the value to return to. */
export interface Changed extends Given {
  readonly before: number;
}

type Place = Pick<Given, 'name' | 'index'>;

/** Returns the current value of a setting; undefined if the house does not have it. */
export const currentOf = ({ name, index = 0 }: Place, datagrams: Datagrams): number | undefined =>
  settables[name].read(datagrams, index);

/** Returns the command that gives a setting a value. */
export const commandFor = ({ name, index = 0 }: Place, value: number): AnyCommand =>
  ({ name, body: settables[name].body(value, index) }) as AnyCommand;

/** True if a command of a person decides on a setting, even if it leaves its value as it is. */
export function decidesOn(command: AnyCommand, { name, index }: Place): boolean {
  if (command.name === 'FavouriteSet') return true;
  if (command.name !== name) return false;
  return index === undefined || (command.body as { readonly Index?: number }).Index === index;
}
