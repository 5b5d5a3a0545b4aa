import { createHmac, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Answer } from './browser.fixture.ts';

export interface Component {
  readonly componentId: string;
  readonly datagram: Readonly<Record<string, unknown>>;
}

/** Sends a form to the authorization server, as an app or a bridge does. */
export const sendForm = async (
  cloud: string,
  path: string,
  fields: Readonly<Record<string, string>>,
): Promise<Answer> => {
  const answer = await fetch(cloud + path, { method: 'POST', body: new URLSearchParams(fields) });
  return { status: answer.status, body: await answer.json() };
};

/** `POST /dev` (interface 4.3) with an access token; the body of the request beside its `requestId`. */
export const askCloud = async (
  cloud: string,
  accessToken: string,
  {
    requestId = randomUUID(),
    ...request
  }: { requestType: string; requestId?: string } & Record<string, unknown>,
): Promise<Answer> => {
  const answer = await fetch(`${cloud}/dev`, {
    method: 'POST',
    headers: { authorization: `Bearer ${accessToken}` },
    body: JSON.stringify({ requestId, ...request }),
  });
  return { status: answer.status, body: await answer.json() };
};

/** Sends Discover; returns the components of the token's user, sorted by id. */
export const discover = async (cloud: string, accessToken: string): Promise<readonly Component[]> => {
  const { status, body } = await askCloud(cloud, accessToken, { requestType: 'Discover' });
  if (status !== 200) throw new Error(`Discover: ${status} ${JSON.stringify(body)}`);
  return body.response.devices.sort((a: Component, b: Component) => (a.componentId < b.componentId ? -1 : 1));
};

/** One message of the Watch stream as ProtoJSON, which omits empty fields. */
interface WatchMessage {
  readonly systemId?: string;
  readonly snapshot?: boolean;
  readonly components?: readonly { readonly componentId: string; readonly datagram: string }[];
  readonly removed?: readonly string[];
  readonly cursor?: string;
}

/** A Connect envelope: flags, the length in four bytes, JSON (https://connectrpc.com/docs/protocol). */
const toEnvelope = (message: object) => {
  const body = Buffer.from(JSON.stringify(message));
  const head = Buffer.alloc(5);
  head.writeUInt32BE(body.length, 1);
  return Buffer.concat([head, body]);
};

async function* readEnvelopes(
  bytes: AsyncIterable<Uint8Array>,
): AsyncGenerator<{ flags: number; text: string }> {
  let rest = Buffer.alloc(0);
  for await (const piece of bytes) {
    rest = Buffer.concat([rest, piece]);
    while (rest.length >= 5 && rest.length >= 5 + rest.readUInt32BE(1)) {
      const end = 5 + rest.readUInt32BE(1);
      yield { flags: rest[0]!, text: rest.toString('utf8', 5, end) };
      rest = rest.subarray(end);
    }
  }
}

/** How long a test waits for a message before it fails, ms. */
const timeout = 60_000;

/** The state of a watching app: components by id, and the last cursor of each bridge. */
export interface WatchState {
  readonly components: ReadonlyMap<string, unknown>;
  readonly cursors: ReadonlyMap<string, string>;
}

/** Resumes a watch from an earlier state, and follows it until `isDone`. */
export const watchUntil = async (
  cloud: string,
  { accessToken, before }: { accessToken: string; before?: WatchState },
  isDone: (state: WatchState) => boolean,
): Promise<WatchState> => {
  const components = new Map(before?.components);
  const cursors = new Map(before?.cursors);
  const stop = new AbortController();
  const signal = AbortSignal.any([stop.signal, AbortSignal.timeout(timeout)]);
  const answer = await fetch(`${cloud}/plenum.cloud.v1.ClimateCloud/Watch`, {
    method: 'POST',
    headers: { 'content-type': 'application/connect+json', 'connect-protocol-version': '1' },
    body: toEnvelope({ accessToken, requestId: randomUUID(), cursors: [...cursors.values()] }),
    signal,
  });
  try {
    for await (const { flags, text } of readEnvelopes(answer.body!)) {
      if (flags !== 0) throw new Error(`the stream ended: ${text}`);
      const {
        systemId,
        snapshot,
        components: changed = [],
        removed = [],
        cursor = '',
      } = JSON.parse(text) as WatchMessage;
      if (systemId !== undefined) {
        if (snapshot) for (const id of components.keys()) if (id.startsWith(systemId)) components.delete(id);
        for (const { componentId, datagram } of changed) components.set(componentId, JSON.parse(datagram));
        for (const id of removed) components.delete(id);
        cursors.set(systemId, cursor);
      }
      if (isDone({ components, cursors })) return { components, cursors };
    }
    throw new Error('the stream closed');
  } finally {
    stop.abort();
  }
};

/** A webhook request. */
export interface Event {
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

/** An event endpoint that accepts every message; `find` waits for one that matches. */
export const startReceiver = async () => {
  const events: Event[] = [];
  const waiting = new Set<() => void>();
  const server = createServer(async (request, answer) => {
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece);
    answer.end();
    events.push({
      headers: request.headers as Record<string, string>,
      text: Buffer.concat(pieces).toString(),
    });
    for (const check of [...waiting]) check();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/events`,
    find: (matches: (event: Event) => boolean) =>
      new Promise<Event>((resolve, reject) => {
        const expiry = setTimeout(() => reject(new Error('no such event arrived')), timeout);
        const check = () => {
          const found = events.find(matches);
          if (found === undefined) return;
          clearTimeout(expiry);
          waiting.delete(check);
          resolve(found);
        };
        waiting.add(check);
        check();
      }),
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
};

/** The signature of a message under a secret (Standard Webhooks, "Signature scheme"). */
export const signatureOf = (secret: string, { headers, text }: Event): string => {
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${text}`;
  return `v1,${createHmac('sha256', key).update(signed).digest('base64')}`;
};
