import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createQueue, supersedes } from './queue.ts';

/** Lets writes wait without a limit. */
const unlimited = {
  now: () => 0,
  maxWait: Number.POSITIVE_INFINITY,
  toError: (why: string) => new Error(why),
};

/** A queue whose first job blocks until the test releases it, and a log of the jobs that ran. */
const held = () => {
  const queue = createQueue(unlimited);
  const gate = Promise.withResolvers<void>();
  const ran: string[] = [];
  const first = queue.read('held', () => gate.promise);
  const read = (key: string) =>
    queue.read(key, async () => {
      ran.push(`read ${key}`);
      return key;
    });
  const write = (key: string | undefined, body: unknown) =>
    queue.write({
      key,
      body,
      run: async () => {
        ran.push(`write ${key ?? 'action'} ${JSON.stringify(body)}`);
        return body;
      },
    });
  return { queue, ran, read, write, open: () => gate.resolve(), first };
};

test('runs one job at a time', async () => {
  const queue = createQueue(unlimited);
  let running = 0;
  let most = 0;
  const work = async () => {
    most = Math.max(most, ++running);
    await new Promise(setImmediate);
    running--;
  };
  await Promise.all(['a', 'b', 'c', 'd'].map((key) => queue.read(key, work)));
  assert.equal(most, 1);
});

test('sends only the newest command of a burst to one setpoint, and all callers get its result', async () => {
  const { ran, write, open } = held();
  const burst = [2100, 2150, 2200, 2250].map((Setpoint) => write('ZoneSetpoint 1', { Setpoint }));
  open();
  assert.deepEqual(await Promise.all(burst), Array(4).fill({ Setpoint: 2250 }));
  assert.deepEqual(ran, ['write ZoneSetpoint 1 {"Setpoint":2250}']);
});

test('does not skip a write that is already being sent', async () => {
  const queue = createQueue(unlimited);
  const gate = Promise.withResolvers<void>();
  const ran: number[] = [];
  const write = (body: number) =>
    queue.write({
      key: 'SysSetpoint',
      body,
      run: async () => {
        ran.push(body);
        await gate.promise;
      },
    });
  const both = [write(2100), write(2200)];
  gate.resolve();
  await Promise.all(both);
  assert.deepEqual(ran, [2100, 2200]);
});

test('tells a running write whether a caller still waits for it', async () => {
  const queue = createQueue(unlimited);
  const [one, other] = [new AbortController(), new AbortController()];
  const wanted: boolean[] = [];
  const gate = Promise.withResolvers<void>();
  const first = queue.read('held', () => gate.promise);
  const write = (body: number, signal: AbortSignal) =>
    queue.write({
      key: 'SysSetpoint',
      body,
      signal,
      run: async ({ isWanted }) => {
        wanted.push(isWanted());
        one.abort();
        wanted.push(isWanted());
        other.abort();
        wanted.push(isWanted());
      },
    });
  const both = [write(2100, one.signal), write(2200, other.signal)];
  gate.resolve();
  await Promise.all([first, ...both]);
  assert.deepEqual(wanted, [true, true, false]);
});

test('queues a newer write at its own position, not at the position of the older write', async () => {
  const { ran, write, open } = held();
  const all = [write('SysMode', 1), write('SysSetpoint', 2200), write('SysMode', 2)];
  open();
  await Promise.all(all);
  assert.deepEqual(ran, ['write SysSetpoint 2200', 'write SysMode 2']);
});

test('does not replace a waiting write by one that sets fewer fields', async () => {
  const { ran, write, open } = held();
  const all = [
    write('SchedSettings 0', { StartH: 6, DaysEnabled: { M: 1 } }),
    write('SchedSettings 0', { StartH: 7 }),
  ];
  open();
  await Promise.all(all);
  assert.equal(ran.length, 2);
});

test('never skips a command without a key, such as the start of a favourite', async () => {
  const { ran, write, open } = held();
  const all = [write(undefined, 1), write(undefined, 2)];
  open();
  await Promise.all(all);
  assert.deepEqual(ran, ['write action 1', 'write action 2']);
});

