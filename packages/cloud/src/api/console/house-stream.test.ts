import assert from 'node:assert/strict';
import { createFakeClock } from '@plenum/platform/fake-clock';
import { withStore } from '../../fixture/with-store.fixture.ts';
import { insertAccount } from '../../fleet/bridge/account.fixture.ts';
import { presenceSubject, sessionsSubject } from '../../fleet/uplink/bus-subjects.ts';
import { createMemoryBus } from '../../kernel/bus/memory-bus.ts';
import type { Store } from '../../kernel/database/store.ts';
import { silent } from '../../kernel/log/log.ts';
import { changed, createHouse, wholeHouse } from '../house.fixture.ts';
import { houseTimes, streamHouse } from './house-stream.ts';

const systemId = '000000001';

interface Heard {
  readonly event: string;
  readonly data: {
    readonly at?: number;
    readonly components?: readonly { kind: string; index: number; datagram: Record<string, unknown> }[];
    readonly isPresent?: boolean;
  };
}

/** Parses a text of server-sent events; a comment becomes an event without data. */
const toHeard = (text: string): Heard[] =>
  text
    .split('\n\n')
    .filter((one) => one !== '')
    .map((one) => {
      const [, event = 'comment', json = '{}'] = /^event: (\w+)\ndata: (.*)$/s.exec(one) ?? [];
      return { event, data: JSON.parse(json) };
    });

/** Ann's house with two components of each kind, and a listener on its stream. */
const listen = async (store: Store, { accountId = 'ann' } = {}) => {
  const clock = createFakeClock();
  const bus = createMemoryBus({ clock, log: silent });
  await insertAccount(store, 'ann');
  await insertAccount(store, 'bob');
  const house = await createHouse({ store, bus }, { accountId: 'ann', systemId });
  const leaving = new AbortController();
  const here = { isPresent: true as boolean | undefined, isSignedIn: true, asked: () => {} };
  const isPresent = () => {
    const { isPresent: was } = here;
    here.asked();
    return was;
  };
  const texts = streamHouse(
    { store, bus, clock, uplinks: { isPresent: async () => isPresent() } },
    { accountId, systemId, signal: leaving.signal, isSignedIn: async () => here.isSignedIn },
  );
  const next = async () => {
    const { value, done } = await texts.next();
    return done ? 'ended' : toHeard(value);
  };
  /** Requests the next events, runs `act`, and resolves to the events that follow. */
  const after = async (act: () => unknown) => {
    const waiting = next();
    await new Promise(setImmediate);
    await act();
    return waiting;
  };
  /**
   * Like `after`, but the bridge disconnects afterwards, so that a stream that failed to end has something to send.
   */
  const afterAndOn = (act: () => unknown) =>
    after(async () => {
      await act();
      here.isPresent = false;
      clock.advance(houseTimes.presence);
    });
  return { ...house, bus, clock, here, next, after, afterAndOn, leave: () => leaving.abort() };
};

/** Resolves to the result if it is available without waiting for a timer, otherwise to `silent`. */
const atOnce = async <Said>(saying: Promise<Said>): Promise<Said | 'silent'> => {
  let said: { value: Said } | undefined;
  void saying.then((value) => {
    said = { value };
  });
  for (let turns = 0; turns < 10 && said === undefined; turns++) await new Promise(setImmediate);
  return said === undefined ? 'silent' : said.value;
};

withStore('streams the name of a house first, then a snapshot, and then changes', async (store) => {
  const house = await listen(store);
  const first = await house.next();
  assert.notEqual(first, 'ended');
  const [about, snapshot] = first as Heard[];
  assert.deepEqual(about, {
    event: 'house',
    data: { name: `Bridge ${systemId}`, access: 'owner', isPresent: true },
  });
  assert.equal(snapshot?.event, 'snapshot');
  assert.equal(snapshot.data.at, 1_000);
  assert.equal(snapshot.data.components?.length, wholeHouse.length);
  for (const component of wholeHouse)
    assert.deepEqual(
      snapshot.data.components?.find(
        ({ kind, index }) => kind === component.kind && index === component.index,
      ),
      component,
    );

  const zone = changed('zone', 1, { Setpoint: 2_400 });
  assert.deepEqual(await house.after(() => house.change([zone])), [
    { event: 'change', data: { at: 1_000, components: [zone] } },
  ]);
});

