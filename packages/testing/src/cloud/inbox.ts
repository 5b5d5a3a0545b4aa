import { AssertionError } from 'node:assert';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { type CloudMessage, verifyWebhook } from '@plenum/client';
import { testingFailures } from '../failure.ts';
import { aFunction, checkOptions, checkValue, type Rules } from '../given.ts';
import { clearTimeout, setTimeout } from '../turn.ts';
import { expectEnd, startUnattended } from '../unattended.ts';
import { describeMessages } from './message.ts';
import type { Inbox, MessageOptions } from './test-cloud.ts';

/** Number of messages that a failure lists: the last ones. */
const maxListed = 10;

const list = (messages: readonly CloudMessage[]): string => {
  if (messages.length === 0) return 'There were no messages.';
  const lines = describeMessages(messages).slice(-maxListed);
  const which = messages.length > maxListed ? `, the last ${maxListed} of them` : '';
  return `There were ${messages.length} others${which}:${lines.map((line) => `\n  ${line}`).join('')}`;
};

const expectRules: Rules<MessageOptions> = {
  timeout: {
    isRight: (value) => typeof value === 'number' && value >= 0 && value <= 2_147_483_647,
    expected: 'real time in ms',
  },
};

/** Starts a server that accepts and verifies the webhooks of an app of a cloud. `line` is where the test does so. */
export async function openInbox(addEndpoint: (url: string) => Promise<string>, line: string): Promise<Inbox> {
  const messages: CloudMessage[] = [];
  let arrival = Promise.withResolvers<void>();
  let secret = '';
  const server = createServer(async (request, response) => {
    const body = await text(request);
    messages.push(verifyWebhook({ headers: request.headers, body, secrets: [secret] }).message);
    response.writeHead(204).end();
    arrival.resolve();
    arrival = Promise.withResolvers();
  });
  await startUnattended(() => {
    server.listen(0, '127.0.0.1');
    return once(server, 'listening');
  });
  const { port } = server.address() as AddressInfo;
  secret = await addEndpoint(`http://127.0.0.1:${port}/`).catch((error: unknown) => {
    server.close();
    throw error;
  });
  let isOver = false;
  const end = async () => {
    if (isOver) return;
    isOver = true;
    attended();
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  };
  const attended = expectEnd({ what: 'inbox', line, [Symbol.asyncDispose]: end });
  const next = (timeout: number): Promise<void> => {
    const timer = Promise.withResolvers<void>();
    const cancel = setTimeout(timer.resolve, timeout);
    return Promise.race([arrival.promise, timer.promise]).finally(() => clearTimeout(cancel));
  };
  return {
    messages,
    next,
    expectMessage: async (isExpected, options = {}) => {
      if (isOver) throw testingFailures.error('over', { what: 'inbox' });
      checkValue('expectMessage', 'the first argument', isExpected, aFunction('a function of a message'));
      checkOptions('expectMessage', options, expectRules);
      const { timeout = 10_000 } = options;
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
    [Symbol.asyncDispose]: end,
  };
}
