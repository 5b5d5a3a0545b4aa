import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSteppedClock } from '@plenum/platform/stepped-clock';
import { frame, type RequestHandler, sendJson, serveCloud } from './cloud.fixture.ts';
import { connectCloud } from './cloud-client.ts';
import { CloudError } from './cloud-error.ts';

const bridge = '000000001';
const zone = `${bridge}_hvac_zone_1`;
const message = (cursor: string, more: object = {}) => ({
  requestId: 'x',
  systemId: bridge,
  components: [{ componentId: zone, datagram: '{"Index":1,"Setpoint":2200}' }],
  cursor,
  ...more,
});
const stream =
  (...chunks: Uint8Array[]): RequestHandler =>
  (_, answer) => {
    answer.writeHead(200, { 'Content-Type': 'application/connect+json' });
    for (const chunk of chunks) answer.write(chunk);
  };
const cut =
  (...chunks: Uint8Array[]): RequestHandler =>
  (requests, answer) => {
    stream(...chunks)(requests, answer);
    setImmediate(() => answer.end());
  };
const ends = (code: string, sentence: string) => frame({ error: { code, message: sentence } }, true);

const setUp = async (...answering: RequestHandler[]) => {
  const clock = createSteppedClock();
  const server = await serveCloud((requests, answer) => answering.shift()!(requests, answer));
  const tokens = { accessToken: 'a1', refreshToken: 'r1' };
  const cloud = connectCloud({ url: server.url, tokens, app: { clientId: 'app' }, clock, random: () => 1 });
  return { clock, server, cloud, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() };
};
const cursors = ({ requests }: Awaited<ReturnType<typeof serveCloud>>) =>
  requests.filter(({ path }) => path.endsWith('/Watch')).map(({ json }) => json.cursors);

test('reads cloud messages that are split at any position, and skips heartbeats', async () => {
  const bytes = Buffer.concat([
    frame(message('c1', { snapshot: true })),
    frame({ requestId: 'x' }),
    frame(message('c2', { components: [], removed: [zone] })),
  ]);
  const single = Array.from(bytes, (byte) => Buffer.from([byte]));
  await using context = await setUp(stream(...single));
  const requests = [];
  for await (const news of context.cloud.watch()) {
    requests.push(news);
    if (requests.length === 2) break;
  }
  assert.deepEqual(requests, [
    {
      systemId: bridge,
      snapshot: true,
      components: [{ componentId: zone, datagram: { Index: 1, Setpoint: 2200 } }],
      removed: [],
      cursor: 'c1',
    },
    { systemId: bridge, snapshot: false, components: [], removed: [zone], cursor: 'c2' },
  ]);
  const [asked] = context.server.requests;
  assert.equal(asked?.path, '/plenum.cloud.v1.ClimateCloud/Watch');
  assert.equal(asked?.json.accessToken, 'a1');
  assert.equal(asked?.token, undefined);
});

test('resumes a cloud stream at its cursor after any kind of interruption', async () => {
  await using context = await setUp(
    cut(frame(message('c1'))),
    (_, answer) => void answer.destroy(),
    cut(frame(message('c2')), ends('unavailable', 'This node is stopping; connect again.')),
    stream(frame(message('c3'))),
  );
  const breaks: string[] = [];
  const seen: string[] = [];
  const following = (async () => {
    const options = {
      cursors: { [bridge]: 'c0' },
      onBreak: ({ code }: CloudError) => void breaks.push(code),
    };
    for await (const { cursor } of context.cloud.watch(options)) {
      seen.push(cursor);
      if (cursor === 'c3') break;
    }
  })();
  await context.clock.pass(500);
  await context.clock.pass(1_000);
  await context.clock.pass(500);
  await following;
  assert.deepEqual(seen, ['c1', 'c2', 'c3']);
  assert.deepEqual(cursors(context.server), [['c0'], ['c1'], ['c1'], ['c2']]);
  assert.deepEqual(breaks, ['unreachable', 'unreachable', 'unreachable']);
});

