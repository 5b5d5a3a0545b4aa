import { componentKinds, type DatagramOf, nothingInstalled } from '@plenum/protocol/component';
import { subsystemNames, subsystems } from '@plenum/protocol/definition';
import { dialects, izone, neutral, toWord, type WordTable, wordTables } from '@plenum/protocol/dialect';
import { capabilityTokens, toDiscoveryAnswer } from '@plenum/protocol/discovery';
import { enumerations } from '@plenum/protocol/field';
import { notificationNames, notificationOf, notifications } from '@plenum/protocol/notification';
import { chosenPart, queries } from '@plenum/protocol/query';
import { code, join, marked, table } from '../markdown/markdown.ts';

const toDiscovery = (): string => {
  const answer = toDiscoveryAnswer({
    uid: '000000001',
    address: '192.168.1.20',
    datagrams: { ...nothingInstalled, unit: [{} as DatagramOf<'unit'>] },
    httpPort: 8080,
  });
  return join([
    `\`\`\`\n${answer}\n\`\`\``,
    table(
      ['Token', '`izone` dialect', 'Capability'],
      capabilityTokens.map(([what, token]) => [code(token), code(toWord(izone, 'tokens', token)), what]),
    ),
  ]);
};

const toNotifications = (): string =>
  table(
    ['Text', '`izone` dialect', 'Components it covers'],
    notificationNames.map((name) => {
      const { text } = notifications[name];
      const covered = componentKinds.filter((kind) => notificationOf(kind) === name);
      return [code(text), code(toWord(izone, 'notifications', text)), covered.join(', ')];
    }),
  );

const toEndpoints = (): string =>
  table(
    ['Subsystem', 'Query', 'Control', 'Root key of a query', 'Id in answers'],
    subsystemNames.map((name) => {
      const { query, control, root, uid } = subsystems[name];
      return [name, code(`POST ${query}`), code(`POST ${control}`), code(root), uid];
    }),
  );

const toQueries = (): string =>
  table(
    ['Subsystem', 'Type', 'Answers', '`No`', 'Key of the answer', 'Source', 'Notes'],
    queries.map((query) => {
      const chosen = chosenPart(query);
      return [
        query.subsystem,
        String(query.type),
        query.summary,
        chosen === undefined ? '' : `0-${chosen.count - 1}`,
        Object.keys(query.answer).map(code).join(', '),
        query.section,
        marked(query.gap),
      ];
    }),
  );

const wordsOf: Readonly<Record<WordTable, string>> = {
  paths: 'Paths',
  tokens: 'Tokens of discovery',
  keys: 'Keys of JSON objects',
  notifications: 'Change notices',
  kinds: 'Kinds in component ids',
};

const toDialects = (): string => {
  const named = dialects.filter((dialect) => dialect !== neutral);
  return table(
    ['In a dialect file', 'What', 'neutral', ...named.map(({ name }) => name)],
    wordTables.flatMap((words) =>
      Object.keys(izone[words]).map((word) => [
        code(words),
        wordsOf[words],
        code(word),
        ...named.map((dialect) => code(toWord(dialect, words, word))),
      ]),
    ),
  );
};

const toEnumerations = (section: string): string =>
  table(
    ['Enumeration', 'Values'],
    Object.values(enumerations)
      .filter((enumeration) => enumeration.section === section)
      .toSorted((a, b) => (a.name < b.name ? -1 : 1))
      .map(({ name, values }) => [
        code(name),
        Object.entries(values)
          .map(([label, value]) => `${value} = ${label}`)
          .join(', '),
      ]),
  );

const enumerationSections = new Set(Object.values(enumerations).map(({ section }) => section));

/**
 * Returns the blocks about the transport (discovery, change notices, endpoints, queries, dialects) and the enumerations
 * of each section.
 */
export const wireBlocks = (): Readonly<Record<string, string>> => ({
  discovery: toDiscovery(),
  notifications: toNotifications(),
  endpoints: toEndpoints(),
  queries: toQueries(),
  dialects: toDialects(),
  ...Object.fromEntries(
    Array.from(enumerationSections, (section) => [`enumerations ${section}`, toEnumerations(section)]),
  ),
});
