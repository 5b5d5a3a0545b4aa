import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { type CloudMessage, verifyWebhook } from '@plenum/client';
import type { TestCloud } from '../cloud/test-cloud.ts';

/** The messages that the app of a cloud has received. */
export interface Inbox extends AsyncDisposable {
  readonly messages: readonly CloudMessage[];
  /** Resolves when the next message has arrived, or after some time in ms. */
  next(timeout: number): Promise<void>;
}

/** Starts a server that receives and verifies the webhooks of the app of a cloud. */
export const openInbox = async (cloud: TestCloud): Promise<Inbox> => {
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
  secret = await cloud.addEndpoint(`http://127.0.0.1:${port}/`);
  return {
    messages,
    next: (timeout) => {
      const timer = Promise.withResolvers<void>();
      const cancel = setTimeout(timer.resolve, timeout);
      return Promise.race([arrival.promise, timer.promise]).finally(() => clearTimeout(cancel));
    },
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
};
