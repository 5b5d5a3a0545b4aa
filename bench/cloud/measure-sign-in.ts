import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { openBridgeKey, registerKey } from '@plenum/bridge/uplink';
import { quantile } from '@plenum/cli/fleet';
import { systemClock } from '@plenum/platform';
import { type AccountCredentials, demo, enterAccount } from '@plenum/testbed/account';
import { startChild } from '../child.ts';
import type { Row } from '../row.ts';

/** The status of a response, and its duration in ms. */
interface Timed {
  readonly status: number;
  readonly milliseconds: number;
  readonly answer: Response;
}

interface Sent {
  readonly body: string | URLSearchParams;
  readonly address: string;
  readonly headers?: Readonly<Record<string, string>>;
}

const json = { 'content-type': 'application/json' };

/** Starts a cloud with the default limits; `post` can send from any address. */
const startPublicCloud = async () => {
  await using stack = new AsyncDisposableStack();
  const folder = mkdtempSync(join(tmpdir(), 'plenum-bench-'));
  stack.defer(() => rmSync(folder, { recursive: true, force: true }));
  const child = stack.use(await startChild('servers/public-cloud', [join(folder, 'cloud')]));
  const url = `http://127.0.0.1:${child.port}`;
  const post = async (path: string, { body, address, headers = {} }: Sent): Promise<Timed> => {
    const begun = performance.now();
    const answer = await fetch(url + path, {
      method: 'POST',
      body,
      headers: { ...headers, 'x-forwarded-for': address },
    });
    await answer.clone().arrayBuffer();
    return { status: answer.status, milliseconds: performance.now() - begun, answer };
  };
  const running = stack.move();
  return { url, folder, post, [Symbol.asyncDispose]: () => running.disposeAsync() };
};

type PublicCloud = Awaited<ReturnType<typeof startPublicCloud>>;

/** The calls of the honest client: the number that succeeded, and their median duration in ms. */
interface Honest {
  readonly accepted: number;
  readonly calls: number;
  readonly p50: number;
}

const times = 20;

/** Makes the calls of an honest client, `rest` ms apart. */
const beHonest = async (call: () => Promise<Timed>, rest: number): Promise<Honest> => {
  const answers: Timed[] = [];
  for (let count = 0; count < times; count++) {
    answers.push(await call());
    await pause(rest);
  }
  const accepted = answers.filter(({ status }) => status === 200);
  const p50 = quantile(
    accepted.map(({ milliseconds }) => milliseconds),
    0.5,
  );
  return { accepted: accepted.length, calls: times, p50 };
};

/** Runs the attack loops until `work` has ended. */
const underAttack = async <Value>(
  attack: (loop: number) => Promise<unknown>,
  { loops, work }: { readonly loops: number; readonly work: () => Promise<Value> },
): Promise<Value> => {
  let isOver = false;
  const attacking = Array.from({ length: loops }, async (_, loop) => {
    while (!isOver) await attack(loop);
  });
  try {
    return await work();
  } finally {
    isOver = true;
    await Promise.all(attacking);
  }
};

const toText = ({ accepted, calls, p50 }: Honest) =>
  `${accepted} of ${calls} accepted, p50 ${p50.toFixed(1)} ms`;

const toRow = (
  name: string,
  { before, under }: { readonly before: Honest; readonly under: Honest },
): Row => ({
  name,
  measured: `under attack ${toText(under)}`,
  reference: `before ${toText(before)}`,
  ratio: under.p50 / before.p50,
  limit: 'all accepted',
  within: under.accepted === under.calls,
});

const signUp = async ({ url }: PublicCloud, email: string) => {
  const credentials: AccountCredentials = { email, password: 'a quiet house by the sea' };
  const account = await enterAccount(url, credentials);
  await account.signUp();
  return { ...account, credentials };
};

/** Floods the cloud with invalid tokens from the address of a neighbour whose own token is no longer in the cache. */
const measureTokenFlood = async (cloud: PublicCloud): Promise<Row> => {
  const { access } = await (await signUp(cloud, 'token@example.org')).allowApp();
  const body = JSON.stringify({ requestId: randomUUID(), requestType: 'Discover' });
  const address = '192.0.2.1';
  const call = (token: string) =>
    cloud.post('/dev', { body, address, headers: { ...json, authorization: `Bearer ${token}` } });
  const before = await beHonest(() => call(access), 50);
  await pause(3_500);
  const under = await underAttack(() => call(randomUUID()), {
    loops: 64,
    work: () => beHonest(() => call(access), 500),
  });
  return toRow('invalid tokens from the address of a neighbour', { before, under });
};

