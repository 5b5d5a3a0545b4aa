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

test("derives if a page can be installed from its address, the browser, and the browser's offer", () => {
  const cases = [
    [{}, 'browser-menu'],
    [{ isOffered: true }, 'offered'],
    [{ userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)' }, 'share-menu'],
    [{ hasServiceWorker: false }, 'unsupported'],
    // Over plain HTTP there is no service worker either; the address is the reason.
    [{ isSecure: false, hasServiceWorker: false }, 'insecure'],
    [{ isInstalled: true, isOffered: true }, 'installed'],
  ] as const;
  for (const [more, expected] of cases) assert.equal(toInstallability({ ...browser, ...more }), expected);
});
