import type { DatagramOf } from '../component/kinds.ts';
import { oneOf, plain, whole } from './codec.ts';
import { membersFor, type PartialDatagram, readMembers, writeMembers } from './member.ts';
import * as words from './words.ts';

type Schedule = DatagramOf<'schedule'>;
const { field, made } = membersFor<Schedule>();

const yesNo = oneOf(words.yesNo).schema;

/**
 * The members after the id in an entry of `/Schedules` (wire facts 8). The current interface does not show whether a
 * favourite is running.
 */
export const v1ScheduleMembers = [
  made('Id', { meaning: 'always 0', schema: { type: 'integer' }, write: () => 0 }),
  field('Index', 'Index', whole),
  field('Name', 'Name', plain),
  field('Active', 'Enabled', oneOf(words.yesNo)),
  made('Execute', { meaning: 'always false', schema: yesNo, write: () => 'false' }),
  made('Exists', {
    meaning: 'true if it has a `Name`, so that it can be enabled',
    schema: yesNo,
    write: ({ Name }) => String(Name !== ''),
  }),
];

/** Returns a favourite as an entry of `/Schedules`, without the id with which every entry begins. */
export const toV1Schedule = (schedule: Schedule): object => writeMembers(v1ScheduleMembers, schedule);

/** Returns the entry for a favourite that does not exist. */
export const toV1NoSchedule = (index: number): object => ({
  Id: 0,
  Index: index,
  Name: '',
  Active: 'false',
  Execute: 'false',
  Exists: 'false',
});

/** Reads a group of `/Schedules` into the corresponding fields of the current interface. */
export const fromV1Schedules = (
  answer: readonly Readonly<Record<string, unknown>>[],
): readonly PartialDatagram<Schedule>[] => answer.map((entry) => readMembers(v1ScheduleMembers, entry));
