import { cloudMessages } from '@plenum/protocol/cloud';
import type { JsonSchema } from '@plenum/protocol/derive';
import { toExample } from '@plenum/protocol/derive';
import type { Field } from '@plenum/protocol/field';
import { messageSchemas } from './cloud-openapi/schemas.ts';

const text = (description: string): JsonSchema => ({ type: 'string', description });

/** The headers of a message (Standard Webhooks, "Webhook headers"). */
const headers: JsonSchema = {
  type: 'object',
  properties: {
    'webhook-id': text('the same for every attempt at one message, so that a message is not processed twice'),
    'webhook-timestamp': text('time of this attempt, s since 1970-01-01 UTC'),
    'webhook-signature': text(
      '`v1,` and base64 of HMAC-SHA256 over `id.timestamp.body`; while a secret is rotated, several, separated by spaces',
    ),
  },
  required: ['webhook-id', 'webhook-timestamp', 'webhook-signature'],
};

const exampleHeaders = {
  'webhook-id': 'msg_5f0d7a529c1e4b0f8a3e2d6f1b7c9e10',
  'webhook-timestamp': '1767225600',
  'webhook-signature': 'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
};

const toMessage = (name: keyof typeof cloudMessages, summary: string) => ({
  name,
  title: name,
  summary,
  contentType: 'application/json',
  headers: { $ref: '#/components/schemas/WebhookHeaders' },
  payload: { $ref: `#/components/schemas/${name}` },
  examples: [{ name, headers: exampleHeaders, payload: toExample(cloudMessages[name] as Field) }],
});

const toOperation = (name: keyof typeof cloudMessages, summary: string) => ({
  action: 'send',
  channel: { $ref: '#/channels/endpoint' },
  title: name,
  summary,
  security: [{ $ref: '#/components/securitySchemes/signature' }],
  messages: [{ $ref: `#/channels/endpoint/messages/${name}` }],
});

const description = [
  'What a Plenum cloud sends to the event endpoint of an app (interface 6), as HTTP POST. Any 2xx within 15 s is',
  'success; otherwise it is sent again for three days, `Retry-After` honoured. 410 switches the endpoint off. An event',
  'carries whole datagrams, so a newer one replaces an older one that was not delivered yet.',
].join(' ');

/** Returns the AsyncAPI 3.0 description of the messages that a cloud sends to apps. */
export const toAsyncApi = (): Readonly<Record<string, unknown>> => ({
  asyncapi: '3.0.0',
  info: {
    title: 'Plenum events',
    version: '0.1.0',
    description,
    license: { name: 'Apache-2.0', url: 'https://www.apache.org/licenses/LICENSE-2.0' },
  },
  defaultContentType: 'application/json',
  channels: {
    endpoint: {
      title: 'The event endpoint of an app',
      description: 'Its address and its secret are registered by the developer.',
      messages: {
        Sync: { $ref: '#/components/messages/Sync' },
        Event: { $ref: '#/components/messages/Event' },
      },
      bindings: { http: {} },
    },
  },
  operations: {
    sendSync: toOperation('Sync', 'The set of a user’s components has changed; discover it again.'),
    sendEvent: toOperation('Event', 'Components changed state.'),
  },
  components: {
    messages: {
      Sync: toMessage('Sync', 'The set of a user’s components has changed; discover it again.'),
      Event: toMessage('Event', 'Components changed state; each comes with its complete datagram.'),
    },
    securitySchemes: {
      signature: {
        type: 'httpApiKey',
        in: 'header',
        name: 'webhook-signature',
        description:
          'Every message is signed with the secret of the endpoint (https://www.standardwebhooks.com).',
      },
    },
    schemas: { WebhookHeaders: headers, ...messageSchemas() },
  },
});
