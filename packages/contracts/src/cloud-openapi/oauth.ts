import { appScopes, oauthPaths } from '@plenum/protocol/cloud';
import type { JsonSchema } from '@plenum/protocol/derive';
import { json, type OpenApi } from '../openapi/answers.ts';

export const text = (description: string): JsonSchema => ({ type: 'string', description });
const query = (name: string, schema: JsonSchema, required = true): OpenApi => ({
  name,
  in: 'query',
  required,
  schema,
});

const grantedScope: JsonSchema = {
  type: 'string',
  examples: ['query-control', Object.keys(appScopes).join(' ')],
  description: 'what the app may do: `query-control`, optionally with any of the others, separated by spaces',
};

const loginParameters = [
  query('client_id', text('the developer key')),
  query('scope', grantedScope),
  query('state', text('chosen by the app, returned on the redirect')),
  query('response_type', { const: 'code' }),
  query(
    'redirect_uri',
    { ...text('an address registered for the app; may be left out if it has only one'), format: 'uri' },
    false,
  ),
  query('code_challenge', text('RFC 7636; required if the app is registered that way'), false),
  query('code_challenge_method', { const: 'S256' }, false),
  query('resource', text('RFC 8707: an address of this cloud, if present'), false),
];

const tokenRequest: JsonSchema = {
  type: 'object',
  properties: {
    client_id: text('the developer key'),
    client_secret: text('of a confidential app'),
    grant_type: {
      enum: [
        ...['authorization_code', 'refresh_token', 'client_credentials'],
        'urn:ietf:params:oauth:grant-type:device_code',
      ],
    },
    scope: text('of an app for itself (RFC 6749, section 4.4): `deliveries`'),
    code: text('the authorization code, valid once and for 60 s'),
    redirect_uri: text('the same as in the authorization request; may be left out if the app has only one'),
    code_verifier: text('RFC 7636, if the authorization request had a challenge'),
    refresh_token: text('the latest refresh token (RFC 6749, section 6)'),
    resource: text('RFC 8707: an address of this cloud, if present'),
    device_code: text('of a bridge (RFC 8628, section 3.4)'),
  },
  required: ['client_id', 'grant_type'],
};

const tokenAnswer: JsonSchema = {
  type: 'object',
  properties: {
    access_token: text('for every request'),
    token_type: { const: 'Bearer' },
    expires_in: { type: 'integer', description: 'lifetime of the access token, s' },
    refresh_token: text(
      'for getting the next token; it replaces the previous one. An app gets none for itself',
    ),
    scope: grantedScope,
  },
  required: ['access_token', 'token_type', 'expires_in', 'scope'],
};

const oauthError: JsonSchema = {
  type: 'object',
  properties: { error: text('RFC 6749, section 5.2'), error_description: text('one sentence') },
  required: ['error'],
};

export const refused = (description: string, error: string): OpenApi => ({
  description,
  content: json(oauthError, { error }),
});

/** The response if an address or an app sends too many requests. */
export const tooMany: OpenApi = {
  ...refused('Too many requests from this address or this app.', 'temporarily_unavailable'),
  headers: { 'Retry-After': { description: 'Seconds to wait.', schema: { type: 'integer', minimum: 1 } } },
};

export const oauthForm = (
  properties: Readonly<Record<string, JsonSchema>>,
  required: readonly string[],
): OpenApi => ({
  required: true,
  content: { 'application/x-www-form-urlencoded': { schema: { type: 'object', properties, required } } },
});

const aboutToken = oauthForm(
  {
    client_id: text('the developer key'),
    client_secret: text('of a confidential app'),
    token: text('an access or refresh token of the app'),
  },
  ['client_id', 'token'],
);

const post = (operationId: string, summary: string, success: OpenApi): OpenApi => ({
  post: {
    operationId,
    tags: ['authorization'],
    summary,
    security: [],
    requestBody: aboutToken,
    responses: {
      200: success,
      401: refused('The app is unknown, or its secret is wrong.', 'invalid_client'),
      429: tooMany,
    },
  },
});

const { provider } = oauthPaths;

/** The authorization code grant (interface 5.1 and 5.2), with additions from other standards. */
export const authorizationPaths: OpenApi = {
  [oauthPaths.metadata]: {
    get: {
      operationId: 'metadata',
      tags: ['authorization'],
      summary: 'Read where and how apps are authorized (RFC 8414).',
      security: [],
      responses: {
        200: {
          description: 'The metadata.',
          content: json(
            { type: 'object', properties: { issuer: text('the origin of the cloud') }, required: ['issuer'] },
            { issuer: 'https://cloud.example' },
          ),
        },
      },
    },
  },
  [provider.revocation]: post(
    'revoke',
    'Revoke a token; with a refresh token, everything that was granted with it (RFC 7009).',
    {
      description: 'The token is no longer valid, or never was.',
      content: json({ type: 'object' }, {}),
    },
  ),
  [provider.introspection]: post('introspect', 'Check whether a token of the app is valid (RFC 7662).', {
    description: 'Whether it is valid, and for which user.',
    content: json(
      { type: 'object', properties: { active: { type: 'boolean' } }, required: ['active'] },
      { active: true },
    ),
  }),
  [provider.authorization]: {
    get: {
      operationId: 'login',
      tags: ['authorization'],
      summary: 'Send the user here to sign in and authorize the app.',
      security: [],
      parameters: loginParameters,
      responses: {
        303: {
          description: 'To the pages of the cloud, then to `redirect_uri` with `code`, `state` and `iss`.',
          headers: { Location: { schema: { type: 'string', format: 'uri' } } },
        },
        400: {
          description: 'The request cannot be sent back to an app: a page gives the reason.',
          content: { 'text/html': { schema: { type: 'string' } } },
        },
        429: {
          description: 'Too many requests from this address: a page shows when to try again.',
          content: { 'text/html': { schema: { type: 'string' } } },
        },
      },
    },
  },
  [provider.token]: {
    post: {
      operationId: 'token',
      tags: ['authorization'],
      summary: 'Exchange a code, or a refresh token, for an access token.',
      security: [],
      requestBody: {
        required: true,
        content: {
          'application/x-www-form-urlencoded': { schema: tokenRequest },
          ...json(tokenRequest, {
            client_id: 'developer-key',
            grant_type: 'authorization_code',
            code: 'CODE',
          }),
        },
      },
      responses: {
        200: {
          description: 'The tokens (interface 5.2).',
          content: json(tokenAnswer, {
            access_token: 'ACCESS_TOKEN',
            token_type: 'Bearer',
            expires_in: 3600,
            refresh_token: 'REFRESH_TOKEN',
            scope: 'query-control',
          }),
        },
        400: refused('The grant is not valid.', 'invalid_grant'),
        401: refused('The app is unknown, or its secret is wrong.', 'invalid_client'),
        429: tooMany,
      },
    },
  },
};