test('keeps the last cursor of each bridge, drops that of a removed one, and resumes later', async () => {
  const other = { systemId: '000000002' };
  const gone = message('', { snapshot: true, components: [] });
  await using context = await setUp(
    cut(frame(message('c1')), frame(message('d1', other)), frame({ requestId: 'x' }), frame(message('c2'))),
    stream(frame(gone), frame(message('e1', { systemId: '000000003' }))),
    stream(frame(message('d2', other))),
  );
  const watching = context.cloud.watch();
  const stored: string[] = [];
  const following = (async () => {
    for await (const { cursor } of watching) {
      stored.push(JSON.stringify(watching.cursors()));
      if (cursor === 'e1') break;
    }
  })();
  await context.clock.pass(500);
  await following;
  assert.deepEqual(
    stored.map((text) => JSON.parse(text)),
    [
      { '000000001': 'c1' },
      { '000000001': 'c1', '000000002': 'd1' },
      { '000000001': 'c2', '000000002': 'd1' },
      { '000000002': 'd1' },
      { '000000002': 'd1', '000000003': 'e1' },
    ],
  );
  const later = context.cloud.watch({ cursors: JSON.parse(stored.at(-1)!) });
  for await (const _ of later) break;
  assert.deepEqual(later.cursors(), { '000000002': 'd2', '000000003': 'e1' });
  assert.deepEqual(cursors(context.server), [[], ['c2', 'd1'], ['d1', 'e1']]);
});

test('renews an expired token and continues the stream', async () => {
  await using context = await setUp(
    stream(frame(message('c1')), ends('unauthenticated', 'Expired.')),
    (_, answer) => sendJson(answer, 200, { access_token: 'a2' }),
    stream(frame(message('c2'))),
  );
  const seen: string[] = [];
  for await (const { cursor } of context.cloud.watch()) {
    seen.push(cursor);
    if (cursor === 'c2') break;
  }
  assert.deepEqual(
    context.server.requests.map(({ path, json }) => json.accessToken ?? path),
    ['a1', '/token', 'a2'],
  );
});

test('renews a token when the cloud returns if it expired while the cloud was unavailable', async () => {
  const gone: RequestHandler = (_, answer) => void answer.destroy();
  await using context = await setUp(
    stream(frame(message('c1')), ends('unauthenticated', 'Expired.')),
    ...[gone, gone, gone],
    (_, answer) => sendJson(answer, 200, { access_token: 'a2' }),
    stream(frame(message('c2'))),
  );
  const seen: string[] = [];
  const following = (async () => {
    for await (const { cursor } of context.cloud.watch()) {
      seen.push(cursor);
      if (cursor === 'c2') break;
    }
  })();
  await context.clock.pass(500);
  await following;
  assert.deepEqual(seen, ['c1', 'c2']);
});

test('renews a token that expired in an outage even if it was new when the outage began', async () => {
  await using context = await setUp(
    stream(ends('unauthenticated', 'Expired.')),
    (_, answer) => sendJson(answer, 200, { access_token: 'a2', refresh_token: 'r2' }),
    (_, answer) => void answer.destroy(),
    stream(ends('unauthenticated', 'Expired.')),
    (_, answer) => sendJson(answer, 200, { access_token: 'a3' }),
    stream(frame(message('c1'))),
  );
  const next = context.cloud.watch()[Symbol.asyncIterator]().next();
  await context.clock.pass(500);
  assert.equal((await next).value?.cursor, 'c1');
});

test('ends the cloud stream if even a new token is rejected', async () => {
  const refused = stream(ends('unauthenticated', 'No.'));
  await using context = await setUp(
    refused,
    (_, answer) => sendJson(answer, 200, { access_token: 'a2' }),
    refused,
  );
  await assert.rejects(
    context.cloud.watch()[Symbol.asyncIterator]().next(),
    (error) => error instanceof CloudError && error.code === 'signed-out',
  );
});

test('ends the cloud stream after an error that makes another attempt pointless', async () => {
  for (const [code, ours] of [
    ['permission_denied', 'not-allowed'],
    ['invalid_argument', 'invalid'],
    ['resource_exhausted', 'too-many'],
  ] as const) {
    await using context = await setUp(stream(ends(code, 'No.')));
    await assert.rejects(
      context.cloud.watch()[Symbol.asyncIterator]().next(),
      (error) => error instanceof CloudError && error.code === ours && error.message === 'No.',
    );
  }
});

test('ends the cloud stream when it is aborted, even while it waits to reconnect', async () => {
  await using context = await setUp(cut());
  const end = new AbortController();
  const { promise: isBroken, resolve: onBreak } = Promise.withResolvers<void>();
  const next = context.cloud
    .watch({ signal: end.signal, onBreak: () => onBreak() })
    [Symbol.asyncIterator]()
    .next();
  await isBroken;
  end.abort();
  assert.deepEqual(await next, { done: true, value: undefined });
});
