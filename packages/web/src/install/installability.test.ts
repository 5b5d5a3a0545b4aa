import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toInstallability } from './installability.ts';

const browser = {
  isSecure: true,
  isInstalled: false,
  hasServiceWorker: true,
  isOffered: false,
  userAgent: 'Mozilla/5.0 (X11; Linux x64) Firefox/140.0',
};

test("a page can be installed depending on its URL, the browser, and the browser's offer", () => {
  const cases = [
    [{}, 'browser-menu'],
    [{ isOffered: true }, 'offered'],
    [{ userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)' }, 'share-menu'],
    [{ hasServiceWorker: false }, 'unsupported'],
    // Plain HTTP also lacks service workers, but the URL is the reason to report.
    [{ isSecure: false, hasServiceWorker: false }, 'insecure'],
    [{ isInstalled: true, isOffered: true }, 'installed'],
  ] as const;
  for (const [more, expected] of cases) assert.equal(toInstallability({ ...browser, ...more }), expected);
});
