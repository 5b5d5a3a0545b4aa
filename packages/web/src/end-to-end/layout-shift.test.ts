import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { openBrowser } from '@plenum/testbed/chromium';
import { type Everything, startEverything } from '@plenum/testbed/everything';
import type { Browser, Page } from 'playwright-core';
import { openPage, settle } from './browser.fixture.ts';
import { moveIn, ownerPages, visitorPages } from './cloud-pages.fixture.ts';
import { everyPage, moreSheets, sizes } from './every-page.fixture.ts';
import { readShifts, slowDown, watchShifts } from './shift.fixture.ts';

/** How much of a page may jump while it comes: below a tenth of what is held to be good. */
const most = 0.02;

describe('no page jumps while it comes', () => {
  const stack = new AsyncDisposableStack();
  let plenum: Everything;
  let browser: Browser;

  before(async () => {
    ({ browser } = stack.use(await openBrowser()));
    plenum = stack.use(await startEverything());
  });

  after(() => stack.disposeAsync());

  const open = async (viewport: (typeof sizes)[keyof typeof sizes]) => {
    const watched = await openPage(browser, 'about:blank', { viewport });
    await watchShifts(watched.page);
    return watched;
  };

  /** The pages that jumped too far, and what of them did. */
  const findJumps = async (page: Page, pages: readonly { readonly name: string; readonly url: string }[]) => {
    await slowDown(page);
    const found: Record<string, unknown> = {};
    for (const { name, url } of pages) {
      await page.goto('about:blank');
      await page.goto(url);
      await page.locator('h1, h2').first().waitFor();
      await settle(page);
      const shifted = await readShifts(page);
      if (shifted.sum >= most) found[name] = shifted;
    }
    return found;
  };

  for (const [size, viewport] of Object.entries({ phone: sizes.phone, wallDisplay: sizes.wallDisplay })) {
    it(`of the house on a ${size}`, async () => {
      await using watched = await open(viewport);
      const pages = Object.entries({ ...everyPage, ...moreSheets });
      assert.deepEqual(
        await findJumps(
          watched.page,
          pages.map(([name, hash]) => ({ name, url: `${plenum.bridge}/${hash}` })),
        ),
        {},
      );
    });

    it(`of the cloud and of the example app on a ${size}`, async () => {
      await using watched = await open(viewport);
      const { page } = watched;
      const ofVisitor = await findJumps(page, visitorPages(plenum));
      await moveIn(page, plenum);
      const ofOwner = await findJumps(page, await ownerPages(plenum));
      assert.deepEqual({ ...ofVisitor, ...ofOwner }, {});
    });
  }
});
