import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type BridgeProcess, startBridge } from '@plenum/testbed/bridge';
import type { CDPSession, Page } from 'playwright-core';
import { assertRed, openPage, settle, until } from './browser.fixture.ts';
import { sizes } from './every-page.fixture.ts';
import { prepare } from './prepare.fixture.ts';

const phone = { viewport: sizes.phone, isMobile: true, hasTouch: true };

describe('a phone', () => {
  const stack = new AsyncDisposableStack();
  let bridge: BridgeProcess;

  before(async () => {
    bridge = stack.use(await startBridge());
    await prepare(bridge, 1);
    await bridge.post('/simulation/ClockPause', 1);
  });

  after(() => stack.disposeAsync());

  /** Returns the pairs of overlapping elements on a page. */
  const overlaps = (page: Page, ...parts: readonly string[]) =>
    page.evaluate((selectors) => {
      const boxes = selectors.flatMap((selector) =>
        [...document.querySelectorAll(selector)].map((one) => ({
          selector,
          box: one.getBoundingClientRect(),
        })),
      );
      return boxes.flatMap((a, place) =>
        boxes
          .slice(place + 1)
          .filter(
            ({ box }) =>
              a.box.left < box.right &&
              box.left < a.box.right &&
              a.box.top < box.bottom &&
              box.top < a.box.bottom,
          )
          .map((b) => `${a.selector} and ${b.selector}`),
      );
    }, parts);

  it('overlaps no elements in a favourite’s editor, and shows page names in full', async () => {
    await using watched = await openPage(`${bridge.url}/#/schedules/schedule/0`, phone);
    const { page } = watched;
    await page.getByRole('dialog', { name: 'Wake up' }).waitFor();
    await settle(page);
    for (const width of [345, 360, 390, 430]) {
      await page.setViewportSize({ width, height: 780 });
      assert.equal(await page.evaluate(() => innerWidth), width);
      const parts = ['name', 'select', 'stepper__button', 'stepper__value'].map((part) =>
        part === 'name' ? '.rooms__name' : `.rooms .${part}`,
      );
      assert.deepEqual(await overlaps(page, ...parts), [], `${width} px`);
      const cut = await page
        .locator('.frame__link')
        .evaluateAll((links) =>
          links
            .filter(
              (link) =>
                link.scrollWidth > link.clientWidth || link.getBoundingClientRect().right > innerWidth,
            )
            .map(({ textContent }) => textContent),
        );
      assert.deepEqual(cut, [], `${width} px`);
    }
  });

  it('cuts off no text on a narrow page with wide names, in any language', async () => {
    const wide = (Name: string) => bridge.post('/HvacCommandV2', { ZoneName: { Index: 0, Name } });
    assert.equal(await wide('W'.repeat(15)), 'OK');
    await using watched = await openPage(`${bridge.url}/#/overview`, { locale: 'es-ES' });
    const { page } = watched;
    const cut = () =>
      page.evaluate(() => {
        const parts = 'h2, button, p, dd, label, .field__label, .segmented__option';
        const root = document.querySelector('[role=dialog]') ?? document;
        const isCut = (one: Element) =>
          one.closest('.hidden, .frame, .layout') === null &&
          getComputedStyle(one).textOverflow !== 'ellipsis' &&
          (one.getBoundingClientRect().right > innerWidth || one.scrollWidth > one.clientWidth + 1);
        return [...root.querySelectorAll(parts)]
          .filter((one) => one.clientWidth > 1 && isCut(one))
          .map(({ className, textContent }) => `${className}: ${textContent}`);
      });
    for (const [width, hash] of [
      [320, '#/overview/zone/0'],
      [320, '#/overview/unit/0'],
      [320, '#/simulator'],
      [320, '#/lights'],
      [640, '#/overview'],
    ] as const) {
      await page.setViewportSize({ width, height: 780 });
      await page.goto(`${bridge.url}/${hash}`);
      if (hash.includes('/0')) await page.getByRole('dialog').waitFor();
      else await page.getByRole('dialog').waitFor({ state: 'detached' });
      await settle(page);
      await until(cut, []);
    }
    assert.equal(await wide('Family room'), 'OK');
  });

  it('shows each fault’s name once in red without scrolling, with a link to the remedy', async () => {
    await using own = await startBridge();
    await own.post('/simulation/UnitFault', 'E05');
    await own.post('/simulation/ZoneSensorFault', { Zone: 1, On: 1 });
    await own.post('/simulation/ClockStep', 600);
    const viewport = { width: 390, height: 844 };
    await using watched = await openPage(own.url, { ...phone, viewport });
    const { page } = watched;
    const faults = page.locator('.warnings[data-activity="alert"]').first().getByRole('link');
    const sensor = 'Kitchen: Sensor fault: the temperature is not reliable';
    await until(() => faults.allTextContents(), ['Air conditioner: Fault E05: the unit has stopped', sensor]);
    const navigation = (await page.getByRole('navigation', { name: 'Pages' }).boundingBox())!;
    for (const fault of await faults.all()) {
      const box = (await fault.boundingBox())!;
      assert.ok(box.y >= 0 && box.y + box.height <= navigation.y, `${JSON.stringify(box)} is below`);
      await assertRed(fault);
    }
    await faults.first().tap();
    const sheet = page.getByRole('dialog');
    await sheet.getByText(/tell your installer the code and when it appeared/).waitFor();
    assert.deepEqual(watched.complaints, []);
  });

  it('shows a stopped unit in its switch, in red in each room, and in one message', async () => {
    await using own = await startBridge();
    await own.post('/HvacCommandV2', { SysOn: 1 });
    await own.post('/simulation/UnitFault', 'E05');
    await using watched = await openPage(own.url, phone);
    const { page } = watched;
    await page.getByRole('button', { name: 'Air conditioner: On, stopped by a fault' }).waitFor();
    const room = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Kitchen' }) });
    await assertRed(room.getByText('Unit fault E05'));
    const named = page.getByText('E05').filter({ visible: true });
    const messages = (await named.allTextContents()).filter((each) => each !== 'Unit fault E05');
    assert.deepEqual(messages, ['Air conditioner: Fault E05: the unit has stopped']);
  });

  it('shows each favourite’s next time, skips it with one tap, and a value per section', async () => {
    await using own = await startBridge();
    await own.post('/simulation/ClockPause', 1);
    await using watched = await openPage(own.url, phone);
    const { page } = watched;
    const favourite = page.getByRole('listitem').filter({ hasText: 'Wake up' });
    await favourite.getByText('Tomorrow 06:15').waitFor();
    await favourite.getByRole('button', { name: 'Skip Thu 19 Nov' }).tap();
    await favourite.getByText('Fri 06:15 · Skipped on Thu 19 Nov').waitFor();
    await page.getByRole('alert').getByRole('button', { name: 'Undo' }).tap();
    await favourite.getByText('Auto · Tomorrow 06:15', { exact: true }).waitFor();
    const noteOf = (title: string) =>
      page.locator('summary').filter({ hasText: title }).locator('.fold__note');
    await until(async () => /^\d+(\.\d+)? k?W$/.test((await noteOf('Power').textContent())!), true);
    assert.equal(await noteOf('Garden').textContent(), 'Dry');
    assert.notEqual(await noteOf('Air conditioner').textContent(), '');
  });

  it('shows that the bridge is offline on each screen, without covering name or tools', async () => {
    await using own = await startBridge('--read-only');
    await using stack = new AsyncDisposableStack();
    const pages = new Map<string, Page>();
    for (const [size, viewport] of Object.entries(sizes)) {
      const { page } = stack.use(await openPage(own.url, { viewport }));
      await page.getByRole('heading', { name: 'Rooms' }).waitFor();
      pages.set(size, page);
    }
    await own.kill();
    for (const [size, page] of pages) {
      await page.locator('.connection-banner p').waitFor();
      await page.getByRole('button', { name: 'Kitchen setpoint: more' }).click();
      await page.locator('.toast').waitFor();
      const parts = ['.frame__house', '.frame__tools', '.frame__nav', '.connection-banner p', '.toast'];
      await page.evaluate(() => window.scrollTo(0, 0));
      assert.deepEqual(await overlaps(page, ...parts), [], size);
    }
  });

  const touch = (devtools: CDPSession, type: string, points: readonly (readonly [number, number])[]) =>
    devtools.send('Input.dispatchTouchEvent', {
      type: type as 'touchStart',
      touchPoints: points.map(([x, y], id) => ({ x, y, id })),
    });

  it('reads a chart with one finger, zooms with two, and scrolls past it', async () => {
    await using watched = await openPage(`${bridge.url}/#/history`, phone);
    const { page } = watched;
    await settle(page);
    await page.getByText('Slide a finger along a chart to read it').waitFor();
    assert.equal(await page.getByText('Drag across a chart').isVisible(), false);
    const chart = page.getByRole('slider', { name: /: temperature over time$/ });
    await chart.evaluate((one) => one.scrollIntoView({ block: 'center' }));
    const over = (await chart.locator('.u-over').boundingBox())!;
    const at = (share: number, down = 0.5) =>
      [over.x + share * over.width, over.y + down * over.height] as const;
    const devtools = await page.context().newCDPSession(page);
    const place = async () => Number(await chart.getAttribute('aria-valuenow'));
    const drag = async (...ways: readonly (readonly (readonly [number, number])[])[]) => {
      for (const [turn, points] of ways.entries())
        await touch(devtools, turn === 0 ? 'touchStart' : 'touchMove', points);
      await touch(devtools, 'touchEnd', []);
    };

    await drag([at(0.8)], [at(0.6)], [at(0.4)], [at(0.25)]);
    await page.locator('.chart__tip').waitFor();
    await until(async () => Math.abs((await place()) - 72) <= 2, true);

    const all = page.getByRole('button', { name: 'Show all' });
    await drag([at(0.45), at(0.55)], [at(0.35), at(0.65)], [at(0.25), at(0.75)]);
    await all.first().waitFor();
    // A fifth of 24 hours is 288 minutes, with one sample per minute.
    await until(async () => Number(await chart.getAttribute('aria-valuemax')), 287);
    await drag([at(0.1), at(0.9)], [at(0.4), at(0.6)], [at(0.48), at(0.52)]);
    await all.first().waitFor({ state: 'detached' });

    const scrolled = () => page.evaluate(() => window.scrollY);
    const before = await scrolled();
    await drag([at(0.5, 0.9)], [at(0.5, 0.6)], [at(0.5, 0.3)], [at(0.5, 0.1)]);
    await until(async () => (await scrolled()) > before + 60, true);
    assert.deepEqual(watched.complaints, []);
  });
});
