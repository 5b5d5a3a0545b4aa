import {
  accountQuota,
  climateCloud,
  cloudLimits,
  cloudMessages,
  cloudRequests,
  cloudResponses,
  cloudResults,
  grpcMessages,
} from '@plenum/protocol/cloud';
import { type Field, factsOf } from '@plenum/protocol/field';
import { maxBridgeLength, maxComponents, maxDatagramLength } from '@plenum/protocol/uplink';
import { placedFields } from '../markdown/fields.ts';
import { code, table } from '../markdown/markdown.ts';

/** The keys of a message that hold a value, with the value where there is only one. */
const toKeys = (field: Field): string =>
  placedFields(field)
    .filter(({ field: { 'x-plenum': facts } }) => facts.kind !== 'record' && facts.kind !== 'list')
    .map(({ path, field: member, optional }) => {
      const { enum: words = [] } = member as { enum?: readonly string[] };
      const only = factsOf(member).kind === 'word' && words.length === 1 ? ` = ${code(words[0]!)}` : '';
      return `${code(path)}${only}${optional ? ' (may be left out)' : ''}`;
    })
    .join(', ');

const toOperations = (): string =>
  table(
    ['Operation', 'Request', 'Answer'],
    Object.entries(cloudRequests).map(([name, request]) => [
      name,
      toKeys(request),
      toKeys(cloudResponses[name as keyof typeof cloudRequests]),
    ]),
  );

const toMessages = (): string =>
  table(
    ['Message', 'Meaning', 'Keys'],
    Object.entries(cloudMessages).map(([name, message]) => [name, message.description, toKeys(message)]),
  );

const toResults = (): string =>
  table(
    ['Result', 'HTTP status', 'Meaning'],
    Object.entries(cloudResults).map(([name, { status, meaning }]) => [code(name), String(status), meaning]),
  );

const toMethods = (): string =>
  table(
    ['Method', 'Request', 'Answer', 'What it does'],
    climateCloud.methods.map(({ name, request, response, stream, summary }) => {
      const [sent, answered] = [request, response].map((message) =>
        Object.keys(grpcMessages[message].properties).map(code).join(', '),
      );
      return [code(name), sent!, `${stream === true ? 'stream of ' : ''}${answered}`, summary];
    }),
  );

const units = [
  ['days', 86_400_000],
  ['h', 3_600_000],
  ['min', 60_000],
  ['s', 1_000],
] as const;

const toDuration = (ms: number): string => {
  const [unit, size] = units.find(([, each]) => ms >= 2 * each && ms % each === 0)!;
  return `${ms / size} ${unit}`;
};

const toRetries = (): string =>
  [
    `- A failed attempt is repeated after ${cloudLimits.retryPauses.map(toDuration).join(', ')}; then the message has failed, and its developer can send it again from the console.`,
    `- An endpoint that accepted nothing for ${toDuration(cloudLimits.disableEndpointAfter)} is disabled.`,
    `- After a change of the secret, the old one signs beside the new one for ${toDuration(cloudLimits.secretOverlap)}.`,
    `- An app has at most ${cloudLimits.maxEndpoints} endpoints.`,
  ].join('\n');

const toBytes = (bytes: number): string =>
  bytes < 10_000 ? `${bytes} bytes` : `${Math.round(bytes / 1_000)} kB`;

/** What one account may use of a node, where its operator allows as many bridges as by default. */
const toShares = (): string => {
  const { maxBridges, readPerBridge, discoverTimes, maxWaitingDiscovers, ...share } = accountQuota;
  const times = (count: number) => maxBridges * count;
  return table(
    ['Of one user, or one bridge', 'Limit', 'Beyond it'],
    [
      ['bridges', String(maxBridges), '`too-many-bridges` when one is paired'],
      [
        'components of a bridge',
        `${maxComponents}, ${maxDatagramLength} characters each, ${maxBridgeLength} in all`,
        'the bridge is disconnected',
      ],
      [
        'components that all apps read of a user (Discover, Query, Watch)',
        `${toBytes(times(readPerBridge.rate))} a second, ${toBytes(times(readPerBridge.burst))} at once; a request counts at least ${toBytes(share.minRead)}`,
        '429 with `Retry-After`',
      ],
      [
        'Controls of all apps for a user',
        `${times(share.controlsPerBridge.rate)} a second, ${times(share.controlsPerBridge.burst)} at once`,
        '429 with `Retry-After`; nothing was done',
      ],
      [
        'Discovers of a user',
        `one at a time, the apps in turn; ${maxWaitingDiscovers} of an app wait, ${toDuration(discoverTimes.wait)} at most`,
        '429 with `Retry-After`',
      ],
      ['a Discover that is read slowly', toDuration(discoverTimes.read), 'it ends unfinished'],
      ['a Discover over gRPC', `${share.maxGrpcDiscover} bytes`, '429; Watch sends them bridge by bridge'],
      ['streams of Watch', `${share.maxAppStreams} of one app, ${share.maxStreams} of all`, '429'],
      ['cursors of all streams', `${times(share.cursorBytesPerBridge)} bytes`, '429'],
      [
        'history and energy read from bridges by an account',
        `${share.houseReads.rate} a second, ${share.houseReads.burst} at once; an answer is given again for ${toDuration(share.readKeptFor)}`,
        '429 with `Retry-After`',
      ],
      [
        'messages of assistants (`/mcp`) for a user',
        `${share.assistantMessages.rate} a second, ${share.assistantMessages.burst} at once; ${share.assistantMessages.concurrent} are answered at a time, each within ${toDuration(share.assistantMessages.time)}; each request of interface 4.3 that a tool makes counts as one of its app, and has ${share.assistantMessages.read} bytes at most`,
        '429 with `Retry-After`',
      ],
      [
        'frames of a bridge',
        `${share.bridgeFrames.rate} and ${toBytes(share.bridgeBytes.rate)} a second, ${share.bridgeFrames.burst} and ${toBytes(share.bridgeBytes.burst)} at once`,
        'they are read later',
      ],
      [
        'frames of all bridges of a user',
        `${times(share.framesPerBridge.rate)} and ${toBytes(times(share.bytesPerBridge.rate))} a second, ${times(share.framesPerBridge.burst)} and ${toBytes(times(share.bytesPerBridge.burst))} at once`,
        'they are read later',
      ],
      [
        'events for endpoints, caused by all bridges of a user',
        `${times(share.eventsPerBridge.rate)} a second, ${times(share.eventsPerBridge.burst)} at once`,
        'frames are stored later',
      ],
      [
        'attempts of all bridges of a user to connect',
        `${times(share.entriesPerBridge.rate)} a second, ${times(share.entriesPerBridge.burst)} at once; ${times(share.enteringPerBridge)} at a time`,
        '`busy` with `Retry-After`',
      ],
    ],
  );
};

/** The cloud: operations, messages, results, gRPC and the delivery of events. */
export const cloudBlocks = (): Readonly<Record<string, string>> => ({
  'cloud operations': toOperations(),
  'cloud messages': toMessages(),
  'cloud results': toResults(),
  'grpc methods': toMethods(),
  retries: toRetries(),
  'account shares': toShares(),
});
