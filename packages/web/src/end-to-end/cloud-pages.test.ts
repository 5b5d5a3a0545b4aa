import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { axe, findViolations } from './axe.fixture.ts';
import { openBrowser, openPage, settle } from './browser.fixture.ts';
import { moveIn, ownerPages, visitorPages } from './cloud-pages.fixture.ts';
import { sizes } from './every-page.fixture.ts';
import { type PlenumStarted, startPlenum } from './plenum.fixture.ts';

describe('every page of the cloud and of the example app', () => {
  const stack = new AsyncDisposableStack();
  let plenum: PlenumStarted;
  let browser: Browser;

  before(async () => {
    ({ browser } = stack.use(await openBrowser()));
    plenum = stack.use(await startPlenum());
  });

  after(() => stack.disposeAsync());

  /** How many pixels a page is too wide, on each kind of screen where it is. */
  const findWide = async (page: Page): Promise<readonly string[]> => {
    const before = page.viewportSize()!;
    const found: string[] = [];
    for (const [size, viewport] of Object.entries(sizes)) {
      await page.setViewportSize(viewport);
      const over = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      if (over > 0) found.push(`is ${over} px too wide for a ${size}`);
    }
    await page.setViewportSize(before);
    return found;
  };

  const lookAt = async (page: Page, url: string): Promise<readonly string[]> => {
    // Another hash alone is the same document; it begins anew, as for a reader who comes from elsewhere.
    await page.goto('about:blank');
    await page.goto(url);
    const heading = page.locator('h1').first();
    await heading.waitFor().catch((cause) => assert.fail(`${url} shows no heading: ${cause}`));
    await settle(page);
    await page.addScriptTag({ path: axe });
    return [...(await findViolations(page)), ...(await findWide(page))];
  };

  for (const [size, colorScheme] of [
    ['laptop', 'light'],
    ['phone', 'dark'],
  ] as const)
    it(`gives axe nothing to find on a ${size} in the ${colorScheme} theme, fits, and complains of nothing`, async () => {
      const options = { viewport: sizes[size], colorScheme, bypassCSP: true };
      await using watched = await openPage(browser, 'about:blank', options);
      const { page, complaints } = watched;
      const found: Record<string, readonly string[]> = {};
      for (const { name, url } of visitorPages(plenum)) found[name] = await lookAt(page, url);
      await moveIn(page, plenum);
      for (const { name, url } of await ownerPages(plenum)) found[name] = await lookAt(page, url);
      const wrong = Object.entries(found).filter(([, each]) => each.length > 0);
      assert.deepEqual(wrong, []);
      assert.deepEqual(complaints, []);
    });
});
