import { findDatagram, nothingInstalled } from '@plenum/protocol/component';
import { isRecord } from '@plenum/protocol/json';
import { type V1Member, v1Reads, v1ScheduleMembers, v1UnitMembers, v1ZoneMembers } from '@plenum/protocol/v1';
import { type Finding, keptUnless, type Level, type Row, untested } from '../../row.ts';
import { type BridgeEvidence, datagramsOf, isPlaceholder } from '../evidence.ts';
import type { Json, V1Reading } from '../read/readings.ts';
import type { Judge } from './judge.ts';

type Kind = V1Reading['read']['kind'];
/** A member of one of the objects; its `write` is called with the datagram of its kind. */
type AnyMember = Pick<V1Member<never>, 'key' | 'schema' | 'write'>;

const membersOf: Readonly<Record<Kind, readonly AnyMember[]>> = {
  unit: v1UnitMembers,
  zone: v1ZoneMembers,
  schedule: v1ScheduleMembers,
};

const titles: Readonly<Record<Kind, string>> = {
  unit: '/SystemSettings',
  zone: 'a list of zones',
  schedule: 'a list of favourites',
};

const row = (id: string, statement: string, judge: Judge, level: Level = 'must'): Row<BridgeEvidence> => ({
  id,
  section: 'wire facts 8',
  statement,
  level,
  judge,
});

/** Returns the objects in a response: one, or the entries of a list. */
const objectsIn = ({ value }: V1Reading): readonly Json[] =>
  (Array.isArray(value) ? value : [value]).filter(isRecord);

const readingsOf = ({ original }: BridgeEvidence, kind: Kind) =>
  original.filter(({ read, value }) => read.kind === kind && value !== undefined);

const noOriginal = (evidence: BridgeEvidence) =>
  evidence.original.some(({ value }) => value !== undefined)
    ? untested('The bridge has no such component.')
    : untested('The original interface does not answer.');

const matchesType = (type: unknown, value: unknown): boolean =>
  type === 'integer'
    ? Number.isInteger(value)
    : type === 'number'
      ? typeof value === 'number'
      : typeof value === 'string';

/** Returns the fault of a member according to its schema. A device may have newer members and newer texts. */
const problemOf = (
  { key, schema }: AnyMember,
  object: Json,
): { what: 'missing' | 'type' | 'word'; says: string } | undefined => {
  const value = object[key];
  if (value === undefined) return { what: 'missing', says: `${key} is not there` };
  const { type, enum: words } = schema as { type?: string; enum?: readonly unknown[] };
  if (!matchesType(type, value))
    return { what: 'type', says: `${key} is ${JSON.stringify(value)}, not of the type ${type}` };
  if (words === undefined || words.includes(value)) return undefined;
  return { what: 'word', says: `${key} is ${JSON.stringify(value)}, not one of ${words.join(', ')}` };
};

const membersJudge =
  (kind: Kind, what: 'missing' | 'type' | 'word') =>
  (evidence: BridgeEvidence): Finding => {
    const readings = readingsOf(evidence, kind);
    if (readings.length === 0) return noOriginal(evidence);
    // True for newer members, which older devices lack.
    const isNewer = (key: string) => key === 'OemMake' || key === 'FanAuto';
    return keptUnless(
      readings.flatMap((reading) =>
        objectsIn(reading).flatMap((object) =>
          membersOf[kind].flatMap((member) => {
            const problem = problemOf(member, object);
            if (problem?.what !== what || (what === 'missing' && isNewer(member.key))) return [];
            return [`${reading.read.path}: ${problem.says}.`];
          }),
        ),
      ),
    );
  };

const listLength =
  (path: string, length: number) =>
  (evidence: BridgeEvidence): Finding => {
    const reading = evidence.original.find(({ read }) => read.path === path);
    if (reading?.value === undefined) return noOriginal(evidence);
    if (!Array.isArray(reading.value)) return keptUnless([`${path} is not a list.`]);
    return keptUnless(
      reading.value.length === length ? [] : [`${path} has ${reading.value.length} entries.`],
    );
  };

