import {
  createDecipheriv,
  createECDH,
  createPublicKey,
  type ECDH,
  hkdfSync,
  randomBytes,
  verify,
} from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { IncomingHttpHeaders } from 'node:http';
import { createServer } from 'node:https';
import { type Authority, createAuthority } from './certificates.ts';
import { listen } from './listen.ts';

/** The secrets of a browser's subscription: its P-256 key and 16 random bytes. */
interface PushSecrets {
  readonly key: ECDH;
  readonly auth: Buffer;
}

const info = (text: string, ...more: readonly Buffer[]) => Buffer.concat([Buffer.from(`${text}\0`), ...more]);
const derive = (secret: Buffer, salt: Buffer, about: Buffer, length: number) =>
  Buffer.from(hkdfSync('sha256', secret, salt, about, length));

/** Decrypts a message (RFC 8291, 3.4; RFC 8188, 2), independently of the library that encrypted it. */
export function openPush(sealed: Buffer, { key, auth }: PushSecrets): string {
  const salt = sealed.subarray(0, 16);
  const server = sealed.subarray(21, 21 + sealed[20]!);
  const record = sealed.subarray(21 + sealed[20]!);
  const about = info('WebPush: info', key.getPublicKey(), server);
  const secret = derive(key.computeSecret(server), auth, about, 32);
  const content = derive(secret, salt, info('Content-Encoding: aes128gcm'), 16);
  const nonce = derive(secret, salt, info('Content-Encoding: nonce'), 12);
  const cipher = createDecipheriv('aes-128-gcm', content, nonce);
  cipher.setAuthTag(record.subarray(-16));
  const padded = Buffer.concat([cipher.update(record.subarray(0, -16)), cipher.final()]);
  const end = padded.findLastIndex((byte) => byte !== 0);
  if (padded[end] !== 2) throw new Error('The last record has no delimiter.');
  return padded.subarray(0, end).toString('utf8');
}

/** Checks the sender like a push service (RFC 8292); returns the claims of the token and the key that signed it. */
const readVapid = (authorization = '') => {
  const [, token = '', key = ''] = /^vapid t=(\S+), ?k=(\S+)$/.exec(authorization) ?? [];
  const [header = '', claims = '', signature = ''] = token.split('.');
  const point = Buffer.from(key, 'base64url');
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) => half.toString('base64url'));
  const publicKey = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x: x!, y: y! }, format: 'jwk' });
  const signed = Buffer.from(`${header}.${claims}`);
  const isValid = verify(
    'sha256',
    signed,
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  if (!isValid) throw new Error('The signature of the token is wrong.');
  return { key, ...(JSON.parse(Buffer.from(claims, 'base64url').toString()) as object) } as Pushed['by'];
};

/** A message as received by the push service. */
interface Pushed {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  /** The key of the sender and the claims of its token (RFC 8292). */
  readonly by: { readonly key: string; readonly aud: string; readonly exp: number; readonly sub: string };
  /** The text that the browser sees; `undefined` if the service responded with a failure. */
  readonly text: string;
  /** Size on the wire in bytes. */
  readonly size: number;
}

interface Answer {
  readonly status: number;
  readonly headers?: Record<string, string>;
}

/** A push service on this machine, over https. Only programs that trust its certificate authority can use it. */
interface PushService extends AsyncDisposable {
  readonly authority: Authority;
  readonly origin: string;
  readonly pushed: Pushed[];
  /** Subscribes like a browser; returns the address and keys in the form of `PushSubscription.toJSON`. */
  subscribe(): {
    readonly endpoint: string;
    readonly keys: { readonly p256dh: string; readonly auth: string };
  };
  /** Returns the status of the response; 201 by default. */
  react: (pushed: Pushed, count: number) => Answer;
  /** Resolves when `count` messages have arrived in total. */
  came(count: number): Promise<void>;
}

export async function startPushService(): Promise<PushService> {
  const authority = createAuthority();
  const { cert, key } = authority.issue('push');
  const browsers = new Map<string, PushSecrets>();
  let waiting: { count: number; resolve: () => void }[] = [];
  const server = createServer(
    { cert: readFileSync(cert), key: readFileSync(key) },
    async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const sealed = Buffer.concat(chunks);
      const path = request.url ?? '';
      const { headers } = request;
      const by = readVapid(headers.authorization);
      const pushed = { path, headers, by, size: sealed.length, text: openPush(sealed, browsers.get(path)!) };
      service.pushed.push(pushed);
      const { status, headers: more = {} } = service.react(pushed, service.pushed.length);
      response.writeHead(status, more).end();
      for (const one of waiting) if (one.count <= service.pushed.length) one.resolve();
      waiting = waiting.filter(({ count }) => count > service.pushed.length);
    },
  );
  const listening = await listen(server);
  const origin = `https://127.0.0.1:${listening.port}`;
  const service: PushService = {
    authority,
    origin,
    pushed: [],
    react: () => ({ status: 201 }),
    subscribe: () => {
      const path = `/push/${randomBytes(12).toString('base64url')}`;
      const secrets = { key: createECDH('prime256v1'), auth: randomBytes(16) };
      const p256dh = secrets.key.generateKeys('base64url');
      browsers.set(path, secrets);
      return { endpoint: `${origin}${path}`, keys: { p256dh, auth: secrets.auth.toString('base64url') } };
    },
    came: (count) =>
      new Promise((resolve) => {
        if (service.pushed.length >= count) resolve();
        else waiting.push({ count, resolve });
      }),
    [Symbol.asyncDispose]: async () => {
      await listening[Symbol.asyncDispose]();
      authority[Symbol.dispose]();
    },
  };
  return service;
}
