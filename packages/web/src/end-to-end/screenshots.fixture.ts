import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { startBridge } from './bridge.fixture.ts';
import { openBrowser, openPage, settle } from './browser.fixture.ts';
import { everyPage, sizes, themes } from './every-page.fixture.ts';
import { prepare } from './prepare.fixture.ts';

const folder = fileURLToPath(new URL('../../../../screenshots/', import.meta.url));
mkdirSync(folder, { recursive: true });

// Every page in both themes and three sizes, to be looked at.
await using bridge = await startBridge();
await prepare(bridge, 3);
await using opened = await openBrowser();
const { browser } = opened;
for (const colorScheme of themes)
  for (const [size, viewport] of Object.entries(sizes)) {
    await using watched = await openPage(browser, bridge.url, { colorScheme, viewport });
    for (const [name, hash] of Object.entries(everyPage)) {
      const { page } = watched;
      await page.goto(`${bridge.url}/${hash}`);
      await settle(page);
      const fullPage = !name.includes('-');
      await page.screenshot({ path: `${folder}${name}-${size}-${colorScheme}.png`, fullPage });
    }
  }
