import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { createTokenBucket } from '@plenum/platform';
import { createFakeClock } from '@plenum/platform/fake-clock';
import type { UplinkComponent } from '@plenum/protocol/uplink';
import type { ComponentUpdate, IngestResult } from '../../component/store-updates.ts';
import { createPacedIngest } from './paced-ingest.ts';

const zones = (count: number): UplinkComponent[] =>
  Array.from({ length: count }, (_, index) => ({ kind: 'zone', index, datagram: {} }));

const change = (count: number, more: Partial<ComponentUpdate> = {}): ComponentUpdate => ({
  systemId: '000000001',
  epoch: 1,
  at: 0,
  components: zones(count),
  removed: [],
  ...more,
});

/**
 * Creates an ingest for accounts whose changes go to the given number of endpoints. The quota is ten events per second
 * on average, and at most a hundred at once.
 */
const create = (
  endpoints: number | ((update: ComponentUpdate) => number | undefined),
  isOf: (update: ComponentUpdate) => IngestResult['is'] = () => 'stored',
) => {
  const clock = createFakeClock();
  const stored: ComponentUpdate[] = [];
  const ingest = async (update: ComponentUpdate): Promise<IngestResult> => {
    stored.push(update);
    const is = isOf(update);
    if (is !== 'stored') return { is };
    const changed = update.components.map((one) => ({
      ...one,
      systemId: '',
      componentId: '',
      datagram: '',
      version: 1,
    }));
    const { length } = changed;
    const { systemId, at } = update;
    const found = { systemId, accountIds: [], version: 1, at, changed, removed: [], setChanged: false };
    const count = typeof endpoints === 'number' ? endpoints : endpoints(update);
    return {
      is,
      change: length === 0 ? undefined : found,
      ...(count !== undefined && { queued: length * count }),
    };
  };
  const events = createTokenBucket({ rate: 10, burst: 100 }, clock);
  const paced = createPacedIngest({ ingest, events, clock });
  return { clock, stored, paced };
};

/** Advances the clock in steps of one second until a promise is settled. Returns the time that took, ms. */
const timeOf = async (clock: { advance(ms: number): void }, work: Promise<unknown>): Promise<number> => {
  let isOver = false;
  void work.finally(() => {
    isOver = true;
  });
  for (let waited = 0; ; waited += 1_000) {
    for (let n = 0; n < 20 && !isOver; n++) await turn();
    if (isOver) return waited;
    clock.advance(1_000);
  }
};

describe('paced ingest', () => {
  it("stores updates within the account's event quota immediately", async () => {
    const { clock, paced } = create(10);
    assert.equal(await timeOf(clock, paced('ann', change(10))), 0);
  });

  it('delays an update until the overdrawn quota recovers, but not other accounts', async () => {
    const { clock, paced } = create(30);
    assert.equal(await timeOf(clock, paced('ann', change(10))), 0);
    assert.equal(await timeOf(clock, paced('bob', change(1))), 0);
    assert.equal(
      await timeOf(clock, paced('ann', change(1))),
      20_000,
      '200 above the burst, at ten a second',
    );
  });

  it('delays an update until the exact millisecond at which the quota has recovered', async () => {
    const { clock, stored, paced } = create(30);
    await paced('ann', change(10));
    clock.advance(19_999);
    void paced('ann', change(1));
    await turn();
    assert.equal(stored.length, 1);
    clock.advance(1);
    await turn();
    assert.equal(stored.length, 2);
  });

  it('several waiting updates overdraw the quota only once', async () => {
    const { clock, stored, paced } = create(30);
    await paced('ann', change(10));
    const all = Promise.all([paced('ann', change(10)), paced('ann', change(10)), paced('ann', change(10))]);
    await timeOf(clock, Promise.race([all, new Promise((done) => clock.after(20_000, () => done(0)))]));
    assert.equal(stored.length, 2, 'the next one waits for the 300 events of this one');
    assert.equal(await timeOf(clock, all), 60_000);
  });

  it('stores an update in parts of a thousand events once events per component are known', async () => {
    const { clock, stored, paced } = create(100);
    await paced('ann', change(1));
    const removed = [{ kind: 'zone', index: 99 }] as const;
    await timeOf(clock, paced('ann', change(25, { removed })));
    assert.deepEqual(
      stored.map((one) => [one.components.length, one.removed?.length]),
      [
        [1, 0],
        [10, 0],
        [10, 0],
        [5, 1],
      ],
    );
  });

  it('stores the whole snapshot after its parts, to remove missing components', async () => {
    const { clock, stored, paced } = create(100);
    await paced('ann', change(1));
    await timeOf(clock, paced('ann', change(25, { removed: undefined })));
    assert.deepEqual(
      stored.slice(1).map((one) => [one.components.length, one.removed]),
      [
        [10, []],
        [10, []],
        [25, undefined],
      ],
    );
  });

  it('stops storing parts for a newer connection, and stores whole what does not fit', async () => {
    for (const [is, lengths] of [
      ['fenced', [1, 10]],
      ['overfull', [1, 10, 25]],
    ] as const) {
      const { clock, stored, paced } = create(100, ({ components }) =>
        components.length === 10 ? is : 'stored',
      );
      await paced('ann', change(1));
      await timeOf(clock, paced('ann', change(25, { removed: undefined })));
      assert.deepEqual(
        stored.map((one) => one.components.length),
        lengths,
      );
    }
  });

  it('stores an update in as few parts as the limit allows', async () => {
    for (const [endpoints, count, lengths] of [
      [100, 20, [10, 10]],
      [100, 21, [10, 10, 1]],
      [2_000, 2, [1, 1]],
    ] as const) {
      const { clock, stored, paced } = create(endpoints);
      await paced('ann', change(1));
      await timeOf(clock, paced('ann', change(count)));
      assert.deepEqual(
        stored.slice(1).map((one) => one.components.length),
        lengths,
      );
    }
    const { clock, stored, paced } = create(0);
    await timeOf(clock, paced('ann', change(1_000)));
    await timeOf(clock, paced('ann', change(1_001)));
    assert.deepEqual(
      stored.map((one) => one.components.length),
      [1_000, 1_000, 1],
    );
  });

  it('reserves as much quota as the last change used, if over one event per component', async () => {
    for (const [endpoints, storedAtOnce] of [
      [1, 3],
      [2, 2],
    ] as const) {
      const { stored, paced } = create(endpoints);
      await paced('ann', change(50));
      await paced('ann', change(0));
      for (let count = 0; count < 2; count++) void paced('ann', change(60));
      await turn();
      assert.equal(stored.length, 1 + storedAtOnce, `${endpoints} events for each component`);
    }
  });

  it('uses no quota for an update that could not be stored or caused no event', async () => {
    let isBroken = false;
    const { clock, paced } = create(
      ({ systemId }) => (systemId === 'quiet' ? undefined : 50),
      () => {
        if (isBroken) throw new Error('disk');
        return 'stored';
      },
    );
    await paced('ann', change(2));
    isBroken = true;
    await assert.rejects(paced('ann', change(10)), /disk/);
    isBroken = false;
    await paced('ann', change(1, { systemId: 'quiet' }));
    assert.equal(await timeOf(clock, paced('ann', change(1))), 0);
  });

  it('stores updates in one piece again once an account has few endpoints', async () => {
    let endpoints = 100;
    const { clock, stored, paced } = create(() => endpoints);
    await paced('ann', change(1));
    endpoints = 1;
    await timeOf(clock, paced('ann', change(10)));
    await timeOf(clock, paced('ann', change(25)));
    assert.equal(stored.length, 3);
  });
});
