import assert from 'node:assert/strict';
import { after, before, describe, it, type TestContext } from 'node:test';
import { type BridgeProcess, readUnit, readZone, startBridge } from '@plenum/testbed/bridge';
import type { Page } from 'playwright-core';
import { openPage, until } from './browser.fixture.ts';

const rooms = 14;
const [open, constant, auto] = [1, 2, 3];

interface Room {
  readonly name: string;
  readonly sensor: 'Wireless' | 'Wired' | 'No sensor';
  readonly type: 'Open/close' | 'Constant' | 'Auto';
  readonly lowest: number;
  readonly highest: number;
}

/** A plan as on an installer's drawing: two constant rooms, some without a sensor, limits that differ. */
const plan: readonly Room[] = Array.from({ length: rooms }, (_, place): Room => {
  const isHall = place === 0 || place === 13;
  const isStore = place % 5 === 4;
  return {
    name: `${isHall ? 'Hall' : isStore ? 'Store' : 'Bedroom'} ${place + 1}`,
    sensor: isStore ? 'No sensor' : place % 2 === 0 ? 'Wired' : 'Wireless',
    type: isHall ? 'Constant' : isStore ? 'Open/close' : 'Auto',
    lowest: isHall ? 20 : place % 3 === 0 ? 10 : 5,
    highest: place % 4 === 0 ? 80 : 90,
  };
});

const sensors = { Wireless: 3, Wired: 4, 'No sensor': 255 };
const types = { 'Open/close': open, Constant: constant, Auto: auto };

/** Counts what a person does: taps or clicks, and keys other than those that type a name. */
const countActions = (page: Page) =>
  page.evaluate(() => {
    const counts = { clicks: 0, keys: 0 };
    Object.assign(window, { counts });
    window.addEventListener('pointerdown', () => counts.clicks++, true);
    window.addEventListener('keydown', (event) => event.key.length > 1 && counts.keys++, true);
  });
const readActions = (page: Page) =>
  page.evaluate(() => (window as unknown as { counts: { clicks: number; keys: number } }).counts);