/** Repeats refreshes as one user of a public app, while another user of the app refreshes. */
const measureGreedyUser = async (cloud: PublicCloud): Promise<Row> => {
  const account = await signUp(cloud, 'refresh@example.org');
  const greedy = await account.allowApp();
  const honest = await account.allowApp();
  const refresh = (token: string, address: string) =>
    cloud.post('/token', {
      address,
      body: new URLSearchParams({
        client_id: demo.clientId,
        grant_type: 'refresh_token',
        refresh_token: token,
      }),
    });
  let current = honest.refresh;
  const call = async () => {
    const refreshed = await refresh(current, '192.0.2.2');
    const { refresh_token: next } = (await refreshed.answer.json()) as { refresh_token?: string };
    current = next ?? current;
    return refreshed;
  };
  const before = await beHonest(call, 50);
  const under = await underAttack((loop) => refresh(greedy.refresh, `198.51.100.${loop}`), {
    loops: 32,
    work: () => beHonest(call, 250),
  });
  return toRow('a user of the same public app who refreshes without end', { before, under });
};

const guessers = 130;

/**
 * Repeatedly guesses an account's password from many addresses, while its owner signs in from a known browser and from
 * a new address.
 */
const measureGuessing = async (cloud: PublicCloud): Promise<readonly Row[]> => {
  const { credentials } = await signUp(cloud, 'guess@example.org');
  const signIn = (password: string, address: string, headers = {}) =>
    cloud.post('/account/sign-in', {
      body: JSON.stringify({ ...credentials, password }),
      address,
      headers: { ...json, ...headers },
    });
  const own = (address: string, headers = {}) => signIn(credentials.password, address, headers);
  const { answer } = await own('192.0.2.3');
  const cookie = answer.headers
    .getSetCookie()
    .find((line) => line.startsWith('plenum_browser='))!
    .split(';')[0]!;
  const known = () => own('192.0.2.4', { cookie });
  const before = await beHonest(known, 50);
  for (let place = 0; place < guessers; place++)
    await signIn('a loud house by the road', `203.0.113.${place}`);
  const attack = async (loop: number) => {
    await signIn('a loud house by the road', `203.0.113.${loop}`);
    await pause(100);
  };
  const work = async () => {
    const under = await beHonest(known, 250);
    const begun = performance.now();
    let refused = 0;
    const enter = async (): Promise<number> => {
      const { status, answer } = await own('192.0.2.5');
      if (status === 200) return (performance.now() - begun) / 1000;
      refused++;
      await pause(Number(answer.headers.get('retry-after')) * 1000);
      return enter();
    };
    return { under, seconds: await enter(), refused };
  };
  const { under, seconds, refused } = await underAttack(attack, { loops: guessers, work });
  return [
    toRow(`guesses from ${guessers} addresses, the owner in a browser she used`, { before, under }),
    {
      name: `guesses from ${guessers} addresses, the owner at a new address`,
      measured: `in after ${seconds.toFixed(0)} s, refused ${refused} times`,
      reference: 'before: at once',
      limit: '<= 310 s',
      within: seconds <= 310,
    },
  ];
};

const wanted = 500;

/** Pairs as many system ids as one consent allows, without any bridge. */
const measureSquatting = async (cloud: PublicCloud): Promise<Row> => {
  const token = await (await signUp(cloud, 'squat@example.org')).allowPairing();
  const key = await openBridgeKey(cloud.folder);
  const signal = AbortSignal.timeout(60_000);
  const pair = (systemId: number, bearer: string) =>
    registerKey({ cloud: cloud.url, key, systemId: String(systemId), clock: systemClock, signal }, bearer);
  let taken = 0;
  for (let id = 0; id < wanted; id++) if ((await pair(700_000_000 + id, token)) === 'paired') taken++;
  const honest = await (await signUp(cloud, 'owner@example.org')).allowPairing();
  const result = await pair(700_000_000 + wanted - 1, honest);
  return {
    name: `pairing ${wanted} system ids with one consent`,
    measured: `${taken} taken, each for an hour; the owner of another: ${result}`,
    reference: `before: ${wanted} taken for good in 2.3 s`,
    ratio: taken / wanted,
    limit: '<= 20 taken',
    within: taken <= 20 && result === 'paired',
  };
};

/** Measures attacks on sign-in, tokens and pairing, each with an honest client at the same time. */
export async function measureSignInAttacks(): Promise<readonly Row[]> {
  await using cloud = await startPublicCloud();
  return [
    await measureTokenFlood(cloud),
    await measureGreedyUser(cloud),
    await measureSquatting(cloud),
    ...(await measureGuessing(cloud)),
  ];
}
