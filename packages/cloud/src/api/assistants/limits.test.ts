import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createFakeClock } from '@plenum/platform/fake-clock';
import { limits } from '@plenum/protocol/cloud';
import { enterAccount } from '@plenum/testbed/account';
import { createDataFolder } from '@plenum/testbed/data-folder';
import { until } from '@plenum/testbed/until';
import { leastCost } from '../../identity/account/accounts.fixture.ts';
import { startClimateCloud } from '../../start/climate-cloud.ts';
import type { AssistantMessage } from './shape.ts';

const { rate, burst } = limits.assistantMessages;
const { maxPerKey: concurrent, time } = limits.assistantAnswers;

/** A cloud with a fake clock; `answer` handles the messages of assistants. */
const start = async (answer: (message: AssistantMessage) => Promise<Response>) => {
  const stack = new AsyncDisposableStack();
  const { path: dataDir } = stack.use(createDataFolder());
  const clock = createFakeClock(Date.now());
  const cloud = stack.use(
    await startClimateCloud({
      store: { dataDir },
      httpPort: 0,
      development: true,
      isAnnounced: true,
      clock,
      passwordCost: leastCost,
      rate: { rate: 1, burst: 10_000 },
      assistants: async () => answer,
    }),
  );
  const { access } = await (await enterAccount(cloud.publicUrl)).allowApp();
  const send = async (signal: AbortSignal | null = null) => {
    const answered = await fetch(cloud.assistants!, {
      method: 'POST',
      headers: { authorization: `Bearer ${access}`, 'content-type': 'application/json' },
      body: '{}',
      signal,
    });
    const text = await answered.text();
    const sentence = answered.ok ? text : (JSON.parse(text) as { error: { message: string } }).error.message;
    return [answered.status, answered.headers.get('retry-after'), sentence];
  };
  return { clock, send, [Symbol.asyncDispose]: () => stack.disposeAsync() };
};

it('limits the messages of all assistants of an account together, for any number of tokens', async () => {
  await using cloud = await start(async () => new Response('done'));
  for (let count = 0; count < burst; count++) assert.deepEqual(await cloud.send(), [200, null, 'done']);
  const sentence = `Assistants of this user may send ${rate} messages a second; try again in 1 s.`;
  assert.deepEqual(await cloud.send(), [429, '1', sentence]);
  cloud.clock.advance(1_000 / rate);
  assert.deepEqual(await cloud.send(), [200, null, 'done']);
  assert.equal((await cloud.send())[0], 429);
});

it('limits an account’s concurrent messages, and makes room after a disconnect or timeout', async () => {
  const held: { readonly message: AssistantMessage; readonly end: (answer: Response) => void }[] = [];
  const arrived = (count: number) => until(`${count} messages arrive`, async () => held.length === count);
  await using cloud = await start((message) => new Promise((end) => held.push({ message, end })));
  const gone = new AbortController();
  const first = cloud.send(gone.signal).catch(({ name }: Error) => name);
  await arrived(1);
  const others = Array.from({ length: concurrent - 1 }, () => cloud.send());
  await arrived(concurrent);
  const sentence = `Assistants of this user already have ${concurrent} requests in progress; try again in 1 s.`;
  assert.deepEqual(await cloud.send(), [429, '1', sentence]);

  gone.abort();
  assert.equal(await first, 'AbortError');
  await until('the cloud notices', async () => held[0]!.message.request.signal.aborted);
  await assert.rejects(held[0]!.message.fetch(`${held[0]!.message.url}/version`));
  const next = cloud.send();
  await arrived(concurrent + 1);

  const { message } = held.at(-1)!;
  assert.equal((await message.fetch(`${message.url}/version`)).status, 200);
  cloud.clock.advance(time);
  await assert.rejects(message.fetch(`${message.url}/version`), { name: 'TimeoutError' });
  for (const { end } of held) end(new Response('late'));
  for (const answer of [...others, next]) assert.deepEqual(await answer, [200, null, 'late']);
});
