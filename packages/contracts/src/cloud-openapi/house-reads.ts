import { houseReads } from '@plenum/insight/endpoint';
import { houseReadsPath } from '@plenum/protocol/cloud';
import { json, type OpenApi, refer } from '../openapi/answers.ts';

const refusals: Readonly<Record<number, string>> = {
  400: 'The bridge refused the query; `detail` is its sentence.',
  401: 'The token is missing, unknown, expired or revoked.',
  403: 'The token does not have the scope `history`, or the user has no such house.',
  429: 'Too many requests with this token, or too much was read; Retry-After gives the seconds to wait.',
  501: 'The software of the bridge is too old for this.',
  502: 'The answer of the bridge cannot be read.',
  503: 'The cloud cannot reach its database, or the bridge has too many requests to answer.',
  504: 'The bridge is not connected, or did not answer in time.',
};

/** The endpoints with which apps read from bridges with the scope `history` (decisions/024). */
export const houseReadPaths: OpenApi = Object.fromEntries(
  houseReads.map(({ path, summary }) => [
    `${houseReadsPath}/{systemId}${path}`,
    {
      get: {
        operationId: `house${path.replace(/\/(.)/g, (_, first: string) => first.toUpperCase())}`,
        tags: ['requests'],
        summary,
        description: `The query and the answer are those of \`GET ${path}\` on the local network.`,
        security: [{ oauth: ['query-control', 'history'] }],
        parameters: [
          { name: 'systemId', in: 'path', required: true, schema: { type: 'string', pattern: '^[0-9]{9}$' } },
        ],
        responses: {
          200: { description: 'The answer of the bridge.', content: json({ type: 'object' }, {}) },
          ...Object.fromEntries(
            Object.entries(refusals).map(([status, description]) => [
              status,
              { description, content: { 'application/json': { schema: refer('Result') } } },
            ]),
          ),
        },
      },
    },
  ]),
);
