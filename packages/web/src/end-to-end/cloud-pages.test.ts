import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { type Everything, startEverything } from '@plenum/testbed/everything';
import { isFullRun } from '@plenum/testbed/full-run';
import type { Page, ViewportSize } from 'playwright-core';
import { axe, findViolations } from './axe.fixture.ts';
import { openPage, settle } from './browser.fixture.ts';
import { moveIn, ownerPages, type PageOfCloud, stepsIn, visitorPages } from './cloud-pages.fixture.ts';
import { sizes } from './every-page.fixture.ts';
import { maxShift, readShifts, slowDown, watchShifts } from './shift.fixture.ts';

describe('every page of the cloud and of the example app', () => {
  const stack = new AsyncDisposableStack();
  let plenum: Everything;

  before(async () => {
    plenum = stack.use(await startEverything());
  });

  after(() => stack.disposeAsync());

  const widthOver = (page: Page) =>
    page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);

  /**
   * Returns by how many pixels a page is too wide: on a phone, and on each kind of screen after it was opened on a
   * laptop.
   */
  const findWide = async (page: Page): Promise<readonly string[]> => {
    const before = page.viewportSize()!;
    if (before.width === sizes.phone.width) {
      const over = await widthOver(page);
      return over > 0 ? [`is ${over} px too wide`] : [];
    }
    const found: string[] = [];
    for (const [size, viewport] of Object.entries(sizes)) {
      await page.setViewportSize(viewport);
      const over = await widthOver(page);
      if (over > 0) found.push(`is ${over} px too wide for a ${size}`);
    }
    await page.setViewportSize(before);
    return found;
  };

  /** Returns the problems of a page in its current state. */
  const examine = async (page: Page): Promise<readonly string[]> => {
    await page.addScriptTag({ path: axe });
    return [...(await findViolations(page)), ...(await findWide(page))];
  };

  /** Returns the layout shift of a page while it loaded, if the shift is too large. */
  const findJump = async (page: Page): Promise<readonly string[]> => {
    const { sum, parts } = await readShifts(page);
    return sum < maxShift ? [] : [`jumped by ${sum}: ${parts.join('; ')}`];
  };

  /** Returns the problems of a page that is opened on one kind of screen and examined on another. */
  const lookAt = async (
    page: Page,
    { name, url }: PageOfCloud,
    opened: ViewportSize,
    looked: ViewportSize,
  ) => {
    await page.setViewportSize(opened);
    // Changing only the hash does not reload the page, so the page is opened anew, as for a reader who comes from
    // elsewhere.
    await page.goto('about:blank');
    await page.goto(url);
    const heading = page.locator('h1').first();
    await heading.waitFor().catch((cause) => assert.fail(`${url} shows no heading: ${cause}`));
    await settle(page);
    const jump = await findJump(page);
    // `developer-pages.test.ts` examines these pages with more content.
    if (name.startsWith('cloud-developer')) return jump;
    await page.setViewportSize(looked);
    // The page of the example app renders again once its house has loaded, so it is examined again.
    const seen = await examine(page).catch(async (error: Error) => {
      if (!error.message.includes('context was destroyed')) throw error;
      await settle(page);
      return examine(page);
    });
    return [...jump, ...seen];
  };

  for (const [size, colorScheme, opened] of [
    ['laptop', 'light', 'wallDisplay'],
    ['phone', 'dark', 'phone'],
  ] as const) {
    it(`passes axe on a ${size} in the ${colorScheme} theme, fits, and does not jump on a ${opened}`, async () => {
      const options = { viewport: sizes[opened], colorScheme, bypassCSP: true };
      await using watched = await openPage('about:blank', options);
      const { page, complaints } = watched;
      await watchShifts(page);
      await slowDown(page);
      const found: Record<string, readonly string[]> = {};
      const look = async (one: PageOfCloud) => {
        found[one.name] = await lookAt(page, one, sizes[opened], sizes[size]);
      };
      for (const one of visitorPages(plenum)) await look(one);
      await moveIn(page, plenum);
      for (const one of await ownerPages(plenum)) await look(one);
      const wrong = Object.entries(found).filter(([, each]) => each.length > 0);
      assert.deepEqual(wrong, []);
      assert.deepEqual(complaints, []);
    });

    // On a laptop these small pages are resized to every screen, and their colours are compared below.
    const skip = size === 'phone' && !isFullRun && 'in the full run only (PLENUM_FULL=1)';
    it(`passes axe on the sign-in and consent pages on a ${size} in the ${colorScheme} theme, and fits`, {
      skip,
    }, async () => {
      const options = { viewport: sizes[size], colorScheme, bypassCSP: true };
      await using watched = await openPage('about:blank', options);
      const { page, complaints } = watched;
      const found: Record<string, readonly string[]> = {};
      for (const { shows, go } of stepsIn(plenum)) {
        await go(page);
        await page.getByText(shows).first().waitFor();
        found[shows] = [...(found[shows] ?? []), ...(await examine(page))];
      }
      const wrong = Object.entries(found).filter(([, each]) => each.length > 0);
      assert.deepEqual(wrong, []);
      assert.deepEqual(complaints, []);
    });
  }

  it('a page without a script does not jump if it arrives in pieces', async () => {
    const whole = await (await fetch(`${plenum.cloud}/device`)).text();
    const rest = whole.indexOf('<form');
    const go = Promise.withResolvers<void>();
    await using server = createServer(async (_, response) => {
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).write(whole.slice(0, rest));
      await go.promise;
      response.end(whole.slice(rest));
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    await using watched = await openPage('about:blank', { viewport: sizes.wallDisplay });
    const { page } = watched;
    await watchShifts(page);
    const { port } = server.address() as AddressInfo;
    await page.goto(`http://127.0.0.1:${port}/`, { waitUntil: 'commit' });
    await page.locator('h1').waitFor();
    await readShifts(page);
    go.resolve();
    await page.locator('form').first().waitFor();
    assert.deepEqual((await readShifts(page)).parts, []);
  });

  it('shows pages without script in the same colours and fonts as those with one', async () => {
    await using watched = await openPage('about:blank', { colorScheme: 'dark' });
    const { page } = watched;
    const read = async (url: string) => {
      await page.goto(url);
      await page.locator('h1').first().waitFor();
      return page.evaluate(async () => {
        await document.fonts.ready;
        const { color, backgroundColor, fontFamily } = getComputedStyle(document.documentElement);
        const loaded = [...document.fonts].filter(({ status }) => status === 'loaded');
        const fonts = new Set(loaded.map(({ family }) => family.replaceAll('"', '')));
        return { color, backgroundColor, fontFamily, fonts: [...fonts] };
      });
    };
    const withScript = await read(`${plenum.cloud}/#/sign-in`);
    assert.deepEqual(withScript.fonts, ['Inter Variable']);
    assert.deepEqual(await read(`${plenum.cloud}/device`), withScript);
  });
});
