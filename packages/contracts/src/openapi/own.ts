import { bridgeEndpoints } from '@plenum/insight/endpoint';
import { type JsonSchema, toExample } from '@plenum/protocol/derive';
import { type BridgeEndpoint, isShape, refusedStatusesOf } from '@plenum/protocol/endpoint';
import type { Field } from '@plenum/protocol/field';
import { json, type OpenApi, plainText, refused } from './answers.ts';
import { toShapeSchema } from './shapes.ts';

const withoutDescription = ({ description: _, ...schema }: JsonSchema): JsonSchema => schema;

const toParameters = ({ query }: BridgeEndpoint): OpenApi[] =>
  Object.entries(query?.members ?? {}).map(([name, shape]) => ({
    name,
    in: 'query',
    description: shape.description,
    required: query!.required.includes(name),
    schema: withoutDescription(toShapeSchema(shape)),
  }));

/**
 * Returns an example of each event as it is sent. Events are numbered, except those about the device behind the bridge,
 * because these do not belong to the house.
 */
const toStream = (events: NonNullable<BridgeEndpoint['events']>): OpenApi => ({
  'text/event-stream': {
    schema: { type: 'string' },
    examples: Object.fromEntries(
      Object.entries(events).map(([name, { example }], place) => {
        const id = name === 'device' ? '' : `id: ${place + 7}\n`;
        return [name, { value: `${id}event: ${name}\ndata: ${JSON.stringify(example)}\n\n` }];
      }),
    ),
  },
});

/** A file, as bytes. */
const bytes = { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } };

const toSuccess = ({ answer, example, text, events, counted, file }: BridgeEndpoint): OpenApi => {
  if (file === 'answer') return { description: 'The file.', content: bytes };
  if (events !== undefined) return { description: 'An endless stream.', content: toStream(events) };
  if (answer !== undefined)
    return {
      description: answer.description,
      content: json(withoutDescription(toShapeSchema(answer)), example),
    };
  return {
    description: 'Done.',
    content: plainText(text === undefined ? { done: 'OK' } : { [counted]: text }),
  };
};

const toBody = ({ body, bodyExample, file }: BridgeEndpoint): OpenApi => {
  if (file === 'body') return { requestBody: { required: true, content: bytes } };
  if (body === undefined) return {};
  const example = bodyExample ?? (isShape(body) ? undefined : toExample(body as Field));
  return { requestBody: { required: true, content: json(toShapeSchema(body), example) } };
};

const toOperation = (operationId: string, endpoint: BridgeEndpoint): OpenApi => {
  const { summary, description, isSimulation } = endpoint;
  const parameters = toParameters(endpoint);
  return {
    operationId,
    tags: [isSimulation ? 'simulation' : 'bridge'],
    summary,
    ...(description !== undefined && { description }),
    ...(parameters.length > 0 && { parameters }),
    ...toBody(endpoint),
    responses: { 200: toSuccess(endpoint), ...refused(...refusedStatusesOf(endpoint)) },
  };
};

/** Returns our own endpoints: live stream, history, health, metrics and the controls of a simulated house. */
export function toOwnPaths(): OpenApi {
  const paths: Record<string, OpenApi> = {};
  for (const [id, endpoint] of bridgeEndpoints) {
    const { path, method } = endpoint;
    paths[path] = { ...paths[path], [method]: toOperation(id, endpoint) };
  }
  return paths;
}