withStore('streams a new snapshot of a house after a component was removed', async (store) => {
  const house = await listen(store);
  await house.next();
  const [told] = (await house.after(() => house.change([], [{ kind: 'zone', index: 2 }]))) as Heard[];
  assert.equal(told?.event, 'snapshot');
  assert.equal(told.data.components?.length, wholeHouse.length - 1);
});

withStore('streams a new snapshot of a house after it was paired again', async (store) => {
  const house = await listen(store);
  await house.next();
  await house.release();
  await house.pairAgain(5_000);
  await house.snapshot([changed('unit', 0, { SysOn: true })]);
  const told = ((await house.next()) as Heard[]).at(-1);
  assert.deepEqual([told?.event, told?.data.components?.length], ['snapshot', 1]);
});

withStore('sends the connection state of a bridge in a house stream only when it changes', async (store) => {
  const house = await listen(store);
  await house.next();
  house.here.isPresent = false;
  const [told] = (await house.after(() => house.clock.advance(houseTimes.presence))) as Heard[];
  assert.equal(told?.event, 'house');
  assert.equal(told.data.isPresent, false);
  house.here.isPresent = undefined;
  const [unknown] = (await house.after(() => house.clock.advance(houseTimes.presence))) as Heard[];
  assert.equal('isPresent' in unknown!.data, false);
});

withStore('immediately streams a disconnect that happened during the presence check', async (store) => {
  const house = await listen(store);
  house.here.asked = () => {
    house.here.asked = () => {};
    house.here.isPresent = false;
    house.bus.publish(presenceSubject(systemId), {});
  };
  const first = (await house.next()) as Heard[];
  assert.equal(first[0]?.data.isPresent, true);
  // The fake clock stands still, so the change must be streamed without a poll.
  const then = (await house.after(() => house.change([changed('zone', 1, { Setpoint: 2_400 })]))) as Heard[];
  assert.equal(then[0]?.data.isPresent, false);
});

withStore('immediately streams a connect or disconnect that a node announces', async (store) => {
  const house = await listen(store);
  await house.next();
  for (const isPresent of [false, true]) {
    house.here.isPresent = isPresent;
    house.bus.publish(presenceSubject('000000002'), {});
    house.bus.publish(presenceSubject(systemId), {});
    await house.change([changed('zone', 1, { Setpoint: isPresent ? 2_400 : 2_500 })]);
    const heard: Heard[] = [];
    while (!heard.some(({ event }) => event === 'change')) heard.push(...((await house.next()) as Heard[]));
    assert.deepEqual([heard[0]?.event, heard[0]?.data.isPresent], ['house', isPresent]);
  }
});

withStore('sends a keep-alive on a silent house stream', async (store) => {
  const house = await listen(store);
  await house.next();
  assert.deepEqual(await house.after(() => house.clock.advance(houseTimes.keepAlive)), [
    { event: 'comment', data: {} },
  ]);
});

withStore('ends a house stream when the session has ended', async (store) => {
  const house = await listen(store);
  await house.next();
  const signOut = () => {
    house.here.isSignedIn = false;
  };
  assert.equal(await house.afterAndOn(signOut), 'ended');
});

withStore('ends a house stream immediately at sign-out, without waiting for a poll', async (store) => {
  const house = await listen(store);
  await house.next();
  const signOut = () => {
    house.here.isSignedIn = false;
    house.bus.publish(sessionsSubject('bob'), {});
    house.bus.publish(sessionsSubject('ann'), {});
  };
  assert.equal(await atOnce(house.after(signOut)), 'ended');
});

withStore('continues a house stream when another session of the account ends', async (store) => {
  const house = await listen(store);
  await house.next();
  const zone = changed('zone', 1, { Setpoint: 2_400 });
  house.bus.publish(sessionsSubject('ann'), {});
  assert.deepEqual(await house.after(() => house.change([zone])), [
    { event: 'change', data: { at: 1_000, components: [zone] } },
  ]);
});

withStore('ends a house stream when the bridge is released', async (store) => {
  const released = await listen(store);
  await released.next();
  assert.equal(await released.afterAndOn(released.release), 'ended');
});

withStore('ends a house stream when its client disconnects', async (store) => {
  const house = await listen(store);
  await house.next();
  assert.equal(await atOnce(house.after(house.leave)), 'ended');
});

withStore('does not stream a house to another account', async (store) => {
  const house = await listen(store, { accountId: 'bob' });
  assert.equal(await house.next(), 'ended');
});
