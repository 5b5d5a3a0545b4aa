import { componentKinds, nothingInstalled } from '../../component/kinds.ts';
import { dialects, izone, neutral, wordTables } from '../../dialect/dialect.ts';
import { toWord } from '../../dialect/word.ts';
import {
  capabilityTokens,
  discoveryPort,
  discoveryRequest,
  toDiscoveryAnswer,
} from '../../discovery/discovery.ts';
import {
  notificationInterval,
  notificationNames,
  notificationOf,
  notificationPort,
  notifications,
} from '../../notification/notification.ts';
import { queries } from '../../query/catalogue.ts';
import { chosenPart } from '../../query/check-query.ts';
import { subsystemNames, subsystems } from '../../query/subsystems.ts';
import { code, join, marked, table } from './markdown.ts';

const toDiscovery = (): string => {
  const answer = toDiscoveryAnswer({
    uid: '000000001',
    address: '192.168.1.20',
    datagrams: nothingInstalled,
    httpPort: 8080,
  });
  return join([
    '## Discovery',
    `A client broadcasts the text ${code(discoveryRequest)} by UDP to 255.255.255.255, port ${discoveryPort}; whatever follows it is not looked at. Each bridge answers the sender (sections 4.1 and wire facts 6):`,
    `\`\`\`\n${answer}\n\`\`\``,
    table(
      ['Token', 'izone', 'Capability'],
      capabilityTokens.map(([what, token]) => [code(token), code(toWord(izone, 'tokens', token)), what]),
    ),
    'The token of a capability that is not installed is `X`. `Hvac` and `HvacV2` are always there: they name the interface, not the installation. `Port_<n>` is ours and stands there only where HTTP is not served on port 80.',
  ]);
};

const toNotifications = (): string =>
  join([
    '## Notifications',
    `On a change, and at least every ${notificationInterval} s, a bridge broadcasts a text by UDP to 255.255.255.255, port ${notificationPort}: plain ASCII without terminator (wire facts 5). A command that changed nothing is not notified; the other subsystems have no notification, \`GET /events\` tells of them.`,
    table(
      ['Text', 'izone', 'Tells of'],
      notificationNames.map((name) => {
        const { text } = notifications[name];
        const about = componentKinds.filter((kind) => notificationOf(kind) === name);
        return [code(text), code(toWord(izone, 'notifications', text)), about.join(', ')];
      }),
    ),
  ]);

const toPaths = (): string =>
  join([
    '## Paths and queries',
    table(
      ['Subsystem', 'Query', 'Control', 'Root key of a query', 'Id in answers'],
      subsystemNames.map((name) => {
        const { query, control, root, uid } = subsystems[name];
        return [name, code(`POST ${query}`), code(`POST ${control}`), code(root), uid];
      }),
    ),
    'A query is `{<root key>: {Type, No, No1}}`. `No` chooses one of several; where it is unused it may be left out, as `No1` always may.',
    table(
      ['Subsystem', 'Type', 'Answers', '`No`', 'Key of the answer', 'Section', 'Notes'],
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
    ),
  ]);

const toDialects = (): string => {
  const named = dialects.filter((dialect) => dialect !== neutral);
  return join([
    '## Dialects',
    'The interface document has neutral words where a real device has a brand. A dialect renames them at the edge of the wire and nowhere else: on input both words are taken, on output the dialect is spoken. Only names are renamed, never values. A further dialect is a JSON file with the tables below.',
    ...wordTables.map((words) =>
      join([
        `**${words}**`,
        table(
          ['neutral', ...named.map(({ name }) => name)],
          Object.keys(izone[words]).map((word) => [
            code(word),
            ...named.map((dialect) => code(toWord(dialect, words, word))),
          ]),
        ),
      ]),
    ),
  ]);
};

/** The chapters about how things are sent. */
export const toWireChapters = (): string => join([toDiscovery(), toNotifications(), toPaths(), toDialects()]);