test('runs writes before reads, but runs a read after ten writes in a row', async () => {
  const { ran, read, write, open } = held();
  const all = [read('unit'), read('zone 0'), ...Array.from({ length: 12 }, (_, n) => write(`key ${n}`, n))];
  open();
  await Promise.all(all);
  assert.deepEqual(
    ran.map((each) => each.split(' ')[0]),
    [...Array(10).fill('write'), 'read', 'write', 'write', 'read'],
  );
});

test('shares one request between two callers of the same read', async () => {
  const { ran, read, open } = held();
  const both = [read('unit'), read('unit')];
  open();
  assert.deepEqual(await Promise.all(both), ['unit', 'unit']);
  assert.deepEqual(ran, ['read unit']);
});

test('reports an error only to the callers of the failed job', async () => {
  const queue = createQueue(unlimited);
  const failing = queue.read('a', async () => {
    throw new Error('no');
  });
  const fine = queue.read('b', async () => 'yes');
  await assert.rejects(failing, { message: 'no' });
  assert.equal(await fine, 'yes');
});

test('rejects waiting and later jobs when it is closed', async () => {
  const { queue, read, write, open, first } = held();
  const waiting = [read('unit'), write('SysOn', 1)];
  queue.close(new Error('closed'));
  const asked = queue.ask(async () => assert.fail('the queue is closed'));
  for (const each of [...waiting, read('later'), asked]) await assert.rejects(each, { message: 'closed' });
  open();
  await first;
});

test('replaces a write by a list at least as long, or by a record with at least its keys', () => {
  assert.ok(supersedes([1, 2], [9]));
  assert.ok(!supersedes([1], [9, 9]));
  assert.ok(supersedes({ a: 1, b: { c: 2 } }, { b: { c: 9 } }));
  assert.ok(!supersedes({ b: {} }, { b: { c: 9 } }));
  assert.ok(!supersedes(1, { a: 1 }));
  assert.ok(!supersedes({ a: 1 }, 1));
});

/** A queue on a clock, whose writes wait for at most 15 s. */
const bounded = (clock: { now: () => number }) =>
  createQueue({ now: clock.now, maxWait: 15_000, toError: (why) => new Error(why) });

test('does not send a write that waited for longer than the limit', async () => {
  for (const [waited, expected] of [
    [15_000, 'fulfilled'],
    [15_001, 'rejected'],
  ] as const) {
    let now = 0;
    const queue = bounded({ now: () => now });
    const gate = Promise.withResolvers<void>();
    const first = queue.read('held', () => gate.promise);
    const write = Promise.allSettled([queue.write({ key: undefined, body: 1, run: async () => 'sent' })]);
    now = waited;
    gate.resolve();
    await first;
    assert.equal((await write)[0]!.status, expected);
  }
});

test('sends the newest write that still has a caller if several writes set the same fields', async () => {
  const queue = bounded({ now: () => 0 });
  const gate = Promise.withResolvers<void>();
  const first = queue.read('held', () => gate.promise);
  const gone = AbortSignal.abort();
  const write = (body: number, signal?: AbortSignal) =>
    queue.write({ key: 'SysSetpoint', body, signal, run: async () => body });
  const both = Promise.allSettled([write(2100), write(2200, gone)]);
  const nobody = Promise.allSettled([
    queue.write({ key: 'SysMode', body: 1, signal: gone, run: async () => 1 }),
  ]);
  gate.resolve();
  await first;
  assert.deepEqual(await both, [
    { status: 'fulfilled', value: 2100 },
    { status: 'rejected', reason: new Error('nobody') },
  ]);
  assert.equal((await nobody)[0]!.status, 'rejected');
});

test('runs a read first if a write’s caller waits for it, even if it was already queued', async () => {
  const { queue, ran, read, open } = held();
  const urgent = (key: string) =>
    queue.read(
      key,
      async () => {
        ran.push(`urgent ${key}`);
      },
      true,
    );
  const all: Promise<unknown>[] = [read('zone 0'), read('zone 1'), read('unit')];
  all.push(urgent('split'), urgent('unit'));
  open();
  await Promise.all(all);
  assert.deepEqual(ran, ['urgent split', 'read unit', 'read zone 0', 'read zone 1']);
});

