import { appScopes, cloudLimits, oauthPaths } from '@plenum/protocol/cloud';
import type { JsonSchema } from '@plenum/protocol/derive';
import { json, type OpenApi } from '../openapi/answers.ts';
import { refused, text, tooMany } from './oauth.ts';

const uris: JsonSchema = {
  type: 'array',
  items: { type: 'string', format: 'uri' },
  minItems: 1,
  maxItems: cloudLimits.maxRedirectUris.count,
  description:
    'addresses with https, of this machine, or with a scheme of the app that contains a dot; in an answer, those that it may use',
};

const registration: JsonSchema = {
  type: 'object',
  properties: { client_name: text('shown to the user'), redirect_uris: uris },
  required: ['redirect_uris'],
};

const registered: JsonSchema = {
  type: 'object',
  properties: {
    client_id: text('the key of the app, which has no secret'),
    client_id_issued_at: { type: 'integer', description: 'seconds since 1970' },
    client_name: text('shown to the user'),
    redirect_uris: uris,
    grant_types: { type: 'array', items: { type: 'string' } },
    response_types: { type: 'array', items: { type: 'string' } },
    token_endpoint_auth_method: { const: 'none' },
  },
  required: ['client_id', 'redirect_uris'],
};

const resource: JsonSchema = {
  type: 'object',
  properties: {
    resource: text('the address of the tools'),
    authorization_servers: { type: 'array', items: { type: 'string', format: 'uri' } },
    scopes_supported: { type: 'array', items: { enum: Object.keys(appScopes) } },
  },
  required: ['resource', 'authorization_servers'],
};

/** Schema of a JSON-RPC 2.0 message, or of the response to one. */
const message: JsonSchema = {
  type: 'object',
  properties: {
    jsonrpc: { const: '2.0' },
    id: { type: ['string', 'integer', 'null'] },
    method: text('of a request'),
    params: { type: 'object' },
    result: { type: 'object' },
    error: { type: 'object' },
  },
  required: ['jsonrpc'],
};

const error = (sentence: string) =>
  json(message, { jsonrpc: '2.0', error: { code: -32_000, message: sentence }, id: null });

/** The endpoints for assistants, if a cloud serves them (decisions/036). */
export const assistantPaths: OpenApi = {
  '/mcp': {
    post: {
      operationId: 'mcp',
      tags: ['requests'],
      summary: 'Send one message of the Model Context Protocol (streamable HTTP, without sessions).',
      description:
        'A tool makes requests to `/dev` and `/dev/houses` with the same token. Available if the operator has installed `@plenum/mcp`.',
      requestBody: {
        required: true,
        content: json(message, { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }),
      },
      responses: {
        200: { description: 'The answer, as JSON or as one event.', content: json({ type: 'object' }, {}) },
        202: { description: 'A notification, which has no answer.' },
        400: {
          description: 'The body is not a single message.',
          content: error('Send only one message per request.'),
        },
        401: {
          description: 'The token is missing or not valid.',
          headers: {
            'WWW-Authenticate': {
              description: 'The address of the metadata about who issues tokens (RFC 9728, section 5.1).',
              schema: { type: 'string' },
            },
          },
          content: error('The access token is missing or not valid.'),
        },
        403: {
          description: 'The token lacks a scope, or a page of another site sent the request.',
          content: error('Pages of other sites may not use this URL.'),
        },
        413: { description: 'The body is too long.', content: error('The body is larger than 65536 bytes.') },
        429: {
          description: 'Too many requests; Retry-After gives the seconds to wait.',
          content: error('This token may make 50 requests a second; try again in 1 s.'),
        },
      },
    },
  },
  '/.well-known/oauth-protected-resource/mcp': {
    get: {
      operationId: 'resourceMetadata',
      tags: ['authorization'],
      summary: 'Read who issues tokens for `/mcp` (RFC 9728).',
      security: [],
      responses: {
        200: {
          description: 'The metadata.',
          content: json(resource, {
            resource: 'https://cloud.example/mcp',
            authorization_servers: ['https://cloud.example'],
            scopes_supported: Object.keys(appScopes),
          }),
        },
      },
    },
  },
  [oauthPaths.registration]: {
    post: {
      operationId: 'register',
      tags: ['authorization'],
      summary: 'Register an app without a secret (RFC 7591), which has to use PKCE.',
      security: [],
      requestBody: {
        required: true,
        content: json(registration, {
          client_name: 'House Talk',
          redirect_uris: ['http://127.0.0.1/callback'],
        }),
      },
      responses: {
        201: {
          description: 'The app.',
          content: json(registered, { client_id: 'KEY', redirect_uris: ['http://127.0.0.1/callback'] }),
        },
        400: refused('The app cannot be registered with these values.', 'invalid_redirect_uri'),
        429: tooMany,
      },
    },
  },
};
