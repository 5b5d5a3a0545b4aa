import { after } from 'node:test';
import type { Browser } from 'playwright-core';
import { launchBrowser, type OpenBrowser } from './chromium.ts';

let opened: Promise<OpenBrowser> | undefined;

/**
 * Returns the Chromium of this process, which all its test files share, because starting one takes as long as loading a
 * page. It starts at the first call, or at the first call after it has died, and ends after the last test.
 */
export async function openBrowser(): Promise<Browser> {
  opened ??= launchBrowser();
  const { browser } = await opened;
  if (browser.isConnected()) return browser;
  opened = undefined;
  return await openBrowser();
}

after(async () => {
  await (await opened)?.[Symbol.asyncDispose]();
});