test('drops a repeated write for a newer one that waits, and both get the newer one’s result', async () => {
  const { queue, ran, write, open } = held();
  const newer = write('SysSetpoint', 2300);
  const again = queue.write({ key: 'SysSetpoint', body: 2200, isRepeated: true, run: async () => 2200 });
  open();
  assert.deepEqual(await Promise.all([newer, again]), [2300, 2300]);
  assert.deepEqual(ran, ['write SysSetpoint 2300']);
});

test('sends a repeated write after all if the newer one that replaced it loses its callers', async () => {
  const { queue, ran, open } = held();
  const gone = new AbortController();
  const write = (body: number, more: object) =>
    queue.write({
      key: 'SysSetpoint',
      body,
      ...more,
      run: async ({ isWanted }) => {
        ran.push(`write ${body} ${isWanted()}`);
        return body;
      },
    });
  const newer = write(2300, { signal: gone.signal });
  assert.equal(queue.hasNewer({ key: 'SysSetpoint', body: 2200 }), true);
  assert.equal(queue.hasNewer({ key: 'SysMode', body: 1 }), false);
  const again = write(2200, { isRepeated: true });
  gone.abort();
  open();
  await assert.rejects(newer, { message: 'nobody' });
  assert.equal(await again, 2200);
  assert.deepEqual(ran, ['write 2200 true']);
  assert.equal(queue.hasNewer({ key: 'SysSetpoint', body: 2200 }), false);
});

test('alternates urgent reads with writes after 3 s, and not before', async () => {
  const names = Array.from({ length: 12 }, (_, n) => String(n + 1));
  for (const [waited, expected] of [
    [3_000, [...names.slice(0, 10), 'read', ...names.slice(10)]],
    [3_001, ['1', 'read', ...names.slice(1)]],
  ] as const) {
    let now = 1_000;
    const queue = createQueue({ now: () => now, maxWait: 60_000, toError: (why) => new Error(why) });
    const gate = Promise.withResolvers<void>();
    const first = queue.read('held', () => gate.promise);
    const ran: string[] = [];
    const run = (name: string) => async () => void ran.push(name);
    const all = [
      queue.read('unit', run('read'), true),
      ...names.map((name) => queue.write({ key: name, body: 1, run: run(name) })),
    ];
    now += waited;
    // A later caller of the same read does not delay it.
    all.push(queue.read('unit', run('read'), true));
    gate.resolve();
    await Promise.all([first, ...all]);
    assert.deepEqual(ran, expected);
  }
});

test('runs only the reachability check while the queue is held, and rejects all else', async () => {
  const { queue, ran, read, write, open, first } = held();
  const waiting = [first, read('unit'), write('SysOn', 1)];
  const ended = waiting.map((one) => assert.rejects(one, { message: 'silent' }));
  queue.hold(new Error('silent'));
  await Promise.all(ended);
  await assert.rejects(read('zone'), { message: 'silent' });
  await assert.rejects(write('SysOn', 0), { message: 'silent' });
  const asked = queue.ask(async () => void ran.push('ask'));
  open();
  await asked;
  queue.hold(undefined);
  await Promise.all([read('unit'), write('SysOn', 1)]);
  assert.deepEqual(ran, ['ask', 'read unit', 'write SysOn 1']);
});

test('rejects the running request when the queue is held, and runs the next after its end', async () => {
  const { queue, ran, read, open } = held();
  const gate = Promise.withResolvers<void>();
  open();
  let isWanted = () => true;
  const running = queue.write({
    key: 'SysOn',
    body: 1,
    run: (state) => {
      ({ isWanted } = state);
      return gate.promise;
    },
  });
  await new Promise(setImmediate);
  assert.equal(isWanted(), true);
  const error = new Error('silent');
  queue.hold(error);
  await assert.rejects(running, error);
  assert.deepEqual([isWanted(), queue.heldBy()], [false, error]);
  queue.hold(undefined);
  const next = read('unit');
  await new Promise(setImmediate);
  assert.deepEqual(ran, []);
  gate.resolve();
  await next;
  assert.deepEqual([ran, queue.heldBy()], [['read unit'], undefined]);
});

