import { AssertionError } from 'node:assert';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { type CloudMessage, verifyWebhook } from '@plenum/client';
import type { Inbox } from './test-cloud.ts';

/** Number of messages that a failure lists, and of characters of each. */
const maxListed = 10;
const maxLength = 200;

const list = (messages: readonly CloudMessage[]): string =>
  messages.length === 0
    ? 'There were no messages.'
    : `There were ${messages.length} others:${messages
        .slice(-maxListed)
        .map((message) => `\n  ${JSON.stringify(message).slice(0, maxLength)}`)
        .join('')}`;

/** Starts a server that accepts and verifies the webhooks of the app of a cloud. */
export const openInbox = async (addEndpoint: (url: string) => Promise<string>): Promise<Inbox> => {
  const messages: CloudMessage[] = [];
  let arrival = Promise.withResolvers<void>();
  let secret = '';
  const server = createServer(async (request, response) => {
    const body = await text(request);
    messages.push(verifyWebhook({ headers: request.headers, body, secrets: [secret] }).message);
    response.writeHead(204).end();
    arrival.resolve();
    arrival = Promise.withResolvers();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  secret = await addEndpoint(`http://127.0.0.1:${port}/`);
  const next = (timeout: number): Promise<void> => {
    const timer = Promise.withResolvers<void>();
    const cancel = setTimeout(timer.resolve, timeout);
    return Promise.race([arrival.promise, timer.promise]).finally(() => clearTimeout(cancel));
  };
  return {
    messages,
    next,
    expectMessage: async (isExpected, { timeout = 10_000 } = {}) => {
      const until = performance.now() + timeout;
      for (;;) {
        const found = messages.find(isExpected);
        if (found !== undefined) return found;
        const left = until - performance.now();
        if (left <= 0)
          throw new AssertionError({
            message: `No message for which ${isExpected} within ${timeout} ms. ${list(messages)}`,
            actual: messages,
            operator: 'expectMessage',
          });
        await next(left);
      }
    },
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
};
