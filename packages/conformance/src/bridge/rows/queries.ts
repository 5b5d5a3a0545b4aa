import { type ComponentKind, kinds } from '@plenum/protocol/component';
import { subsystems } from '@plenum/protocol/definition';
import { enumerations } from '@plenum/protocol/field';
import { isRecord } from '@plenum/protocol/json';
import { chosenPart, type Query, queries } from '@plenum/protocol/query';
import { type Finding, keptUnless, type Row, untested } from '../../row.ts';
import { type BridgeEvidence, datagramsOf, isPlaceholder, isThere } from '../evidence.ts';
import { counters, type QueryReading } from '../read/readings.ts';

const labelOf = ({ subsystem, type }: Query) => `${subsystems[subsystem].root} Type ${type}`;

const placeOf = ({ query, no }: QueryReading) =>
  chosenPart(query) === undefined ? labelOf(query) : `${labelOf(query)} No ${no}`;

const readingsOf = ({ readings }: BridgeEvidence, query: Query) =>
  readings.filter((each) => each.query === query);

/** The kinds of which a bridge may have fewer than a query can select; queries for missing components are refused. */
const counted: ReadonlySet<string> = new Set(Object.keys(counters));

const isExpected = ({ query, no }: QueryReading, evidence: BridgeEvidence): boolean => {
  const part = chosenPart(query);
  if (part === undefined) return true;
  if (part.kind === 'vrfFavourite' || (part.kind === 'schedule' && isPlaceholder(evidence))) return false;
  return !counted.has(part.kind) || no < countOf(part.kind, evidence);
};

/** Returns the number of components of a kind, from the settings of their subsystem. */
const countOf = (kind: ComponentKind, { readings }: BridgeEvidence): number => {
  const field = counters[kind]!;
  const { subsystem } = kinds[kind];
  for (const { query, value } of readings) {
    if (query.subsystem !== subsystem || !isRecord(value)) continue;
    const stated = Object.values(value).find((each) => isRecord(each) && Object.hasOwn(each, field));
    if (isRecord(stated)) return Number(stated[field]);
  }
  return 0;
};

/** True if the unit is of the brand that has the status query Type 5 (installer 6). */
const isOfBrandA = (evidence: BridgeEvidence): boolean =>
  datagramsOf(evidence, 'unit').some(
    ({ AcUnitBrand }) => AcUnitBrand === enumerations.unitBrand.values['brand A'],
  );

const judgeAnswer = (query: Query, evidence: BridgeEvidence): Finding => {
  const { subsystem } = query;
  const [key = ''] = Object.keys(query.answer);
  const found = readingsOf(evidence, query);
  if (!isThere(evidence, subsystem) || found.length === 0)
    return untested(`The bridge does not answer for the ${subsystems[subsystem].noun}.`);
  if (
    key === kinds.brandStatus.name &&
    !isOfBrandA(evidence) &&
    found.every(({ value }) => value === undefined)
  )
    return untested('The unit is of another brand.');
  const expected = found.filter((each) => isExpected(each, evidence) || each.value !== undefined);
  return keptUnless(
    expected.flatMap((reading) => {
      const { value, exchange } = reading;
      if (value === undefined) {
        const answered = exchange?.raw.slice(0, 80) ?? 'nothing';
        return [`${placeOf(reading)} is answered ${JSON.stringify(answered)}.`];
      }
      return Object.hasOwn(value, key) ? [] : [`${placeOf(reading)} has no ${key} in its answer.`];
    }),
  );
};

const judgeIndex = (query: Query, evidence: BridgeEvidence): Finding => {
  const found = readingsOf(evidence, query).filter(({ value }) => value !== undefined);
  if (found.length === 0) return untested(`No ${labelOf(query)} was answered.`);
  const [key = ''] = Object.keys(query.answer);
  return keptUnless(
    found.flatMap((reading) => {
      const datagram = reading.value?.[key];
      const index = isRecord(datagram) ? datagram.Index : undefined;
      if (index === undefined || index === reading.no) return [];
      return [`${placeOf(reading)} answers with Index ${JSON.stringify(index)}.`];
    }),
  );
};

/** Checks that the response to a query for a component that is not installed does not look like a component. */
const judgeBeyond = (query: Query, evidence: BridgeEvidence): Finding => {
  const beyond = readingsOf(evidence, query).filter((each) => !isExpected(each, evidence));
  if (beyond.length === 0) return untested(`Nothing beyond what is installed can be selected.`);
  return keptUnless(
    beyond.filter(({ value }) => value !== undefined).map((each) => `${placeOf(each)} is answered.`),
  );
};

const rowsOf = (query: Query): readonly Row<BridgeEvidence>[] => {
  const { subsystem, type, section } = query;
  const part = chosenPart(query);
  const id = `query.${subsystem}.${type}`;
  const { query: path } = subsystems[subsystem];
  const [key] = Object.keys(query.answer);
  const answer: Row<BridgeEvidence> = {
    id,
    section,
    statement: `${path} Type ${type} answers with ${key}. ${query.summary.replaceAll('`', '')}`,
    level: 'must',
    judge: (evidence) => judgeAnswer(query, evidence),
  };
  if (part === undefined) return [answer];
  return [
    answer,
    {
      id: `${id}.index`,
      section,
      statement: `${path} Type ${type} answers with the ${part.noun} that No selects.`,
      level: 'must',
      judge: (evidence) => judgeIndex(query, evidence),
    },
    ...(counted.has(part.kind)
      ? [
          {
            id: `${id}.beyond`,
            section: '4.2',
            statement: `A ${part.noun} that is not installed is refused and not invented.`,
            level: 'should',
            judge: (evidence: BridgeEvidence) => judgeBeyond(query, evidence),
          } as const,
        ]
      : []),
  ];
};

/** Every query of interface 4.2. */
export const queryRows: readonly Row<BridgeEvidence>[] = queries.flatMap(rowsOf);
