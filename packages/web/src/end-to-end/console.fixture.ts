import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';

/** A message as an integrator received it. */
export interface WebhookMessage {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface Receiver extends AsyncDisposable {
  readonly url: string;
  readonly messages: readonly WebhookMessage[];
  /** Sets the response to all later messages. */
  answer(status: number, body?: string): void;
}

/** Starts an integrator's endpoint on this machine. */
export async function startReceiver(): Promise<Receiver> {
  const messages: WebhookMessage[] = [];
  let answer = { status: 204, body: '' };
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    messages.push({ headers: request.headers, body: Buffer.concat(chunks).toString() });
    // A refused message is sent again only when the test requests it, not automatically after the first delay of 5 s.
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
}

/** Goes to a page of the console. */
export const goTo = (page: Page, place: string): Promise<void> =>
  page.evaluate((to) => {
    window.location.hash = to;
  }, `#/developer/${place}`);

/** Sends a change to a cloud, as a signed-in page does; returns the response body, if there is one. */
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

/**
 * Pairs a bridge, by the code that it shows, with the account whose list of houses is open. The bridge is then in the
 * list, with or without a name.
 */
export async function allowPairing(
  page: Page,
  { code, systemId }: { readonly code: string; readonly systemId: string },
): Promise<void> {
  await ask(page, '/console/pairings/allow', { code });
  await page.locator('.house__facts', { hasText: `Bridge ${systemId}` }).waitFor();
}
