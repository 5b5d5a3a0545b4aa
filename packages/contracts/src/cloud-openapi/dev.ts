import {
  type CloudResult,
  cloudRequests,
  cloudResponses,
  cloudResults,
  databaseUnavailable,
} from '@plenum/protocol/cloud';
import type { Catalogue } from '@plenum/protocol/command';
import { toCommandExample, toExample } from '@plenum/protocol/derive';
import type { Field } from '@plenum/protocol/field';
import { type OpenApi, refer } from '../openapi/answers.ts';
import { cloudCommands } from './schemas.ts';

const requestId = toExample(cloudRequests.Discover.properties.requestId);

/** The errors, each with its status, result, description and an example sentence. */
const refusals: readonly (readonly [status: number, result: CloudResult, about: string, detail: string])[] = [
  [400, 'InvalidRequest', 'The request or its command is malformed.', 'The key requestType is missing.'],
  [
    401,
    'InvalidUser',
    'The token is missing, unknown, expired or revoked.',
    'The access token is not valid.',
  ],
  [
    403,
    'UserNotAllowed',
    'The component does not belong to the user, or its commands are accepted only on the local network.',
    'This user has no such component.',
  ],
  [413, 'InvalidRequest', 'The body is too large.', 'The body is larger than 65536 bytes.'],
  [
    429,
    'Error',
    'Too many requests with this token; Retry-After gives the seconds to wait.',
    'This token may make 50 requests a second; try again in 1 s.',
  ],
  [
    500,
    'Error',
    'The cloud failed.',
    'Something went wrong in this cloud; its operator can find the cause in the log under 5f0d7a52-9c1e-4b0f-8a3e-2d6f1b7c9e10.',
  ],
  [
    502,
    'Error',
    'The bridge refused the command; `detail` is its sentence.',
    '24.00 °C is outside the economy limits 18.00 to 23.00 °C.',
  ],
  [
    503,
    'Error',
    'The cloud cannot reach its database for now; send the same request again after the seconds of Retry-After.',
    databaseUnavailable,
  ],
  [504, 'Error', 'The bridge is not connected, or did not answer in time.', 'The bridge is not connected.'],
];

const examplesOf = (field: unknown) => ({ example: { value: toExample(field as Field) } });

const toRefusal = ([status, result, about, detail]: (typeof refusals)[number]) => [
  String(status),
  {
    description: `\`${result}\` (${cloudResults[result].meaning}): ${about}`,
    content: {
      'application/json': {
        schema: refer('Result'),
        examples: { example: { value: { requestId, response: { result, detail } } } },
      },
    },
    ...(status === 401 && {
      headers: {
        'WWW-Authenticate': { description: 'RFC 6750, section 3.', schema: { type: 'string' } },
      },
    }),
    ...((status === 429 || status === 503) && {
      headers: {
        'Retry-After': { description: 'Seconds to wait.', schema: { type: 'integer', minimum: 1 } },
      },
    }),
  },
];

const rateHeaders = {
  'RateLimit-Policy': {
    description:
      'Number of requests allowed, and the seconds of the window (draft-ietf-httpapi-ratelimit-headers).',
    schema: { type: 'string', examples: ['"token";q=100;w=2'] },
  },
  RateLimit: {
    description: 'Number of requests left, and the seconds until all are available again.',
    schema: { type: 'string', examples: ['"token";r=99;t=1'] },
  },
};

const operations = ['Discover', 'Query', 'Control'] as const;

const toControlExamples = (catalogue: Catalogue) =>
  Object.fromEntries(
    cloudCommands(catalogue).map((command) => [
      command.name,
      {
        value: {
          ...(toExample(cloudRequests.Control as Field) as object),
          requestBody: toCommandExample(command),
        },
      },
    ]),
  );

/** Returns the path `POST /dev` (interface 4.3). */
export const toDevPath = (catalogue: Catalogue): OpenApi => ({
  post: {
    operationId: 'dev',
    tags: ['requests'],
    summary: 'Discover, query or control the components of a user.',
    description: [
      'A command goes to the component it changes or to the settings component of its system. A Control that comes',
      'again with its `requestId` within 10 minutes is answered but not carried out again; with another command it is',
      'refused. A component of another user is treated as one that does not exist.',
    ].join(' '),
    requestBody: {
      required: true,
      content: {
        'application/json': {
          schema: { oneOf: operations.map((name) => refer(`${name}Request`)) },
          examples: {
            Discover: { value: toExample(cloudRequests.Discover as Field) },
            Query: { value: toExample(cloudRequests.Query as Field) },
            ...toControlExamples(catalogue),
          },
        },
      },
    },
    responses: {
      200: {
        description: '`OK`: the requested data, or confirmation that the command was carried out.',
        headers: rateHeaders,
        content: {
          'application/json': {
            schema: { oneOf: operations.map((name) => refer(`${name}Response`)) },
            examples: Object.fromEntries(
              operations.map((name) => [name, examplesOf(cloudResponses[name]).example]),
            ),
          },
        },
      },
      ...Object.fromEntries(refusals.map(toRefusal)),
    },
  },
});
