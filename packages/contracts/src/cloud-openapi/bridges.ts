import { oauthPaths } from '@plenum/protocol/cloud';
import type { JsonSchema } from '@plenum/protocol/derive';
import { bridgeToken, type EntryError, entryErrors, uplink } from '@plenum/protocol/uplink';
import { json, type OpenApi } from '../openapi/answers.ts';
import { oauthForm, refused, text, tooMany } from './oauth.ts';

const answer: JsonSchema = {
  type: 'object',
  properties: {
    device_code: text('the code with which the bridge requests its token'),
    user_code: text('the code that the owner enters'),
    verification_uri: text('where'),
    verification_uri_complete: text('the same address, including the code'),
    expires_in: { type: 'integer', description: 'lifetime of both codes, s' },
  },
  required: ['device_code', 'user_code', 'verification_uri', 'expires_in'],
};

const entryError: JsonSchema = {
  type: 'object',
  properties: { error: { enum: Object.keys(entryErrors) } },
  required: ['error'],
};

const entryRefusals = (): OpenApi => {
  const words = (status: number) =>
    (Object.keys(entryErrors) as EntryError[]).filter((word) => entryErrors[word] === status);
  return Object.fromEntries(
    [...new Set(Object.values(entryErrors))].map((status) => [
      status,
      {
        description: words(status)
          .map((word) => `\`${word}\``)
          .join(', '),
        content: json(entryError, { error: words(status)[0] }),
      },
    ]),
  );
};

/** The endpoints that pair a bridge with an account (RFC 8628), register its key, and connect it. */
export const bridgePaths: OpenApi = {
  [oauthPaths.provider.device_authorization]: {
    post: {
      operationId: 'deviceAuthorization',
      tags: ['bridges'],
      summary: 'Request a code for the owner to enter (RFC 8628, section 3.1).',
      description: `The client is \`${uplink.clientId}\`. A token of the scope \`${uplink.scope}\` pairs one bridge and is used up by it; one of \`${uplink.fleetScope}\` pairs any number until it expires. The bridge asks \`/token\` for it every 5 s.`,
      security: [],
      requestBody: oauthForm(
        {
          client_id: { const: uplink.clientId },
          scope: { enum: [uplink.scope, uplink.fleetScope] },
          [uplink.systemIdParameter]: text('description of the bridge to show to its owner'),
        },
        ['client_id', 'scope'],
      ),
      responses: {
        200: {
          description: 'The codes.',
          content: json(answer, {
            device_code: 'DEVICE_CODE',
            user_code: 'BCDF-GHJK',
            verification_uri: 'https://cloud.example/device',
            expires_in: 600,
          }),
        },
        400: refused('The scope is not one for bridges.', 'invalid_scope'),
        401: refused('The client is unknown.', 'invalid_client'),
        429: tooMany,
      },
    },
  },
  '/device': {
    get: {
      operationId: 'deviceCode',
      tags: ['bridges'],
      summary: 'The page on which an owner enters the code of a bridge.',
      security: [],
      parameters: [
        {
          name: 'user_code',
          in: 'query',
          required: false,
          schema: text('fills in the code; the owner still has to confirm it'),
        },
      ],
      responses: {
        200: { description: 'The page.', content: { 'text/html': { schema: { type: 'string' } } } },
      },
    },
  },
  [uplink.pairingPath]: {
    post: {
      operationId: 'pair',
      tags: ['bridges'],
      summary: 'Register the key of a bridge with the token that its owner approved.',
      security: [{ pairing: [] }],
      requestBody: {
        required: true,
        content: json(
          {
            type: 'object',
            properties: {
              proof: text(
                `a JWT of the type ${bridgeToken.pairingType}, signed with the Ed25519 key it carries as \`jwk\`; \`sub\` is the system id, \`aud\` the origin of the cloud`,
              ),
            },
            required: ['proof'],
          },
          { proof: 'JWT' },
        ),
      },
      responses: {
        200: { description: 'The bridge is paired.', content: json({ type: 'object' }, {}) },
        ...entryRefusals(),
      },
    },
  },
  [uplink.path]: {
    get: {
      operationId: 'uplink',
      tags: ['bridges'],
      summary: 'Connect a bridge by WebSocket.',
      description: `Upgraded with the subprotocol \`${uplink.subprotocol}\`. The bearer token is a JWT of the type ${bridgeToken.connectType}, signed with the key of the bridge; its claim \`${bridgeToken.timeZoneClaim}\` may carry the time zone of the house.`,
      security: [{ bridge: [] }],
      responses: { 101: { description: 'The connection is open.' }, ...entryRefusals() },
    },
  },
};
