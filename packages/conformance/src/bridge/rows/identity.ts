import { isIP } from 'node:net';
import type { Subsystem } from '@plenum/protocol/definition';
import { subsystems } from '@plenum/protocol/definition';
import { dialects, toWord } from '@plenum/protocol/dialect';
import { capabilityTokens, discoveryPort } from '@plenum/protocol/discovery';
import { isRecord } from '@plenum/protocol/json';
import { readUid } from '@plenum/protocol/query';
import { type Finding, kept, keptUnless, type Row, untested } from '../../row.ts';
import { type BridgeEvidence, isPlaceholder, isThere } from '../evidence.ts';
import type { DiscoveryAnswer } from '../wire/discovery.ts';
import { type Judge, rowOfLevel } from './judge.ts';

const row = rowOfLevel('must');

const silent = untested('Discovery was not answered.');

const ofAnswer =
  (judge: (answer: DiscoveryAnswer, evidence: BridgeEvidence) => Finding): Judge =>
  (evidence) => {
    const [answer] = evidence.discovery?.answers ?? [];
    return answer === undefined ? silent : judge(answer, evidence);
  };

const head = 3;
const fieldsOf = ({ text }: DiscoveryAnswer) => text.replace(/[\0\xff]+$/g, '').split(',');

const isAnswered: Judge = ({ discovery, host }) => {
  if (discovery === undefined) return untested('Discovery was not requested (--no-udp).');
  return keptUnless(
    discovery.answers.length > 0
      ? []
      : [`${host} did not answer over UDP; a firewall or a router may block it.`],
  );
};

const form = ofAnswer((answer) => {
  const [port = '', mac = '', ip = ''] = fieldsOf(answer);
  return keptUnless([
    ...(port === `ASPort_${discoveryPort}` ? [] : [`The first field is ${JSON.stringify(port)}.`]),
    ...(/^Mac_[0-9]{9}$/.test(mac)
      ? []
      : [`The second field is ${JSON.stringify(mac)}, not Mac_ and 9 digits.`]),
    ...(ip.startsWith('IP_') && isIP(ip.slice(head)) === 4
      ? []
      : [`The third field is ${JSON.stringify(ip)}, not IP_ and an address.`]),
  ]);
});

const spellings = (token: string) =>
  new Set(['X', token, ...dialects.map((each) => toWord(each, 'tokens', token))]);

const tokens = ofAnswer((answer) => {
  const given = fieldsOf(answer)
    .slice(head)
    .filter((field) => !field.startsWith('Port_'));
  return keptUnless(
    capabilityTokens.flatMap(([, token], at) => {
      const found = given[at];
      return found === undefined || spellings(token).has(found)
        ? []
        : [`Token ${at + 1} is ${JSON.stringify(found)}, not ${token} or X.`];
    }),
  );
});

const ascii = ofAnswer(({ text }) =>
  keptUnless(/^[\x20-\x7e]+$/.test(text) ? [] : ['The answer has bytes that are not printable ASCII.']),
);

const port = ofAnswer(({ found }, evidence) =>
  keptUnless(
    found === undefined || found.httpPort === evidence.port
      ? []
      : [`The bridge announces port ${found.httpPort}, but answers at ${evidence.port}.`],
  ),
);

const padded = (evidence: BridgeEvidence): Finding => {
  if (evidence.discovery === undefined || evidence.discovery.answers.length === 0) return silent;
  return keptUnless(evidence.discovery.padded.length > 0 ? [] : ['IASD followed by a NUL was not answered.']);
};

const others = (evidence: BridgeEvidence): Finding => {
  if (evidence.discovery === undefined || evidence.discovery.answers.length === 0) return silent;
  const { length } = evidence.discovery.withOther;
  return keptUnless(length <= 1 ? [] : ['A text that is not IASD was answered too.']);
};

const announced: readonly (readonly [
  keyof NonNullable<DiscoveryAnswer['found']>['capabilities'],
  Subsystem,
])[] = [
  ['split', 'split'],
  ['irrigation', 'irrigation'],
  ['power', 'power'],
];

/** Checks that a token is announced if and only if its subsystem responds. */
const capability = (name: (typeof announced)[number][0], subsystem: Subsystem): Judge =>
  ofAnswer(({ found }, evidence) => {
    if (found === undefined || evidence.dialect === undefined)
      return untested('The bridge has only the original interface.');
    const answers = isThere(evidence, subsystem);
    if (found.capabilities[name] === answers) return kept();
    return keptUnless([
      answers
        ? `The ${subsystems[subsystem].noun} answers, but is not announced.`
        : `The ${subsystems[subsystem].noun} is announced, but does not answer.`,
    ]);
  });

const current = ofAnswer(({ found }, evidence) => {
  if (found === undefined) return untested('The answer cannot be read.');
  if (isPlaceholder(evidence)) return untested('The bridge has lost its air conditioner.');
  const answers = evidence.dialect !== undefined;
  return keptUnless(
    found.capabilities.v2 === answers
      ? []
      : [
          `The current interface ${answers ? 'answers, but is not announced' : 'is announced, but does not answer'}.`,
        ],
  );
});

const idOf = (value: unknown): unknown => (isRecord(value) ? value.HvacDeviceUId : undefined);

/** Returns every id in a response, with its subsystem. */
const idsIn = ({
  readings,
  original,
}: BridgeEvidence): readonly { id: unknown; of: string; subsystem: Subsystem }[] => [
  ...readings
    .filter(({ value }) => value !== undefined)
    .map(({ query, value }) => ({
      id: idOf(value),
      of: `${subsystems[query.subsystem].root} Type ${query.type}`,
      subsystem: query.subsystem,
    })),
  ...original
    .filter(({ value }) => value !== undefined)
    .map(({ read, value }) => ({
      id: idOf(Array.isArray(value) ? value[0] : value),
      of: read.path,
      subsystem: 'ac' as const,
    })),
];