test('does not reject the running reachability check when the queue is held', async () => {
  const { queue, open } = held();
  const gate = Promise.withResolvers<string>();
  open();
  const asked = queue.ask(() => gate.promise);
  await new Promise(setImmediate);
  queue.hold(new Error('silent'));
  gate.resolve('answered');
  assert.equal(await asked, 'answered');
});

test('runs a read only after ten writes, also at the start', async () => {
  const queue = createQueue(unlimited);
  const ran: string[] = [];
  const write = (name: string) =>
    queue.write({ key: undefined, body: 1, run: async () => void ran.push(name) });
  const writes = [...'abcdefghijkl'].map(write);
  const read = queue.read('state', async () => void ran.push('-'));
  await Promise.all([...writes, read]);
  assert.equal(ran.join(''), 'abcdefghij-kl');
});

test('reports a timeout only to the caller that waited too long, not to others of the write', async () => {
  let now = 0;
  const queue = bounded({ now: () => now });
  const gate = Promise.withResolvers<void>();
  void queue.read('held', () => gate.promise);
  const write = (body: number) =>
    queue.write({ key: 'SysSetpoint', body, run: async () => body }).catch((error: Error) => error.message);
  const all = [write(2100)];
  now = 1;
  all.push(write(2150));
  now = 10_000;
  all.push(write(2200));
  now = 15_001;
  gate.resolve();
  assert.deepEqual(await Promise.all(all), ['too-long', 2200, 2200]);
});

test('rejects a write that waits behind a stalled one as soon as the waiting caller hangs up', async () => {
  const queue = createQueue(unlimited);
  const gate = Promise.withResolvers<void>();
  void queue.read('held', () => gate.promise);
  const hangsUp = new AbortController();
  let isSent = false;
  const run = async () => {
    isSent = true;
  };
  const write = queue.write({ key: 'SysOn', body: 1, signal: hangsUp.signal, run });
  const other = queue.write({ key: 'SysMode', body: 1, run: async () => 'done' });
  hangsUp.abort();
  await assert.rejects(write, { message: 'nobody' });
  assert.equal(queue.hasNewer({ key: 'SysOn', body: 1 }), false);
  gate.resolve();
  assert.equal(await other, 'done');
  assert.equal(isSent, false);
});

test('queues a read that becomes urgent behind other urgent reads, and moves no other', async () => {
  const { queue, ran, open, first } = held();
  const read = (key: string, isUrgent = false) => queue.read(key, async () => void ran.push(key), isUrgent);
  const all = [read('a'), read('b'), read('c'), read('b', true), read('c', true), read('d', true), read('e')];
  open();
  await Promise.all([first, ...all]);
  assert.deepEqual(ran, ['b', 'c', 'd', 'a', 'e']);
});

test('runs the reachability check before waiting reads', async () => {
  const { queue, ran, read, open, first } = held();
  const waiting = [read('unit'), read('zone')];
  const asked = queue.ask(async () => void ran.push('ask'));
  open();
  await Promise.all([first, asked, ...waiting]);
  assert.deepEqual(ran, ['ask', 'read unit', 'read zone']);
});

test('keeps a repeated write as long as any caller of a newer one waits', async () => {
  const { queue, open } = held();
  const [newest, first] = [new AbortController(), new AbortController()];
  const wanted: boolean[] = [];
  const write = (body: number, more: object) =>
    queue.write({
      key: 'SysSetpoint',
      body,
      ...more,
      run: async ({ isWanted }) => {
        wanted.push(isWanted());
        first.abort();
        wanted.push(isWanted());
        return body;
      },
    });
  const newer = write(2300, { signal: newest.signal });
  const again = write(2200, { isRepeated: true, signal: first.signal });
  const other = write(2200, { isRepeated: true });
  newest.abort();
  open();
  await assert.rejects(newer, { message: 'nobody' });
  assert.deepEqual([await again, await other, wanted], [2200, 2200, [true, true]]);
});
