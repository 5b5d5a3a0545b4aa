import { after } from 'node:test';
import type { Browser } from 'playwright-core';
import { launchBrowser, type OpenBrowser } from './chromium.ts';

let opened: Promise<OpenBrowser> | undefined;

/**
 * The Chromium of this process, which its test files share: to start one takes as long as to load a page. It is started for
 * the first that asks, or asks after it has died, and ends after the last test.
 */
export const openBrowser = async (): Promise<Browser> => {
  opened ??= launchBrowser();
  const { browser } = await opened;
  if (browser.isConnected()) return browser;
  opened = undefined;
  return await openBrowser();
};

after(async () => {
  await (await opened)?.[Symbol.asyncDispose]();
});
