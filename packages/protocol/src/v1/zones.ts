import type { DatagramOf } from '../component/kinds.ts';
import { degrees, oneOf, plain, whole } from './codec.ts';
import { membersFor, type PartialDatagram, readMembers, writeMembers } from './member.ts';
import * as words from './words.ts';

type Zone = DatagramOf<'zone'>;
const { field, made } = membersFor<Zone>();

/** The members after the id in an entry of `/Zones` (wire facts 8). */
export const v1ZoneMembers = [
  made('Id', { meaning: 'always 0', schema: { type: 'integer' }, write: () => 0 }),
  field('Index', 'Index', whole),
  field('Name', 'Name', plain),
  field('Type', 'ZoneType', oneOf(words.zoneKind)),
  field('Mode', 'Mode', oneOf(words.zoneState)),
  field('SetPoint', 'Setpoint', degrees),
  field('Temp', 'Temp', degrees),
  field('MaxAir', 'MaxAir', whole),
  field('MinAir', 'MinAir', whole),
  field('Const', 'Const', whole),
  field('ConstA', 'ConstA', oneOf(words.yesNo)),
  field('DmpFlt', 'DmpFlt', oneOf(words.yesNo)),
  field('Master', 'Master', oneOf(words.yesNo)),
  field('iSense', 'iSense', oneOf(words.onOff)),
];

/** Returns a zone as an entry of `/Zones`, without the id with which every entry begins. */
export const toV1Zone = (zone: Zone): object => writeMembers(v1ZoneMembers, zone);

/** Returns the entry for a zone that is not installed. Entries beyond NoOfZones are included. */
export const toV1NoZone = (index: number): object => ({
  Id: 0,
  Index: index,
  Name: '',
  Type: 'opcl',
  Mode: 'close',
  SetPoint: 0,
  Temp: 0,
  MaxAir: 0,
  MinAir: 0,
  Const: 255,
  ConstA: 'false',
  DmpFlt: 'false',
  Master: 'false',
  iSense: 'off',
});

/** Reads a group of `/Zones` into the corresponding fields of the current interface, one entry for each zone. */
export const fromV1Zones = (
  answer: readonly Readonly<Record<string, unknown>>[],
): readonly PartialDatagram<Zone>[] => answer.map((entry) => readMembers(v1ZoneMembers, entry));
