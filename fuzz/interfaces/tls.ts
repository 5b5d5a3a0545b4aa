import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { type ConnectionOptions, connect as connectTls } from 'node:tls';
import { startBridge } from '@plenum/testbed/bridge';
import { createAuthority, type IssuedCertificate, opensslMissing } from '@plenum/testbed/certificates';
import fc from '@plenum/testbed/fast-check';
import { listen } from '@plenum/testbed/listen';
import { assertPublic } from '../internal-text.ts';
import { bytesLike } from '../mutate.ts';
import { type Started, target } from '../target.ts';
import { limitBridgeGrowth } from './bridge-growth.ts';
import { exchange, isAccepted, toBytes } from './exchange.ts';
import { limitGrowth, startCloudProcess } from './start-cloud.ts';

const get = toBytes({ method: 'GET', target: '/healthz' });
/** The preface of HTTP/2, with empty SETTINGS (RFC 9113, 3.4). */
const http2 = Buffer.concat([
  Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'),
  Buffer.from('000000040000000000', 'hex'),
]);

/** Records the first bytes that a client of TLS sends. */
const recordHello = async (options: ConnectionOptions): Promise<Buffer> => {
  const server = createServer();
  await using listening = await listen(server);
  const { port } = listening;
  const connected = once(server, 'connection');
  const client = connectTls({ port, host: '127.0.0.1', ...options }).on('error', () => {});
  const [socket] = await connected;
  const [hello] = (await once(socket, 'data')) as [Buffer];
  client.destroy();
  return hello;
};

interface TlsCase {
  readonly bytes: Buffer;
  /** Sends the bytes after a handshake for this protocol; `undefined` to send them instead of a handshake. */
  readonly protocol: string | undefined;
}

/** Number of the checks that the port still serves others: one in this many cases. */
const checkEvery = 20;

/** A server with TLS, which may not have grown in the end. */
interface TlsServer {
  readonly port: number;
  readonly limit: () => Promise<void>;
}

interface TlsServerAbout {
  readonly name: string;
  readonly weight: number;
  /** A request with a body. */
  readonly post: Buffer;
  readonly start: (
    stack: AsyncDisposableStack,
    given: { readonly files: IssuedCertificate; readonly tls: ConnectionOptions },
  ) => Promise<TlsServer>;
}

const startTarget = async (
  stack: AsyncDisposableStack,
  { post, start }: TlsServerAbout,
): Promise<Started<TlsCase>> => {
  const authority = stack.use(createAuthority());
  const tls = { ca: authority.ca, servername: 'localhost' };
  const { port, limit } = await start(stack, { files: authority.issue(), tls });
  const hellos = [
    await recordHello({ ...tls, ALPNProtocols: ['h2', 'http/1.1'] }),
    await recordHello({ ...tls, maxVersion: 'TLSv1.2' }),
  ];
  const checkServes = async () => {
    const { statuses, text } = await exchange(port, get, { tls });
    assert.deepEqual(statuses, [200], text);
  };
  let count = 0;
  return {
    cases: fc.oneof(
      fc.record({ bytes: bytesLike([...hellos, get, post]), protocol: fc.constant(undefined) }),
      fc.record({ bytes: bytesLike([get, post]), protocol: fc.constant('http/1.1') }),
      fc.record({ bytes: bytesLike([http2]), protocol: fc.constant('h2') }),
    ),
    check: async ({ bytes, protocol }) => {
      const secure = protocol === undefined ? undefined : { ...tls, ALPNProtocols: [protocol] };
      const { text, statuses } = await exchange(port, bytes, { isWhole: false, tls: secure });
      assert.ok(!statuses.includes(500), text.slice(0, 500));
      assertPublic(text);
      if (++count % checkEvery === 0) await checkServes();
      return isAccepted({ text, statuses });
    },
    finish: async () => {
      await checkServes();
      await limit();
    },
  };
};

/** Bytes at a port with TLS, as they are and after a handshake: none are answered with 500 or an internal text. */
const portWithTls = (about: TlsServerAbout) =>
  target<TlsCase>({
    name: about.name,
    weight: about.weight,
    missing: opensslMissing,
    start: (stack) => startTarget(stack, about),
  });

export const cloudTls = portWithTls({
  name: 'TLS of the cloud',
  weight: 4,
  post: toBytes({ method: 'POST', target: '/token', body: 'grant_type=refresh_token&refresh_token=x' }),
  start: async (stack, { files }) => {
    const process = await startCloudProcess(stack, { tls: files });
    return { port: process.port, limit: await limitGrowth({ process }) };
  },
});

export const bridgeTls = portWithTls({
  name: 'TLS of the bridge',
  weight: 2,
  post: toBytes({ method: 'POST', target: '/HvacCommandV2', body: '{"SysOn":1}' }),
  start: async (stack, { files: { cert, key }, tls }) => {
    const bridge = stack.use(
      await startBridge('--house', 'flat', '--time-scale', '0', '--tls-cert', cert, '--tls-key', key),
    );
    const port = Number(new URL(bridge.url).port);
    return { port, limit: await limitBridgeGrowth(port, tls) };
  },
});
