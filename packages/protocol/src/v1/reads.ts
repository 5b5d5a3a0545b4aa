import { type Datagrams, findDatagram } from '../component/kinds.ts';
import { subsystems } from '../definition/subsystem.ts';
import { type Dialect, neutral } from '../dialect/dialect.ts';
import { toWord } from '../dialect/word.ts';
import type { Identity } from '../query/identity.ts';
import { type Json, memoizeText } from '../query/text.ts';
import { ok, type Result, refuse } from '../refusal/refusal.ts';
import { toV1NoSchedule, toV1Schedule } from './schedules.ts';
import { toV1Unit } from './system.ts';
import { toV1NoZone, toV1Zone } from './zones.ts';

/** One resource of the original interface, `GET <path>`: the unit, or a range of components by index. */
export interface V1Read {
  readonly path: string;
  readonly kind: 'unit' | 'zone' | 'schedule';
  readonly from: number;
  readonly to: number;
  readonly summary: string;
}

const read = (path: string, kind: V1Read['kind'], from: number, to: number, summary: string): V1Read => ({
  path,
  kind,
  from,
  to,
  summary,
});

/** Every resource of the original interface (wire facts 8). */
export const v1Reads: readonly V1Read[] = [
  read('/SystemSettings', 'unit', 0, 0, 'The ducted unit.'),
  read('/Zones1_4', 'zone', 0, 3, 'Zones 1 to 4.'),
  read('/Zones5_8', 'zone', 4, 7, 'Zones 5 to 8.'),
  read('/Zones9_12', 'zone', 8, 11, 'Zones 9 to 12.'),
  read('/Zones13_14', 'zone', 12, 13, 'Zones 13 and 14.'),
  read('/Schedules1_5', 'schedule', 0, 4, 'Favourites 1 to 5.'),
  read('/Schedules6_9', 'schedule', 5, 8, 'Favourites 6 to 9.'),
];

// Other keys of the original interface contain no brand, so one text is right in every dialect.
const write = <D extends object>(datagram: D, to: (datagram: D) => object): Json =>
  memoizeText(neutral, to, datagram, (each) => JSON.stringify(to(each)));

const entryToJson = (kind: 'zone' | 'schedule', index: number, datagrams: Datagrams): Json => {
  if (kind === 'zone') {
    const zone = findDatagram(datagrams, kind, index);
    return zone === undefined ? JSON.stringify(toV1NoZone(index)) : write(zone, toV1Zone);
  }
  const schedule = findDatagram(datagrams, kind, index);
  return schedule === undefined ? JSON.stringify(toV1NoSchedule(index)) : write(schedule, toV1Schedule);
};

/** Returns the response to a read of the original interface as JSON text: only the body, without an envelope. */
export function answerV1Read(
  { kind, from, to }: V1Read,
  datagrams: Datagrams,
  { uid, deviceType }: Identity,
  dialect: Dialect = neutral,
): Result<Json> {
  const [unit] = datagrams.unit;
  if (unit === undefined) return refuse('not-installed', { facts: { noun: subsystems.ac.noun, count: 0 } });
  const id = `{"${toWord(dialect, 'keys', 'HvacDeviceUId')}":${JSON.stringify(uid)},`;
  if (kind === 'unit')
    return ok(`${id}"DeviceType":${JSON.stringify(deviceType)},${write(unit, toV1Unit).slice(1)}`);
  let entries = '';
  for (let index = from; index <= to; index++)
    entries += `${index === from ? '' : ','}${id}${entryToJson(kind, index, datagrams).slice(1)}`;
  return ok(`[${entries}]`);
}
