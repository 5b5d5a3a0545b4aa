import { cloudMessages, cloudRequests, cloudResponses } from '@plenum/protocol/cloud';
import type { Catalogue } from '@plenum/protocol/command';
import { componentKinds, kinds } from '@plenum/protocol/component';
import {
  type JsonSchema,
  toCommandSchema,
  toDatagramSchema,
  toFieldSchema,
  toOpenSchema,
} from '@plenum/protocol/derive';
import type { Field } from '@plenum/protocol/field';
import { refer } from '../openapi/answers.ts';

/** The kinds of component in a cloud (interface 2.10). */
const cloudResources = componentKinds
  .filter((kind) => kinds[kind].token !== undefined)
  .map((kind) => kinds[kind]);

/** Returns the schemas of the datagrams that a cloud shows, by name. */
const datagramSchemas = (): Record<string, JsonSchema> =>
  Object.fromEntries(cloudResources.map((resource) => [resource.name, toDatagramSchema(resource)]));

const withMembers = (schema: JsonSchema, members: Readonly<Record<string, JsonSchema>>): JsonSchema => ({
  ...schema,
  properties: { ...(schema.properties as object), ...members },
});

const wholeOf = (field: unknown, title: string): JsonSchema => {
  const { required } = field as { required: readonly string[] };
  return { title, ...toOpenSchema(field as Field), required };
};

/** Returns the schema of a component, whose datagram must match its kind but may have additional fields. */
const componentSchema = (): JsonSchema =>
  withMembers(wholeOf(cloudResponses.Query.properties.response.properties.component, 'Component'), {
    datagram: { anyOf: cloudResources.map(({ name }) => refer(name)) },
  });

const devices: JsonSchema = { type: 'array', items: refer('Component') };

const closed = (name: keyof typeof cloudRequests): JsonSchema => ({
  title: name,
  ...toFieldSchema(cloudRequests[name] as Field),
});

const inside = (field: unknown, members: Readonly<Record<string, JsonSchema>>): JsonSchema =>
  withMembers(wholeOf(field, ''), members);

const untitled = ({ title: _, ...schema }: JsonSchema): JsonSchema => schema;

/** Returns the commands that a cloud accepts (interface 4.4, "Availability"). */
export const cloudCommands = (catalogue: Catalogue) =>
  [...catalogue.values()].filter(({ over }) => over.includes('cloud'));

/** Returns the schemas of the envelopes of `POST /dev` by name: closed for requests, open for responses. */
export function envelopeSchemas(catalogue: Catalogue): Record<string, JsonSchema> {
  const commands = cloudCommands(catalogue);
  const { Discover, Query, Control, Result } = cloudResponses;
  return {
    DiscoverRequest: closed('Discover'),
    QueryRequest: closed('Query'),
    ControlRequest: withMembers(closed('Control'), {
      requestBody: { oneOf: commands.map(({ name }) => refer(`${name}Command`)) },
    }),
    DiscoverResponse: withMembers(wholeOf(Discover, 'Discover answer'), {
      requestType: { const: 'Discover' },
      response: untitled(inside(Discover.properties.response, { devices })),
    }),
    QueryResponse: withMembers(wholeOf(Query, 'Query answer'), {
      requestType: { const: 'Query' },
      response: untitled(inside(Query.properties.response, { component: refer('Component') })),
    }),
    ControlResponse: withMembers(wholeOf(Control, 'Control answer'), {
      requestType: { const: 'Control' },
      response: untitled(wholeOf(Control.properties.response, '')),
    }),
    Result: withMembers(wholeOf(Result, 'Result message'), {
      response: untitled(wholeOf(Result.properties.response, '')),
    }),
    Component: componentSchema(),
    ...Object.fromEntries(commands.map((command) => [`${command.name}Command`, toCommandSchema(command)])),
    ...datagramSchemas(),
  };
}

/** Returns the schemas of the messages of interface 6 by name. */
export function messageSchemas(): Record<string, JsonSchema> {
  const { Sync, Event } = cloudMessages;
  return {
    Sync: withMembers(wholeOf(Sync, 'Sync'), { requestType: { const: 'Sync' } }),
    Event: withMembers(wholeOf(Event, 'Event'), {
      requestType: { const: 'Event' },
      requestBody: untitled(inside(Event.properties.requestBody, { devices })),
    }),
    Component: componentSchema(),
    ...datagramSchemas(),
  };
}
