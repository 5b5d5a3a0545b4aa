import { type ComponentKind, componentKinds, kinds } from '@plenum/protocol/component';
import { queries } from '@plenum/protocol/query';
import { type Finding, keptUnless, type Level, type Row, untested } from '../../row.ts';
import { allDatagrams, type BridgeEvidence, isPlaceholder } from '../evidence.ts';
import { inspect, type ProblemKind } from '../read/inspect.ts';
import { nameOf } from '../read/readings.ts';

/** A statement that is checked for every datagram, against the definitions of its fields. */
interface Judged {
  readonly what: string;
  readonly problems: readonly ProblemKind[];
  readonly level: Level;
  readonly statement: (name: string) => string;
}

const judged: readonly Judged[] = [
  {
    what: 'fields',
    problems: ['missing'],
    level: 'must',
    statement: (name) => `${name} has every field of the interface, spelled as defined.`,
  },
  {
    what: 'types',
    problems: ['type'],
    level: 'must',
    statement: (name) => `Each field of ${name} has the JSON type of its definition.`,
  },
  {
    what: 'ranges',
    problems: ['range'],
    level: 'must',
    statement: (name) =>
      `Each measurement in ${name} is within its limits, and each list has a permitted length.`,
  },
  {
    what: 'values',
    problems: ['value'],
    level: 'should',
    statement: (name) => `Each enumeration value in ${name} is one that the interface defines.`,
  },
  {
    what: 'names',
    problems: ['name'],
    level: 'should',
    statement: (name) => `Each name in ${name} has at most 15 bytes of UTF-8 and no control characters.`,
  },
  {
    what: 'more',
    problems: ['unknown'],
    level: 'note',
    statement: (name) => `${name} has no field beyond the interface; clients have to accept such fields.`,
  },
];

/** The member that contains the number of the part, for datagrams in several parts (lighting 1). */
const portionNumbers = new Map(
  queries
    .flatMap(({ answer }) => Object.values(answer))
    .flatMap((part) => (part.from === 'portion' ? [[part.kind, part.of.number] as const] : [])),
);

const judge = (kind: ComponentKind, { what, problems }: Judged, evidence: BridgeEvidence): Finding => {
  const found = allDatagrams(evidence).filter((each) => each.kind === kind && each.fields === undefined);
  if (found.length === 0) return untested(`The bridge has no ${kinds[kind].name}.`);
  const isBlank = kind === 'unit' && isPlaceholder(evidence);
  if (isBlank && what !== 'fields' && what !== 'types')
    return untested('The bridge has lost its air conditioner and shows a placeholder.');
  return keptUnless(
    found.flatMap((each) =>
      inspect(kinds[kind].fields, each.datagram)
        .filter((problem) => problems.includes(problem.kind) && problem.path !== portionNumbers.get(kind))
        .map(({ path, says }) => `${nameOf(each)}: ${path === '' ? 'it' : path} ${says}.`),
    ),
  );
};

/** Shape, types, ranges, enumerations and names of every datagram (interface 2). */
export const datagramRows: readonly Row<BridgeEvidence>[] = componentKinds.flatMap((kind) =>
  judged.map((each): Row<BridgeEvidence> => {
    const { name, section } = kinds[kind];
    return {
      id: `${kind}.${each.what}`,
      section,
      statement: each.statement(name),
      level: each.level,
      judge: (evidence) => judge(kind, each, evidence),
    };
  }),
);