/** Members whose value changes without a command, and members without a counterpart in the current interface. */
const moving = new Set([
  'Id',
  'Supply',
  'Temp',
  'SleepTimer',
  'UnitType',
  'ConstA',
  'Execute',
  'CtrlZone',
  'Warnings',
  'ACError',
  'Exists',
]);

/** Checks that both interfaces agree: the members of the original one must match the datagram of the current one. */
const agreement =
  (kind: Kind) =>
  (evidence: BridgeEvidence): Finding => {
    const readings = readingsOf(evidence, kind);
    if (readings.length === 0 || evidence.dialect === undefined) return noOriginal(evidence);
    const datagrams = { ...nothingInstalled, [kind]: datagramsOf(evidence, kind) };
    return keptUnless(
      readings.flatMap((reading) =>
        objectsIn(reading).flatMap((object) => {
          const index = kind === 'unit' ? 0 : Number(object.Index);
          const datagram = findDatagram(datagrams, kind, index);
          if (datagram === undefined) return [];
          return membersOf[kind].flatMap(({ key, write }) => {
            // The members and the datagram are those of the same kind.
            const expected = write(datagram as never);
            const isSame =
              expected === undefined ||
              moving.has(key) ||
              object[key] === undefined ||
              object[key] === expected;
            return isSame
              ? []
              : [
                  `${reading.read.path}: ${key} ${kind === 'unit' ? '' : `of ${index} `}is ${JSON.stringify(object[key])}, but ${JSON.stringify(expected)} by the current interface.`,
                ];
          });
        }),
      ),
    );
  };

const rightCase = (evidence: BridgeEvidence): Finding => {
  const probe = evidence.probes.lowerCasePath;
  if (probe === undefined || evidence.original.every(({ value }) => value === undefined))
    return noOriginal(evidence);
  return keptUnless(
    probe.answer?.kind === 'json' ? ['/systemsettings is answered like /SystemSettings.'] : [],
  );
};

const keptBeside = (evidence: BridgeEvidence): Finding => {
  if (evidence.dialect === undefined || isPlaceholder(evidence))
    return untested('The bridge has only the original interface.');
  const { original } = evidence;
  return keptUnless(
    original.some(({ value, exchange }) => value !== undefined || exchange?.raw === '')
      ? []
      : ['No reading of the original interface was answered.'],
  );
};

/** The original interface (interface 9; wire facts 8). */
export const originalRows: readonly Row<BridgeEvidence>[] = [
  {
    ...row(
      'v1.beside',
      'A bridge with the current interface also has the original one.',
      keptBeside,
      'should',
    ),
    section: '9',
  },
  row('v1.case', 'Paths are case sensitive.', rightCase, 'note'),
  ...v1Reads
    .filter(({ kind }) => kind !== 'unit')
    .map(({ path, from, to }) =>
      row(
        `v1.${path.slice(1)}.length`,
        `GET ${path} answers with ${to - from + 1} entries, even if fewer are installed.`,
        listLength(path, to - from + 1),
      ),
    ),
  ...(Object.keys(membersOf) as Kind[]).flatMap((kind) => [
    row(
      `v1.${kind}.members`,
      `Each object of ${titles[kind]} has every member.`,
      membersJudge(kind, 'missing'),
    ),
    row(`v1.${kind}.types`, `Each member of ${titles[kind]} has its JSON type.`, membersJudge(kind, 'type')),
    row(
      `v1.${kind}.words`,
      `Each word in ${titles[kind]} is one that the interface defines.`,
      membersJudge(kind, 'word'),
      'should',
    ),
    {
      ...row(
        `v1.${kind}.agrees`,
        `The settings in ${titles[kind]} agree with those of the current interface.`,
        agreement(kind),
      ),
      compares: [kind],
    },
  ]),
];
