import { once } from 'node:events';
import { createServer } from 'node:http';
import type { ReceivedWebhook } from './context.ts';

/** A server that accepts the messages of a cloud. */
interface WebhookReceiver extends AsyncDisposable {
  readonly webhooks: readonly ReceivedWebhook[];
  awaitWebhook(isWanted: (webhook: ReceivedWebhook) => boolean): Promise<ReceivedWebhook | undefined>;
}

/** Time in which an event arrives if its delivery is not disturbed, in ms. */
const eventTime = 15_000;
/** Maximum size of a message in characters: 100 components of 8192 each. */
const maxLength = 1_000_000;

/** Opens an endpoint for the events from a cloud (interface 6). */
export async function openReceiver(host: string, port: number): Promise<WebhookReceiver> {
  const webhooks: ReceivedWebhook[] = [];
  const watchers = new Set<() => void>();
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const part of request.setEncoding('utf8')) if (body.length <= maxLength) body += part;
    webhooks.push({ headers: request.headers, body });
    response.writeHead(204).end();
    for (const watch of watchers) watch();
  });
  server.listen(port, host);
  await once(server, 'listening');
  return {
    webhooks,
    awaitWebhook: async (isWanted) => {
      const arrived = Promise.withResolvers<ReceivedWebhook | undefined>();
      const watch = () => {
        const found = webhooks.find(isWanted);
        if (found !== undefined) arrived.resolve(found);
      };
      watchers.add(watch);
      const timer = setTimeout(() => arrived.resolve(undefined), eventTime);
      watch();
      const found = await arrived.promise;
      clearTimeout(timer);
      watchers.delete(watch);
      return found;
    },
    [Symbol.asyncDispose]: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
