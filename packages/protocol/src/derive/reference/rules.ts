import type { Catalogue } from '../../command/catalogue.ts';
import { componentKinds, kinds } from '../../component/kinds.ts';
import * as enumerations from '../../field/enumeration.ts';
import { type Field, factsOf } from '../../field/field.ts';
import { decisions } from '../../gap/decisions.ts';
import { queries } from '../../query/catalogue.ts';
import { subsystems } from '../../query/subsystems.ts';
import { refusalExamples } from '../../refusal/examples.ts';
import { toSentence } from '../../refusal/refusal.ts';
import { type RefusalCode, refusals } from '../../refusal/table.ts';
import { placedFields } from './fields.ts';
import { code, join, table } from './markdown.ts';

/** The chapter of enumerations. */
export const toEnumerationChapter = (): string =>
  join([
    '## Enumerations',
    'Closed when commanded, open when read.',
    table(
      ['Enumeration', 'Values', 'Section'],
      Object.values(enumerations).map(({ name, values, section }) => [
        code(name),
        Object.entries(values)
          .map(([label, value]) => `${value} = ${label}`)
          .join(', '),
        section,
      ]),
    ),
  ]);

/** The chapter of refusals, with an example of each sentence. */
export const toRefusalChapter = (): string =>
  join([
    '## Refusals',
    'The current interface answers with the status and the body `{ERROR: <sentence>}`, text/plain; the original one with 200 and the same body.',
    table(
      ['Code', 'Status', 'Such as'],
      (Object.keys(refusals) as RefusalCode[]).map((name) => [
        code(name),
        String(refusals[name].status),
        toSentence({ code: name, ...refusalExamples[name] }),
      ]),
    ),
  ]);

const gapsOf = (place: string, field: Field, section: string): readonly (readonly string[])[] =>
  placedFields(field).flatMap(({ path, field: member }) => {
    const facts = factsOf(member);
    const at = path === '' ? place : `${place}.${path}`;
    return facts.gap === undefined ? [] : [[facts.section ?? section, code(at), facts.gap]];
  });

/** The chapter of what the interface document leaves open, with our decision. */
export const toGapChapter = (catalogue: Catalogue): string => {
  const general = decisions.map(({ section, open, decision }) => [section, open, decision]);
  const ofQueries = queries.flatMap(({ subsystem, type, section, gap }) =>
    gap === undefined ? [] : [[section, `${code(subsystems[subsystem].query)} Type ${type}`, gap]],
  );
  const ofFields = componentKinds.flatMap((kind) => {
    const { name, fields, section } = kinds[kind].of;
    return gapsOf(name, fields as unknown as Field, section);
  });
  const ofCommands = Array.from(catalogue.values()).flatMap(({ name, gap, section, body }) => [
    ...(gap === undefined ? [] : [[section, code(name), gap]]),
    ...gapsOf(name, body, section),
  ]);
  return join([
    '## What the document leaves open, and what we decided',
    table(['Section', 'Open', 'Decision'], [...general, ...ofQueries, ...ofFields, ...ofCommands]),
  ]);
};
