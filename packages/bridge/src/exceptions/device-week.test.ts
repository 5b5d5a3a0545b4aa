import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createFakeClock } from '@plenum/platform/fake-clock';
import { createQuickClock } from '@plenum/platform/quick-clock';
import type { AnyCommand } from '@plenum/protocol/command';
import { findDatagram } from '@plenum/protocol/component';
import { createDataFolder } from '@plenum/testbed/data-folder';
import type { Bridge } from '../bridge.ts';
import { startFragileBridge } from '../fixture/fragile-bridge.fixture.ts';
import { post, send } from '../fixture/http.fixture.ts';
import { startAttachedBridge, startSmallBridge } from '../fixture/start-small-bridge.fixture.ts';
import { openStore } from '../store/open-store.ts';
import { openKeptWeeks } from './kept-week.ts';

const path = '/favourites/exceptions';
const working = { M: 1, Tu: 1, W: 1, Th: 1, F: 1, Sa: 0, Su: 0 };
const week = { Index: 0, StartH: 15, StartM: 30, StopH: 18, StopM: 0, DaysEnabled: working };
const asWeek = 'on 15:30-18:00 M,Tu,W,Th,F';
/** On Thursday 26 November 2026, a day on which the favourite runs. */
const today = { kind: 'schedule', index: 0, date: '2026-11-26', start: '16:00', stop: '18:00' };
const asToday = 'on 16:00-18:00 Th';

const hour = 3_600_000;
const local = (day: number, hours: number, minutes = 0) => new Date(2026, 10, day, hours, minutes).getTime();

type Shown = Record<'StartH' | 'StartM' | 'StopH' | 'StopM' | 'Enabled', number> & {
  readonly DaysEnabled: Readonly<Record<string, number>>;
};
const two = (value: number) => String(value).padStart(2, '0');
const toText = ({ Enabled, StartH, StartM, StopH, StopM, DaysEnabled }: Shown) => {
  const days = Object.keys(DaysEnabled).filter((day) => DaysEnabled[day] === 1);
  return `${Enabled ? 'on' : 'off'} ${StartH}:${two(StartM)}-${StopH}:${two(StopM)} ${days}`;
};

/**
 * A device that holds one week, a proxy in front of it that can silence the device, and bridges that run one after
 * another in front of the proxy.
 */
const startHouse = async (stack: AsyncDisposableStack) => {
  const clock = createQuickClock(local(26, 12));
  const device = stack.use(await startSmallBridge({ clock: createFakeClock(), timeScale: 0 }));
  const wall = async (command: AnyCommand) => assert.ok((await device.device.command(command)).ok);
  await wall({ name: 'SchedSettings', body: week } as AnyCommand);
  await wall({ name: 'SchedEnable', body: { Index: 0, Enabled: 1 } } as AnyCommand);
  const line = stack.use(await startFragileBridge(device.http.port));
  const folder = stack.use(createDataFolder());
  const startFront = () =>
    startAttachedBridge(
      { host: '127.0.0.1', port: line.port, notifyPort: 0 },
      // Whole milliseconds, as on a real clock.
      { clock: { ...clock, now: () => Math.floor(clock.now()) }, dataDir: folder.path },
    );
  const held = () => toText(findDatagram(device.device.datagrams(), 'schedule', 0)!);
  /** Lets time pass, five seconds at a time, until a condition holds. */
  const passUntil = async (what: string, is: () => unknown) => {
    for (let count = 0; !(await is()); count++) {
      assert.ok(count < 400, `${what}; the device holds ${held()}`);
      clock.advance(5_000);
      for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate);
    }
  };
  const kept = () => {
    using db = openStore(folder.path);
    return openKeptWeeks(db)
      .all()
      .map((one) => one.index);
  };
  return { clock, device, wall, line, folder, startFront, held, passUntil, kept };
};

const ask = async ({ http }: Bridge, body: object) =>
  JSON.parse((await post(http.port, '/HvacRequestV2', body)).text);
const shown = async (front: Bridge) =>
  toText((await ask(front, { HvacV2Request: { Type: 3, No: 0, No1: 0 } })).SchedulesV2);
const set = async ({ http }: Bridge, where: string, body: object) =>
  assert.equal((await post(http.port, where, body)).text, 'OK');
const list = async ({ http }: Bridge) => JSON.parse((await send(http.port, path)).text).exceptions;

