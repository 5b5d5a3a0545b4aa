import { createHash, createHmac, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { CloudComponent } from '@plenum/protocol/cloud';

/**
 * A cloud with the features that the app uses: it exchanges one code, returns one user's components, and signs
 * messages.
 */
export interface TestCloud extends AsyncDisposable {
  readonly url: string;
  /** Forms that were sent to `/token` and `/revoke`. */
  readonly forms: { readonly path: string; readonly form: URLSearchParams }[];
  /** The user's components; `undefined` if the tokens are no longer valid. */
  components: readonly CloudComponent[] | undefined;
  /** True if the cloud accepts revocations. */
  takesBack: boolean;
  /** Returns the code of the next login, for the address to which the user was sent. */
  allow(loginUrl: string): URLSearchParams;
}

export const userId = 'e0f6b2a4-0000-4000-8000-000000000001';

export async function startCloud(): Promise<TestCloud> {
  let challenge = '';
  const isRight = (verifier: string | null) =>
    createHash('sha256')
      .update(verifier ?? '')
      .digest('base64url') === challenge;
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const part of request.setEncoding('utf8')) body += part;
    const send = (status: number, answer: object) =>
      response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(answer));
    const path = request.url!;
    if (path === '/dev') {
      const { requestId } = JSON.parse(body);
      const devices = cloud.components;
      if (devices === undefined) return void send(401, { requestId, response: { result: 'InvalidUser' } });
      return void send(200, { requestId, response: { result: 'OK', userID: userId, devices } });
    }
    const form = new URLSearchParams(body);
    cloud.forms.push({ path, form });
    if (path === '/revoke') return void send(cloud.takesBack ? 200 : 503, {});
    const isCode = form.get('code') === 'the-code' && isRight(form.get('code_verifier'));
    if (!isCode) return void send(400, { error: 'invalid_grant' });
    send(200, { access_token: 'access', refresh_token: 'refresh', expires_in: 3600 });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const cloud: TestCloud = {
    url,
    forms: [],
    components: [],
    takesBack: true,
    allow: (loginUrl) => {
      const asked = new URL(loginUrl).searchParams;
      challenge = asked.get('code_challenge')!;
      return new URLSearchParams({ code: 'the-code', state: asked.get('state')!, iss: url });
    },
    [Symbol.asyncDispose]: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
  return cloud;
}

/** Sends a message of interface 6, signed according to Standard Webhooks. */
export function sendMessage(
  url: string,
  message: object,
  { secret, id = randomUUID() }: { secret: string; id?: string },
): Promise<Response> {
  const body = JSON.stringify(message);
  const timestamp = String(Math.floor(Date.now() / 1_000));
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
  const headers = {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${signature}`,
  };
  return fetch(url, { method: 'POST', headers, body });
}
