import type { Members } from '../../cloud/shape.ts';
import { type SiteRoute, siteNames, siteRoutes } from '../../cloud/site.ts';
import { json, type OpenApi } from '../openapi/answers.ts';
import { refer } from './schemas.ts';
import { toShapeSchema } from './shape.ts';

const toBody = (body: Members): OpenApi => ({
  required: true,
  content: { 'application/json': { schema: toShapeSchema(body) } },
});

const refused = (description: string, code: string, sentence: string): OpenApi => ({
  description,
  content: json(refer('Refusal'), { code, sentence }),
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

const toDone = ({ status, answer }: SiteRoute): OpenApi => ({
  description: status === 204 ? 'Done.' : 'Done; what there is to say of it.',
  ...(answer !== undefined && { content: { 'application/json': { schema: toShapeSchema(answer) } } }),
});

const toOperation = (route: SiteRoute): OpenApi => {
  const { id, path, method, summary, body, status, open } = route;
  const parameters = [...partsOf(path), ...(method === 'post' && open === undefined ? [formToken] : [])];
  return {
    operationId: id,
    tags: [path.startsWith('/account') ? 'account' : 'console'],
    summary,
    security: open === true ? [] : [{ session: [] }],
    ...(parameters.length > 0 && { parameters }),
    ...(body !== undefined && { requestBody: toBody(body) }),
    responses: {
      [status]: toDone(route),
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