describe('a favourite of a real device with other times on one date', () => {
  it('gives the device other times on one date while responses show the week, then restores it', async () => {
    await using stack = new AsyncDisposableStack();
    const { clock, held, passUntil, startFront } = await startHouse(stack);
    const front = stack.use(await startFront());
    const seen = new Set<string>();
    front.device.subscribe(({ changed }) => {
      for (const { kind, datagram } of changed) if (kind === 'schedule') seen.add(toText(datagram as Shown));
    });
    await set(front, path, today);
    await passUntil('it is not changed', () => held() === asToday);
    assert.equal(await shown(front), asWeek);
    assert.equal((await list(front))[0].isApplied, true);
    const next = async () => {
      const { steps } = JSON.parse((await send(front.http.port, '/explain?component=unit')).text);
      return (steps as { sentence: string }[]).map(({ sentence }) => sentence).join(' ');
    };
    assert.match(await next(), /Next, .* starts \(Thursday 26 November at 16:00\)/);
    clock.advance(local(26, 23, 58) - clock.now());
    await passUntil('its date is over', () => clock.now() > local(26, 23, 59));
    await passUntil('it is not restored', () => held() === asWeek);
    assert.deepEqual([await shown(front), await list(front), [...seen]], [asWeek, [], []]);
    assert.match(await next(), /Next, .* starts \(Friday 27 November at 15:30\)/);
  });

  it("applies a client's change to the week during an exception, and responds with OK", async () => {
    await using stack = new AsyncDisposableStack();
    const { clock, held, line, passUntil, startFront } = await startHouse(stack);
    const front = stack.use(await startFront());
    await set(front, path, today);
    await passUntil('it is not changed', () => held() === asToday);
    const before = line.commands.length;
    const { SchedulesV2 } = await ask(front, { HvacV2Request: { Type: 3, No: 0, No1: 0 } });
    await set(front, '/HvacCommandV2', {
      SchedSettings: { ...week, StartH: 15, StartM: 0, DaysEnabled: SchedulesV2.DaysEnabled },
    });
    assert.equal(await shown(front), 'on 15:00-18:00 M,Tu,W,Th,F');
    assert.deepEqual([held(), line.commands.length], [asToday, before]);
    const range = `from=${local(26, 0)}&to=${local(27, 0)}`;
    const { text } = await send(front.http.port, `/history/events?${range}`);
    const commands = (JSON.parse(text).events as { command?: string; body?: object }[]).flatMap(
      ({ command, body }) => (command === undefined ? [] : [[command, JSON.stringify(body)]]),
    );
    assert.deepEqual(
      commands.map(([command]) => command),
      ['SchedSettings'],
      "the bridge's own changes for the exception have no sender",
    );
    assert.match(commands[0]![1]!, /"StartH":15,"StartM":0,/);
    clock.advance(local(27, 0, 1) - clock.now());
    await passUntil('it is not restored', () => held() === 'on 15:00-18:00 M,Tu,W,Th,F');
    assert.equal(await shown(front), 'on 15:00-18:00 M,Tu,W,Th,F');
  });

  it('keeps a change made at the wall during an exception, and restores the rest of the week', async () => {
    await using stack = new AsyncDisposableStack();
    const { clock, held, wall, passUntil, startFront } = await startHouse(stack);
    const front = stack.use(await startFront());
    await set(front, path, today);
    await passUntil('it is not changed', () => held() === asToday);
    // A panel writes the complete week: with another stop time, and with Saturday.
    const DaysEnabled = { M: 0, Tu: 0, W: 0, Th: 1, F: 0, Sa: 1, Su: 0 };
    const body = { Index: 0, StartH: 16, StartM: 0, StopH: 19, StopM: 15, DaysEnabled };
    await wall({ name: 'SchedSettings', body } as AnyCommand);
    const merged = 'on 15:30-19:15 M,Tu,W,Th,F,Sa';
    await passUntil('it is not shown', async () => (await shown(front)) === merged);
    assert.equal(held(), 'on 16:00-19:15 Th,Sa');
    clock.advance(local(27, 0, 1) - clock.now());
    await passUntil('it is not restored', () => held() === merged);
    assert.equal(await shown(front), merged);
  });

  it('restores the week once the device responds again, even much later', async () => {
    await using stack = new AsyncDisposableStack();
    const { clock, held, line, passUntil, startFront, kept } = await startHouse(stack);
    {
      await using front = await startFront();
      await set(front, path, today);
      await passUntil('it is not changed', () => held() === asToday);
      line.setSilent(true);
      clock.advance(local(27, 9) - clock.now());
      await passUntil('it is not noticed', () => front.device.health()!.state === 'silent');
      clock.advance(24 * hour);
      const known = findDatagram(front.device.datagrams(), 'schedule', 0)!;
      assert.deepEqual([held(), toText(known)], [asToday, asWeek]);
      line.setSilent(false);
      await passUntil('it is not restored', () => held() === asWeek);
      // The bridge has to read the device again, and checks a moment later whether it shows the week.
      const restoredAt = clock.now();
      await passUntil('it is not read', () => front.device.readAt('schedule', 0)! > restoredAt + 60_000);
    }
    assert.deepEqual(kept(), []);
  });

  it('keeps trying to change the week until the device shows it, even after an ignored OK', async () => {
    await using stack = new AsyncDisposableStack();
    const { clock, held, line, passUntil, startFront, kept } = await startHouse(stack);
    {
      await using front = await startFront();
      await set(front, path, today);
      await passUntil('it is not changed', () => held() === asToday);
      line.setIdle(true);
      clock.advance(local(27, 0, 1) - clock.now());
      const before = line.commands.length;
      await passUntil('it is not tried again', () => line.commands.length > before + 4);
      assert.deepEqual([held(), await shown(front)], [asToday, asWeek]);
    }
    assert.deepEqual(kept(), [0]);
    line.setIdle(false);
    {
      await using front = await startFront();
      assert.equal(await shown(front), asWeek);
      await passUntil('it is not restored', () => held() === asWeek);
      clock.advance(60_000);
      await passUntil('it is not read', () => clock.now() - front.device.readAt('schedule', 0)! < 10_000);
    }
    assert.deepEqual(kept(), []);
  });

  it('keeps the week if the bridge stopped before the device had shown the times of the date', async () => {
    await using stack = new AsyncDisposableStack();
    const { clock, device, held, line, passUntil, startFront, kept } = await startHouse(stack);
    {
      await using front = await startFront();
      const end = device.device.subscribe(() => line.setSilent(true));
      await set(front, path, today);
      await passUntil('it is not changed', () => held() === asToday);
      end();
    }
    clock.advance(local(27, 9) - clock.now());
    line.setSilent(false);
    line.setIdle(true);
    {
      await using front = await startFront();
      const before = line.commands.length;
      await passUntil('it is not tried again', () => line.commands.length > before + 2);
      assert.deepEqual([held(), await shown(front)], [asToday, asWeek]);
      line.setIdle(false);
      await passUntil('it is not restored', () => held() === asWeek);
      clock.advance(60_000);
      await passUntil('it is not read', () => clock.now() - front.device.readAt('schedule', 0)! < 10_000);
      assert.equal(await shown(front), asWeek);
    }
    assert.deepEqual(kept(), []);
  });

  it('restores the week if a bridge starts after the date, and changes it on the date', async () => {
    await using stack = new AsyncDisposableStack();
    const { clock, held, passUntil, startFront } = await startHouse(stack);
    {
      await using front = await startFront();
      await set(front, path, { ...today, date: '2026-11-27' });
      assert.equal(held(), asWeek);
    }
    clock.advance(local(27, 9) - clock.now());
    {
      await using front = await startFront();
      await passUntil('it is not changed', () => held() === 'on 16:00-18:00 F');
      assert.equal(await shown(front), asWeek);
    }
    clock.advance(local(29, 9) - clock.now());
    {
      await using front = await startFront();
      assert.equal(await shown(front), asWeek);
      await passUntil('it is not restored', () => held() === asWeek);
      assert.equal(await shown(front), asWeek);
    }
  });

  it('waits for a run to stop before it switches the favourite off for a holiday', async () => {
    await using stack = new AsyncDisposableStack();
    const { clock, held, passUntil, startFront } = await startHouse(stack);
    const front = stack.use(await startFront());
    clock.advance(local(26, 16) - clock.now());
    await set(front, path, { kind: 'holiday', date: '2026-11-26', until: '2026-12-07' });
    clock.advance(local(26, 17, 59) - clock.now());
    await passUntil('it runs on', () => clock.now() > local(26, 18, 0));
    assert.equal(held(), asWeek);
    await passUntil('it is not switched off', () => held() === 'off 15:30-18:00 M,Tu,W,Th,F');
    assert.ok(clock.now() >= local(26, 18, 1));
    assert.equal(await shown(front), asWeek);
    clock.advance(new Date(2026, 11, 6, 23, 58).getTime() - clock.now());
    await passUntil('the return', () => held() === asWeek);
    assert.ok(clock.now() >= new Date(2026, 11, 6, 23, 59).getTime());
  });

  it('restores the week immediately if the exception is cancelled', async () => {
    await using stack = new AsyncDisposableStack();
    const { held, passUntil, startFront } = await startHouse(stack);
    const front = stack.use(await startFront());
    const { kind, index, date } = today;
    await set(front, path, { kind, index, date });
    await passUntil('it is not skipped', () => held() === 'off 15:30-18:00 M,Tu,W,Th,F');
    assert.equal(await shown(front), asWeek);
    await set(front, `${path}/end`, { kind, index, date });
    await passUntil('it is not restored', () => held() === asWeek);
  });
});
