import type { ChangedComponent, ReceivedDatagram } from '@plenum/client';
import { toPlainText } from '@plenum/protocol/text';
import { toDetailTable } from './component.ts';

/** The displayed fields of a component, by name. */
export type ShownFields = ReadonlyMap<string, string>;

type Power = ReceivedDatagram<'power'>;

/**
 * Returns the channel names of a power monitor, keyed by the field of the channel's reading. A name that several
 * channels share is omitted.
 */
const toChannelNames = (power: Power | undefined): ReadonlyMap<string, string> => {
  const named = (power?.Devices ?? []).flatMap(({ Channels = [] }, device) =>
    Channels.map(({ Name = '' }, channel) => [`Dev.${device}.Ch.${channel}`, toPlainText(Name)] as const),
  );
  const isUnique = (name: string) => named.filter(([, each]) => each === name).length === 1;
  return new Map(named.filter(([, name]) => name !== '' && isUnique(name)));
};

/** Returns the displayed fields of a component; power readings get the names of their channels from `power`. */
export function toShownFields({ kind, datagram }: ChangedComponent, power: Power | undefined): ShownFields {
  const names = kind === 'powerStatus' ? toChannelNames(power) : new Map<string, string>();
  const { rows } = toDetailTable(kind, datagram);
  return new Map(rows.map(([name = '', value = '']) => [names.get(name) ?? name, value]));
}

/** Describes the differences between two states of a component. */
export const toChanges = (before: ShownFields, after: ShownFields): string =>
  [...after]
    .filter(([name, value]) => before.get(name) !== value)
    .map(([name, value]) => `${name} ${before.get(name) ?? '(none)'} → ${value}`)
    .join(', ');

/**
 * Maximum difference, in ms, between clocks that count as equal: a simulated house's clock moves in steps of up to two
 * minutes.
 */
const sameTime = 120_000;

/** True if a house's clock differs from that of this machine. Both times are in ms since 1970 UTC. */
export const hasOwnTime = (at: number | undefined, now: number): at is number =>
  at !== undefined && Math.abs(at - now) > sameTime;

/** Formats the time of day of this machine, such as `07:05:59`. */
export const toTimeOfDay = (date: Date): string =>
  [date.getHours(), date.getMinutes(), date.getSeconds()]
    .map((part) => String(part).padStart(2, '0'))
    .join(':');

/** Formats a time (ms since 1970 UTC) as a date and a time of day, in a time zone or that of this machine. */
export const toDateAndTime = (at: number, timeZone?: string): string =>
  new Intl.DateTimeFormat('sv', {
    dateStyle: 'short',
    timeStyle: 'medium',
    ...(timeZone !== undefined && { timeZone }),
  }).format(at);
