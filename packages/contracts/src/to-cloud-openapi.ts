import { appScopes, oauthPaths, ownScopes } from '@plenum/protocol/cloud';
import type { Catalogue } from '@plenum/protocol/command';
import { consoleHeaders } from '@plenum/protocol/console';
import { assistantPaths } from './cloud-openapi/assistants.ts';
import { bridgePaths } from './cloud-openapi/bridges.ts';
import { consolePaths, consoleSchemas, deliveryPaths } from './cloud-openapi/console.ts';
import { toDevPath } from './cloud-openapi/dev.ts';
import { houseReadPaths } from './cloud-openapi/house-reads.ts';
import { authorizationPaths } from './cloud-openapi/oauth.ts';
import { envelopeSchemas } from './cloud-openapi/schemas.ts';
import { watchPaths } from './cloud-openapi/watch.ts';
import type { OpenApi } from './openapi/answers.ts';

const description = `The cloud interface of Plenum. An app is allowed by a user (OAuth 2.0, authorization code), then discovers,
queries and controls the components of that user's bridges. Temperatures are integers in hundredths of a degree Celsius,
flags are 0 or 1. Requests are closed: what is unknown or out of range is refused with a sentence. Answers are open:
fields and values may be added.`;

const tags = [
  { name: 'requests', description: 'Discover, Query and Control.' },
  { name: 'deliveries', description: 'An app searches the deliveries to its own endpoints.' },
  { name: 'authorization', description: 'How an app is allowed to make requests.' },
  { name: 'bridges', description: 'How a bridge is paired with an account and connects.' },
  { name: 'account', description: 'Accounts, for the browser application.' },
  { name: 'console', description: 'What owners and developers can see and do, for the browser application.' },
  { name: 'development', description: 'The test clock of a cloud in development mode.' },
  { name: 'operation', description: 'Health and metrics, for operators of a cloud.' },
];

const servers = [
  {
    url: 'http://127.0.0.1:{port}',
    description: 'A cloud on this machine.',
    variables: { port: { default: '8090', description: 'The port of the cloud.' } },
  },
];

/** Returns the OpenAPI 3.1 description of a cloud's endpoints for apps. */
export const toCloudOpenApi = (catalogue: Catalogue): OpenApi => ({
  openapi: '3.1.0',
  info: {
    title: 'Plenum cloud',
    version: '0.1.0',
    description: description.replaceAll('\n', ' '),
    license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
  },
  servers,
  security: [{ oauth: ['query-control'] }],
  tags,
  paths: {
    '/dev': toDevPath(catalogue),
    ...houseReadPaths,
    ...deliveryPaths(),
    ...authorizationPaths,
    ...assistantPaths,
    ...bridgePaths,
    ...consolePaths(),
    ...watchPaths,
  },
  components: {
    schemas: { ...envelopeSchemas(catalogue), ...consoleSchemas() },
    securitySchemes: {
      session: {
        type: 'apiKey',
        in: 'cookie',
        name: consoleHeaders.session,
        description: 'Set by signing in; over plain HTTP, without its prefix.',
      },
      ownCredentials: {
        type: 'oauth2',
        description: 'The token that an app gets with its own credentials, sent as `Authorization: Bearer`.',
        flows: { clientCredentials: { tokenUrl: oauthPaths.provider.token, scopes: ownScopes } },
      },
      pairing: { type: 'http', scheme: 'bearer', description: 'The token of a device grant (RFC 8628).' },
      bridge: { type: 'http', scheme: 'bearer', description: 'A JWT signed with the key of the bridge.' },
      oauth: {
        type: 'oauth2',
        description: 'Send the token as `Authorization: Bearer`.',
        flows: {
          authorizationCode: {
            authorizationUrl: oauthPaths.provider.authorization,
            tokenUrl: oauthPaths.provider.token,
            refreshUrl: oauthPaths.provider.token,
            scopes: appScopes,
          },
        },
      },
    },
  },
});
