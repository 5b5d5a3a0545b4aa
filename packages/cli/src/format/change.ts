import type { ChangedComponent, ReceivedDatagram } from '@plenum/client';
import { toPlainText } from '@plenum/protocol/text';
import { toDetailTable } from './component.ts';

/** The fields of a component as they are shown, by their names. */
export type ShownFields = ReadonlyMap<string, string>;

type Power = ReceivedDatagram<'power'>;

/** The names of the channels of a power monitor by the fields that show their readings, where a name is one channel's. */
const toChannelNames = (power: Power | undefined): ReadonlyMap<string, string> => {
  const named = (power?.Devices ?? []).flatMap(({ Channels = [] }, device) =>
    Channels.map(({ Name = '' }, channel) => [`Dev.${device}.Ch.${channel}`, toPlainText(Name)] as const),
  );
  const isUnique = (name: string) => named.filter(([, each]) => each === name).length === 1;
  return new Map(named.filter(([, name]) => name !== '' && isUnique(name)));
};

/** A component as it is shown; readings of power have the names of their channels, as `power` has them. */
export const toShownFields = (
  { kind, datagram }: ChangedComponent,
  power: Power | undefined,
): ShownFields => {
  const names = kind === 'powerStatus' ? toChannelNames(power) : new Map<string, string>();
  const { rows } = toDetailTable(kind, datagram);
  return new Map(rows.map(([name = '', value = '']) => [names.get(name) ?? name, value]));
};

/** What differs between two states of a component. */
export const toChanges = (before: ShownFields, after: ShownFields): string =>
  [...after]
    .filter(([name, value]) => before.get(name) !== value)
    .map(([name, value]) => `${name} ${before.get(name) ?? '(none)'} → ${value}`)
    .join(', ');

/** How far apart two clocks may be that show the same time: a house changes in steps of up to two minutes. */
const sameTime = 120_000;

/** Whether a house has a time of its own: its clock is not that of this machine. Instants in ms UTC. */
export const hasOwnTime = (at: number | undefined, now: number): at is number =>
  at !== undefined && Math.abs(at - now) > sameTime;

/** An instant (ms UTC) as a date and a time, in a time zone or that of this machine. */
export const toDateAndTime = (at: number, timeZone?: string): string =>
  new Intl.DateTimeFormat('sv', {
    dateStyle: 'short',
    timeStyle: 'medium',
    ...(timeZone !== undefined && { timeZone }),
  }).format(at);
