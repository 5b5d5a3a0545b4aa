import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type BridgeProcess, startBridge } from '@plenum/testbed/bridge';
import { isFullRun } from '@plenum/testbed/full-run';
import { openPage, settle } from './browser.fixture.ts';
import { findCutTexts, longStates, showLongState } from './long-texts.fixture.ts';

const houses = ['demo', 'flat', 'large'] as const;
const locales = ['en-GB', 'de-DE', 'es-ES'] as const;
/**
 * In an ordinary run the demo house in every language, and the other houses, whose tiles have other sizes, in German,
 * which has the longest words.
 */
const isUsual = (house: (typeof houses)[number], locale: (typeof locales)[number]) =>
  house === 'demo' || locale === 'de-DE';
const walls = [
  { width: 800, height: 480 },
  { width: 1024, height: 600 },
  { width: 1280, height: 800 },
  { width: 1920, height: 1080 },
];
const phone = { width: 390, height: 844 };

describe('long texts', () => {
  const stack = new AsyncDisposableStack();
  const bridges = new Map<string, BridgeProcess>();

  before(async () => {
    for (const house of houses) bridges.set(house, stack.use(await startBridge('--house', house)));
  });

  after(() => stack.disposeAsync());

  for (const house of houses)
    for (const locale of locales.filter((one) => isFullRun || isUsual(house, one)))
      it(`shows long texts completely on a wall display and a phone, in the house ${house} in ${locale}`, async () => {
        const { url } = bridges.get(house)!;
        await using watched = await openPage('about:blank', { locale });
        const { page } = watched;
        const cut: Record<string, readonly string[]> = {};
        const look = async (name: string) => {
          const found = await findCutTexts(page);
          if (found.length > 0) cut[name] = found;
        };
        for (const state of Object.keys(longStates) as (keyof typeof longStates)[]) {
          await page.unrouteAll();
          await showLongState(page, url, state);
          await page.goto('about:blank');
          await page.goto(`${url}/#/wall`);
          await page.locator('.tile').first().waitFor();
          for (const size of walls) {
            await page.setViewportSize(size);
            await look(`${state}, wall of ${size.width} x ${size.height}`);
          }
          await page.setViewportSize(phone);
          await page.goto(`${url}/#/overview`);
          await page.locator('.room-row').first().waitFor();
          // The menu in the header covers others once it is open, so it is the last.
          for (const fold of (await page.locator('summary').all()).toReversed()) await fold.click();
          await settle(page);
          await look(`${state}, phone`);
        }
        assert.deepEqual(cut, {});
        assert.deepEqual(watched.complaints, []);
      });
});
