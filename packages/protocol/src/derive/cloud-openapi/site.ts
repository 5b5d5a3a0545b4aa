import { type SiteRoute, siteNames, siteRoutes } from '../../cloud/site.ts';
import { json, type OpenApi } from '../openapi/answers.ts';
import type { JsonSchema } from '../to-json-schema.ts';

const refusal: JsonSchema = {
  type: 'object',
  properties: { code: { type: 'string' }, sentence: { type: 'string' } },
  required: ['code', 'sentence'],
};

const types = { text: 'string', flag: 'boolean', object: 'object' } as const;

const toMember = (member: string): JsonSchema => ({
  type: types[member.replace('optional ', '') as keyof typeof types],
});

const toBody = (body: NonNullable<SiteRoute['body']>): OpenApi => {
  const members = Object.entries(body);
  const required = members.filter(([, member]) => !member.startsWith('optional')).map(([name]) => name);
  const schema: JsonSchema = {
    type: 'object',
    properties: Object.fromEntries(members.map(([name, member]) => [name, toMember(member)])),
    ...(required.length > 0 && { required }),
  };
  return { required: true, content: { 'application/json': { schema } } };
};

const refused = (description: string, code: string, sentence: string): OpenApi => ({
  description,
  content: json(refusal, { code, sentence }),
});

const formToken: OpenApi = {
  name: siteNames.formToken,
  in: 'header',
  required: true,
  description: 'The form token that signing in and `GET /account` give.',
  schema: { type: 'string' },
};

const partsOf = (path: string): OpenApi[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name: name!,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));

const toOperation = ({ id, path, method, summary, body, status, open }: SiteRoute): OpenApi => {
  const parameters = [...partsOf(path), ...(method === 'post' && open === undefined ? [formToken] : [])];
  return {
    operationId: id,
    tags: [path.startsWith('/account') ? 'account' : 'console'],
    summary,
    security: open === true ? [] : [{ session: [] }],
    ...(parameters.length > 0 && { parameters }),
    ...(body !== undefined && { requestBody: toBody(body) }),
    responses: {
      [status]:
        status === 204 ? { description: 'Done.' } : { description: 'Done; what there is to say of it.' },
      ...(open === true
        ? {
            403: refused('Sent by another site.', 'form-stale', 'Load the page again and repeat.'),
            429: refused(
              'Too many attempts.',
              'too-many-guesses',
              'Too many attempts; try again in 1 minute.',
            ),
          }
        : { 401: refused('Nobody is signed in.', 'not-signed-in', 'Sign in first.') }),
    },
  };
};

/** The routes of the browser application. */
export const sitePaths = (): OpenApi => {
  const paths: Record<string, OpenApi> = {};
  for (const route of siteRoutes)
    paths[route.path] = { ...paths[route.path], [route.method]: toOperation(route) };
  return paths;
};
