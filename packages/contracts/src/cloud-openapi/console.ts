import { ownScopes } from '@plenum/protocol/cloud';
import { kinds } from '@plenum/protocol/component';
import type { ConsoleRoute } from '@plenum/protocol/console';
import {
  appRouteIds,
  consoleHeaders,
  consoleRecords,
  consoleRefusals,
  consoleRoute,
  contractRouteIds,
  toAppPath,
} from '@plenum/protocol/console';
import { type JsonSchema, toFieldSchema } from '@plenum/protocol/derive';
import { type Field, factsOf, type ListField, type MapField, type RecordField } from '@plenum/protocol/field';
import { json, type OpenApi, refer } from '../openapi/answers.ts';

/** Names of the records that have a separate schema in the contract. */
const names = new Map<unknown, string>([
  ...Object.entries(consoleRecords).map(([name, field]) => [field, name] as const),
  ...Object.values(kinds).map(({ fields, name }) => [fields, name] as const),
]);

const spellOut = (field: Field): JsonSchema => {
  const { description } = field;
  switch (factsOf(field).kind) {
    case 'record':
      return { ...toObject(field as RecordField), description };
    case 'object':
      return { type: 'object', properties: {}, description };
    case 'list':
      return { type: 'array', items: toSchema((field as ListField<Field>).items), description };
    case 'map': {
      const { additionalProperties } = field as MapField<Field>;
      return { type: 'object', additionalProperties: toSchema(additionalProperties), description };
    }
    default:
      return toFieldSchema(field);
  }
};

/** Returns the schema of a field. Later releases may add members to objects. */
const toSchema = (field: Field): JsonSchema => {
  const name = names.get(field);
  return name === undefined ? spellOut(field) : refer(name);
};

const toObject = ({ properties, required }: RecordField): JsonSchema => ({
  type: 'object',
  properties: Object.fromEntries(
    Object.entries(properties).map(([key, member]) => [key, toSchema(member as Field)]),
  ),
  ...(required.length > 0 && { required }),
});

/** Returns the schemas of the console API's records by name. */
export const consoleSchemas = (): Record<string, JsonSchema> =>
  Object.fromEntries(
    Object.entries(consoleRecords).map(([name, field]) => [
      name,
      { title: name, ...spellOut(field as Field) },
    ]),
  );

const refused = (description: string, code: string, sentence: string): OpenApi => ({
  description,
  content: json(refer('Refusal'), { code, sentence }),
});

const formToken: OpenApi = {
  name: consoleHeaders.formToken,
  in: 'header',
  required: true,
  description: 'The form token returned by signing in and by `GET /account`.',
  schema: { type: 'string' },
};

const toParameters = ({ path, method, caller }: ConsoleRoute): OpenApi[] => [
  ...[...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name: name!,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  })),
  ...(method === 'post' && caller === 'signed-in' ? [formToken] : []),
];

const toSuccess = ({ status, answer }: ConsoleRoute): OpenApi => ({
  description: status === 204 ? 'Done.' : 'Done, with the requested or created data.',
  ...(answer !== undefined && { content: { 'application/json': { schema: toSchema(answer) } } }),
});

const toContinuing = (body: Field): OpenApi => ({
  description: 'Accepted; it continues.',
  content: { 'application/json': { schema: toSchema(body) } },
});

const refusalsOf = ({ caller }: ConsoleRoute): OpenApi =>
  caller === 'own-page'
    ? {
        403: refused(
          'The request was sent by another site.',
          'form-stale',
          'Load the page again and repeat.',
        ),
        429: refused('Too many attempts.', 'too-many-guesses', 'Too many attempts; try again in 1 minute.'),
      }
    : { 401: refused('No account is signed in.', 'not-signed-in', 'Sign in first.') };

const describe = ({ query, refusals }: ConsoleRoute): string => {
  const codes = refusals.map((code) => {
    const { status } = consoleRefusals[code];
    return typeof status === 'number' ? `\`${code}\` (${status})` : `\`${code}\``;
  });
  const parameters = Object.entries(query?.properties ?? {}).map(
    ([name, { description }]) => `The query may contain \`${name}\`: ${description}.`,
  );
  return [...parameters, `Refused with ${codes.join(', ')}.`].join(' ');
};

const tagOf = (path: string): string => (path.startsWith('/console') ? 'console' : path.split('/')[1]!);

const toOperation = (id: string, route: ConsoleRoute): OpenApi => {
  const { path, summary, body, caller } = route;
  const parameters = toParameters(route);
  return {
    operationId: id,
    tags: [tagOf(path)],
    summary,
    description: describe(route),
    security: caller === 'signed-in' ? [{ session: [] }] : [],
    ...(parameters.length > 0 && { parameters }),
    ...(body !== undefined && {
      requestBody: { required: true, content: { 'application/json': { schema: toSchema(body as Field) } } },
    }),
    responses: {
      [route.status]: toSuccess(route),
      ...(route.continuing && { 202: toContinuing(route.continuing) }),
      ...refusalsOf(route),
    },
  };
};

const refusedToApp: Readonly<Record<number, string>> = {
  400: 'The query or the body is malformed; `detail` names the member and what is allowed.',
  401: 'The token is missing, unknown, expired or revoked, or does not have the scope `deliveries`.',
  404: 'The app has no such endpoint, or its log no such attempt.',
  409: 'The state of the endpoint does not allow this; `detail` names the reason.',
  429: 'Too many requests of this app; Retry-After gives the seconds to wait.',
};

const toOwnOperation = (id: string, route: ConsoleRoute): OpenApi => {
  const { path, query, body, summary } = route;
  const parameters = [
    ...[...toAppPath(path).matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
      name: name!,
      in: 'path',
      required: true,
      schema: { type: 'string' },
    })),
    ...Object.entries(query?.properties ?? {}).map(([name, field]) => ({
      name,
      in: 'query',
      required: false,
      schema: toSchema(field as Field),
    })),
  ];
  return {
    operationId: `app${id[0]!.toUpperCase()}${id.slice(1)}`,
    tags: ['deliveries'],
    summary,
    security: [{ ownCredentials: Object.keys(ownScopes) }],
    ...(parameters.length > 0 && { parameters }),
    ...(body !== undefined && {
      requestBody: { required: true, content: { 'application/json': { schema: toSchema(body as Field) } } },
    }),
    responses: {
      [route.status]: toSuccess(route),
      ...Object.fromEntries(
        Object.entries(refusedToApp).map(([status, description]) => [
          status,
          { description, content: { 'application/json': { schema: refer('Result') } } },
        ]),
      ),
    },
  };
};

/** Returns the routes that an app uses with its own token. */
export function deliveryPaths(): OpenApi {
  const paths: Record<string, OpenApi> = {};
  for (const id of appRouteIds) {
    const route = consoleRoute(id);
    const path = toAppPath(route.path);
    paths[path] = { ...paths[path], [route.method]: toOwnOperation(id, route) };
  }
  return paths;
}

/** Returns the routes of the console API. */
export function consolePaths(): OpenApi {
  const paths: Record<string, OpenApi> = {};
  for (const id of contractRouteIds) {
    const { path, method } = consoleRoute(id);
    paths[path] = { ...paths[path], [method]: toOperation(id, consoleRoute(id)) };
  }
  return paths;
}
