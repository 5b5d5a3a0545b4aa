import { climateCloud, type GrpcMethod, grpcMessages, grpcStatuses } from '@plenum/protocol/cloud';
import { type ByKind, callByKind, type Field, factsOf, type RecordField } from '@plenum/protocol/field';

const names = new Map<unknown, string>(Object.entries(grpcMessages).map(([name, field]) => [field, name]));

const messageOf = (field: Field): string => {
  const name = names.get(field);
  if (name === undefined)
    throw new TypeError(`"${field.description}" is not a message of the gRPC interface`);
  return name;
};

/** Integers on the wire are far below 2^31. Values that only JSON can express are sent as JSON text. */
const types: ByKind<string> = {
  temperature: () => 'int32',
  setpoint: () => 'int32',
  flag: () => 'int32',
  choice: () => 'int32',
  percent: () => 'int32',
  minutes: () => 'int32',
  clock: () => 'int32',
  index: () => 'int32',
  number: () => 'int32',
  instant: () => 'int64',
  quantity: () => 'double',
  name: () => 'string',
  text: () => 'string',
  word: () => 'string',
  bool: () => 'bool',
  record: messageOf,
  object: () => 'string',
  list: (field) => `repeated ${toType(field.items)}`,
  map: (field) => `map<string, ${toType(field.additionalProperties)}>`,
};

const toType = (field: Field): string => callByKind(types, field);

const sentence = (words: string): string => {
  const whole = `${words.slice(0, 1).toUpperCase()}${words.slice(1)}`;
  return whole.endsWith('.') ? whole : `${whole}.`;
};

const commentOf = (field: Field): string => {
  const { kind, section } = factsOf(field);
  const asText = kind === 'object' ? ', as JSON text' : '';
  const cited =
    section === undefined || field.description.includes('(interface') ? '' : ` (interface ${section})`;
  return sentence(`${field.description}${asText}${cited}`);
};

const toMessage = ([name, field]: [string, RecordField]): string => {
  const members = Object.entries(field.properties).map(
    ([key, member], at) => `  // ${commentOf(member)}\n  ${toType(member)} ${key} = ${at + 1};`,
  );
  return [`// ${sentence(field.description)}`, `message ${name} {`, members.join('\n'), '}'].join('\n');
};

const toMethod = ({ name, summary, request, response, stream }: GrpcMethod): string =>
  `  // ${summary}\n  rpc ${name}(${request}) returns (${stream ? 'stream ' : ''}${response});`;

const statuses = [...new Set(Object.values(grpcStatuses))];

const head = `// The gRPC interface of a Plenum cloud. Written from the definitions (npm run contracts); do not edit.
//
// Every request carries the access token in its field accessToken. Datagrams and commands are JSON text, as in
// the HTTP interface: they grow, and text preserves what a client does not know yet. A refused call ends with
// one of ${statuses.slice(0, 4).join(', ')},
// ${statuses.slice(4).join(', ')}, with a Failure among its details.`;

/** Returns the gRPC interface as a proto3 file. */
export function toProto(): string {
  const { package: name, service, methods } = climateCloud;
  const rpcs = methods.map(toMethod).join('\n');
  const messages = Object.entries(grpcMessages).map(([each, field]) =>
    toMessage([each, field as RecordField]),
  );
  return `${[
    head,
    'syntax = "proto3";',
    `package ${name};`,
    `// What a user allowed an app to see and do, of all their bridges.\nservice ${service} {\n${rpcs}\n}`,
    ...messages,
  ].join('\n\n')}\n`;
}
