import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type BridgeProcess, startBridge } from '@plenum/testbed/bridge';
import { openBrowser } from '@plenum/testbed/chromium';
import type { Browser } from 'playwright-core';
import { openPage, settle } from './browser.fixture.ts';

describe('the language of a page', () => {
  const stack = new AsyncDisposableStack();
  let bridge: BridgeProcess;
  let browser: Browser;

  before(async () => {
    bridge = stack.use(await startBridge());
    ({ browser } = stack.use(await openBrowser()));
  });

  after(() => stack.disposeAsync());

  it('is that of the browser, then the one that its reader chose, and only its texts are loaded', async () => {
    await using opened = await openPage(browser, 'about:blank', { locale: 'de-CH' });
    const { page } = opened;
    const loaded = new Set<string>();
    page.on('request', (request) => {
      const [, language] = /\/assets\/(en|de|es)-[^/]*\.js$/.exec(new URL(request.url()).pathname) ?? [];
      if (language !== undefined) loaded.add(language);
    });
    await page.goto(bridge.url);
    await settle(page);
    assert.equal(await page.locator('html').getAttribute('lang'), 'de');
    assert.deepEqual([...loaded], ['de']);
    loaded.clear();

    await page.getByLabel('Sprache').selectOption('Español');
    await page.getByLabel('Idioma').waitFor();
    await settle(page);
    assert.equal(await page.locator('html').getAttribute('lang'), 'es');
    assert.deepEqual([...loaded], ['es']);

    await page.reload();
    await page.getByLabel('Idioma').selectOption('El del navegador');
    await page.getByLabel('Sprache').waitFor();
    assert.deepEqual(opened.complaints, []);
  });
});