const isId = (id: unknown, kind: 'text' | 'number') =>
  kind === 'text'
    ? typeof id === 'string' && /^[0-9]{9}$/.test(id)
    : Number.isInteger(id) && (id as number) >= 0 && (id as number) <= 999_999_999;

const idForm =
  (subsystem: Subsystem): Judge =>
  (evidence) => {
    const ids = idsIn(evidence).filter((each) => each.subsystem === subsystem);
    if (ids.length === 0)
      return untested(`The bridge does not answer for the ${subsystems[subsystem].noun}.`);
    const { uid } = subsystems[subsystem];
    return keptUnless(
      ids
        .filter(({ id }) => !isId(id, uid))
        .map(
          ({ id, of }) =>
            `${of} has the id ${JSON.stringify(id)}, not ${uid === 'text' ? 'a string of 9 digits' : 'a number'}.`,
        ),
    );
  };

const oneId: Judge = (evidence) => {
  const ids = new Set(idsIn(evidence).map(({ id }) => readUid(id)));
  if (ids.size === 0) return untested('No request was answered.');
  return keptUnless(ids.size === 1 ? [] : [`Answers have the ids ${[...ids].join(', ')}.`]);
};

const deviceType: Judge = ({ readings }) => {
  const answered = readings.filter(({ value }) => value !== undefined);
  if (answered.length === 0) return untested('No request was answered.');
  return keptUnless(
    answered
      .filter(({ value }) => typeof value!.DeviceType !== 'string')
      .map(({ query }) => `${subsystems[query.subsystem].root} Type ${query.type} has no DeviceType.`),
  );
};

const isAsh: Judge = ({ readings }) => {
  const types = new Set(
    readings.flatMap(({ value }) => (typeof value?.DeviceType === 'string' ? [value.DeviceType] : [])),
  );
  if (types.size === 0) return untested('No request was answered.');
  return keptUnless(
    [...types].filter((each) => each !== 'ASH').map((each) => `DeviceType is ${JSON.stringify(each)}.`),
  );
};

const oneDialect: Judge = (evidence) => {
  const { dialect, readings } = evidence;
  if (dialect === undefined) return untested('The bridge has only the original interface.');
  const key = toWord(dialect, 'keys', 'HvacDeviceUId');
  const wrong = readings.filter(
    ({ value, exchange }) => value !== undefined && !exchange!.raw.includes(`"${key}"`),
  );
  return keptUnless(
    wrong.map(
      ({ query }) =>
        `${subsystems[query.subsystem].root} Type ${query.type} does not have the key ${key} of the dialect ${dialect.name}.`,
    ),
  );
};

const answersAtAll: Judge = ({ readings, original, host, port: at }) => {
  const isAnswered =
    readings.some(({ value }) => value !== undefined) || original.some(({ value }) => value !== undefined);
  return keptUnless(isAnswered ? [] : [`${host}:${at} did not answer a single query.`]);
};

/** Discovery, and the identity of a bridge in its responses (interface 4.1, 2; wire facts 6). */
export const identityRows: readonly Row<BridgeEvidence>[] = [
  row('bridge.answers', '1', 'A client on the network can reach the bridge and read it.', answersAtAll),
  row('discovery.answered', '4.1', 'A bridge answers IASD over UDP.', isAnswered, 'should'),
  row(
    'discovery.form',
    '4.1',
    'The answer begins with ASPort_12107, Mac_ and 9 digits, IP_ and an address.',
    form,
  ),
  row('discovery.tokens', '4.1', 'The capability tokens are in order, with X for a missing one.', tokens),
  row('discovery.ascii', '4.1', 'The answer is plain text.', ascii, 'should'),
  row('discovery.port', '4.1', 'A bridge on a port other than 80 announces it with Port_ (◇).', port, 'note'),
  row(
    'discovery.padded',
    'wire facts 6',
    'Anything after IASD is ignored: one client sends a NUL after it.',
    padded,
    'should',
  ),
  row(
    'discovery.others',
    'wire facts 6',
    'A text that does not begin with IASD is not answered.',
    others,
    'should',
  ),
  row('discovery.current', '4.1', 'HvacV2 is announced exactly if the current interface answers.', current),
  ...announced.map(([name, subsystem]) =>
    row(
      `discovery.${name}`,
      '4.1',
      `The token of the ${subsystems[subsystem].noun} is announced exactly if the ${subsystems[subsystem].noun} answers.`,
      capability(name, subsystem),
    ),
  ),
  ...(Object.keys(subsystems) as Subsystem[]).map((subsystem) =>
    row(
      `envelope.${subsystem}.id`,
      '4.2',
      `HvacDeviceUId in answers of the ${subsystems[subsystem].noun} is ${subsystems[subsystem].uid === 'text' ? 'a string of 9 digits' : 'a number'}.`,
      idForm(subsystem),
    ),
  ),
  row('envelope.id', '2', 'All answers have the same id.', oneId),
  row('envelope.device-type', '2', 'Every answer has a DeviceType, which is a string.', deviceType),
  row(
    'envelope.ash',
    'wire facts 1',
    'DeviceType is "ASH", as in all answers of real devices.',
    isAsh,
    'note',
  ),
  row('dialect.one', 'wire facts 1', 'All answers use the words of one dialect.', oneDialect, 'should'),
];