describe('commissioning a house of 14 rooms', { timeout: 300_000 }, () => {
  const stack = new AsyncDisposableStack();
  let bridge: BridgeProcess;

  before(async () => {
    bridge = stack.use(await startBridge());
  });
  after(() => stack.disposeAsync());

  const readResults = async () => {
    const answer = await fetch(`${bridge.url}/damper-tests`);
    return ((await answer.json()) as { results: { at: number; outcome: string }[] }).results;
  };
  const begin = async () => {
    // Hours pass in the house, and a favourite would change modes in the middle of a test.
    for (let Index = 0; Index < 9; Index++)
      await bridge.post('/HvacCommandV2', { SchedEnable: { Index, Enabled: 0 } });
    for (const [where, body] of [
      ['/HvacCommandV2', { NoOfZones: 8 }],
      ['/HvacCommandV2', { NoOfZones: rooms }],
      ['/HvacCommandV2', { SysOn: 1 }],
      ['/simulation/ClockScale', 600],
    ] as const)
      assert.equal(await bridge.post(where, body), 'OK');
    return Math.max(0, ...(await readResults()).map(({ at }) => at));
  };
  /** Waits until every damper was tested since a time of the house, then compares the house with the plan. */
  const check = async (since: number) => {
    const outcomes = async () =>
      (await readResults()).flatMap(({ at, outcome }) =>
        at > since ? [outcome === 'held-open' ? 'moves' : outcome] : [],
      );
    await until(outcomes, Array(rooms).fill('moves'), 120_000);
    for (const [index, room] of plan.entries()) {
      const { Name, SensType, ZoneType, MinAir, MaxAir } = await readZone(bridge.url, index);
      assert.deepEqual(
        { Name, SensType, ZoneType, MinAir, MaxAir },
        {
          Name: room.name,
          SensType: sensors[room.sensor],
          ZoneType: types[room.type],
          MinAir: room.lowest,
          MaxAir: room.highest,
        },
      );
    }
    assert.equal((await readUnit(bridge.url)).NoOfConst, 2);
  };
  const report = async (page: Page, context: TestContext, begun: number) => {
    const seconds = ((performance.now() - begun) / 1_000).toFixed(1);
    const { clicks, keys } = await readActions(page);
    context.diagnostic(`${clicks} taps, ${keys} keys, ${seconds} s by script, without waiting for dampers`);
    return { clicks, keys };
  };
  it('takes at most nine taps a room on a tablet, and tests every damper', async (context) => {
    const since = await begin();
    await using watched = await openPage(`${bridge.url}/#/setup/room/0`, {
      viewport: { width: 820, height: 1180 },
      hasTouch: true,
    });
    const { page } = watched;
    await page.getByLabel('Name', { exact: true }).waitFor();
    await countActions(page);
    const begun = performance.now();
    let choices = 0;
    const slide = async (name: string, percent: number) => {
      const slider = page.getByRole('slider', { name });
      const { width, height } = (await slider.boundingBox())!;
      const thumb = 16;
      const x = thumb / 2 + ((width - thumb) * percent) / 100;
      await slider.tap({ position: { x, y: height / 2 } });
      await until(() => slider.inputValue(), String(percent));
    };
    for (const [place, room] of plan.entries()) {
      const field = page.getByLabel('Name', { exact: true });
      await field.tap();
      await field.fill(room.name);
      await page.getByLabel('Sensor', { exact: true }).selectOption({ label: room.sensor });
      // A native list is opened and then tapped.
      choices += 2;
      await page.getByRole('radio', { name: room.type }).tap();
      await slide('Lowest opening', room.lowest);
      await slide('Highest opening', room.highest);
      await page.getByRole('button', { name: /^Test/ }).tap();
      await page.getByRole('link', { name: /^Room done/ }).tap();
      if (place + 1 < rooms) await page.getByText(`${place + 2} of ${rooms}`, { exact: true }).waitFor();
    }
    const { clicks } = await report(page, context, begun);
    context.diagnostic(`and ${choices} taps for native lists`);
    assert.ok(clicks + choices <= 9 * rooms, `${clicks} + ${choices}`);
    await page.getByText(`${rooms} of ${rooms} rooms done`).waitFor();
    await check(since);
    assert.deepEqual(watched.complaints, []);
  });

  it('can be done with the keyboard alone', async (context) => {
    const since = await begin();
    await using watched = await openPage(`${bridge.url}/#/setup/room/0`, {
      viewport: { width: 1280, height: 900 },
    });
    const { page } = watched;
    const { keyboard } = page;
    await page.getByLabel('Name', { exact: true }).waitFor();
    await countActions(page);
    const begun = performance.now();
    await page.locator('#stop-title').focus();
    const tabTo = async (name: RegExp) => {
      const named = () =>
        page.evaluate(() => {
          const at = document.activeElement as HTMLElement;
          const label = at.getAttribute('aria-label') ?? (at as HTMLInputElement).labels?.[0]?.textContent;
          return (label ?? at.textContent ?? '').trim();
        });
      for (let tabs = 0; !name.test(await named()); tabs++) {
        assert.ok(tabs < 12, `${name} is not reached, but ${await named()}`);
        await keyboard.press('Tab');
      }
    };
    const slide = async (name: string, percent: number) => {
      await tabTo(new RegExp(name));
      const slider = page.getByRole('slider', { name });
      const from = Number(await slider.inputValue());
      for (let step = 0; step < Math.abs(percent - from) / 5; step++)
        await keyboard.press(percent > from ? 'ArrowRight' : 'ArrowLeft');
    };
    for (const [place, room] of plan.entries()) {
      await tabTo(/^Name/);
      await keyboard.type(room.name);
      await tabTo(/^Sensor/);
      await keyboard.type(room.sensor === 'Wireless' ? 'Wireless' : room.sensor);
      await tabTo(/^(Open\/close|Constant|Auto)$/);
      const type = page.getByRole('radio', { name: room.type });
      for (let tries = 0; !(await type.evaluate((at) => at === document.activeElement)); tries++) {
        assert.ok(tries < 3);
        await keyboard.press('ArrowRight');
      }
      await keyboard.press('Enter');
      await slide('Lowest opening', room.lowest);
      await slide('Highest opening', room.highest);
      await tabTo(/^Test/);
      await keyboard.press('Enter');
      await tabTo(/^Room done/);
      await keyboard.press('Enter');
      if (place + 1 < rooms) await page.getByText(`${place + 2} of ${rooms}`, { exact: true }).waitFor();
    }
    await report(page, context, begun);
    await check(since);
    assert.deepEqual(watched.complaints, []);
  });
});
