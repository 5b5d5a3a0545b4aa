import {
  climateCloud,
  cloudLimits,
  cloudMessages,
  cloudRequests,
  cloudResponses,
  cloudResults,
  grpcMessages,
} from '@plenum/protocol/cloud';
import { type Field, factsOf } from '@plenum/protocol/field';
import { toDuration } from '../markdown/duration.ts';
import { placedFields } from '../markdown/fields.ts';
import { code, table } from '../markdown/markdown.ts';

/** Returns the keys of a message that contain a value, with the value if it is constant. */
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

const toRetries = (): string =>
  [
    `- A failed attempt is repeated after ${cloudLimits.retryPauses.map(toDuration).join(', ')}; then the message has failed, and the developer of the app can send it again from the console.`,
    `- An endpoint that accepted nothing for ${toDuration(cloudLimits.disableEndpointAfter)} is disabled.`,
    `- After the secret is changed, messages are signed with both the old and the new secret for ${toDuration(cloudLimits.secretOverlap)}.`,
    `- An app has at most ${cloudLimits.maxEndpoints} endpoints.`,
  ].join('\n');

/** Returns the blocks about the cloud: operations, messages, results, gRPC and event delivery. */
export const cloudBlocks = (): Readonly<Record<string, string>> => ({
  'cloud operations': toOperations(),
  'cloud messages': toMessages(),
  'cloud results': toResults(),
  'grpc methods': toMethods(),
  retries: toRetries(),
});
