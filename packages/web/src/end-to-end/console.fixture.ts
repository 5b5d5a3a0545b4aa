import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';

/** A message as it reached an integrator. */
export interface WebhookMessage {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface Receiver extends AsyncDisposable {
  readonly url: string;
  readonly messages: readonly WebhookMessage[];
  /** What it answers from now on. */
  answer(status: number, body?: string): void;
}

/** An integrator's endpoint on this machine. */
export const startReceiver = async (): Promise<Receiver> => {
  const messages: WebhookMessage[] = [];
  let answer = { status: 204, body: '' };
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    messages.push({ headers: request.headers, body: Buffer.concat(chunks).toString() });
    // What it refuses comes again when the test asks for it, not by itself after the 5 s of a first pause.
    const headers = answer.status < 400 ? {} : { 'retry-after': '3600' };
    response.writeHead(answer.status, headers).end(answer.body);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/events`,
    messages,
    answer: (status, body = '') => {
      answer = { status, body };
    },
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
};

/** Goes to a page of the console. */
export const goTo = (page: Page, place: string): Promise<void> =>
  page.evaluate((to) => {
    window.location.hash = to;
  }, `#/developer/${place}`);

/** Asks a cloud for a change, as the page does that somebody is signed in to; what it answered, where anything. */
export const ask = (page: Page, path: string, body: object = {}) =>
  page.evaluate(
    async ([to, text]) => {
      const { formToken } = (await (await fetch('/account')).json()) as { formToken: string };
      const headers = { 'content-type': 'application/json', 'x-form-token': formToken };
      const answer = await fetch(to, { method: 'POST', headers, body: text });
      return answer.status === 204 ? undefined : answer.json();
    },
    [path, JSON.stringify(body)] as const,
  );

/** Adds a bridge that shows a code to the account of whoever looks at the list of houses; it is in the list then, named or not yet. */
export const allowPairing = async (
  page: Page,
  { code, systemId }: { readonly code: string; readonly systemId: string },
): Promise<void> => {
  await ask(page, '/console/pairings/allow', { code });
  await page.locator('.house__facts', { hasText: `Bridge ${systemId}` }).waitFor();
};
