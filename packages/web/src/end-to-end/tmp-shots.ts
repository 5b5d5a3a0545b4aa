import { startBridge } from '@plenum/testbed/bridge';
import { openBrowser } from '@plenum/testbed/chromium';
import { openPage, settle } from './browser.fixture.ts';
import { sizes } from './every-page.fixture.ts';

const folder = '/dev/shm/shots/';
await using bridge = await startBridge();
await using opened = await openBrowser();
const only = process.argv[2]?.split(',');
for (const colorScheme of ['light', 'dark'] as const)
  for (const [size, viewport] of Object.entries(sizes)) {
    await using watched = await openPage(opened.browser, bridge.url, {
      colorScheme,
      viewport,
      ...(process.argv[3] && { locale: process.argv[3] }),
    });
    const { page } = watched;
    for (const hash of only ?? ['#/overview', '#/overview/why/zone/1', '#/overview/why/unit/0', '#/health']) {
      await page.goto(`${bridge.url}/${hash}`);
      await page.waitForTimeout(900);
      await settle(page);
      await page.screenshot({ path: `${folder}${hash.replace(/\W+/g, '-')}-${size}-${colorScheme}.png` });
    }
    console.log(size, colorScheme, watched.complaints);
  }
