import { mkdirSync } from 'node:fs';
import { it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { startBridge } from '@plenum/testbed/bridge';
import { startEverything } from '@plenum/testbed/everything';
import { ann, enter } from './account.fixture.ts';
import { openPage, settle } from './browser.fixture.ts';
import { moveIn, ownerPages, type PageOfCloud, visitorPages } from './cloud-pages.fixture.ts';
import { everyPage, morePages, sizes, themes } from './every-page.fixture.ts';
import { prepare } from './prepare.fixture.ts';

const folder = fileURLToPath(new URL('../../../../screenshots/', import.meta.url));

it('takes screenshots of every page in both themes and three sizes, for review', async () => {
  mkdirSync(folder, { recursive: true });
  await using bridge = await startBridge();
  await prepare(bridge, 3);
  await using plenum = await startEverything();
  for (const colorScheme of themes)
    for (const [size, viewport] of Object.entries(sizes)) {
      await using watched = await openPage(bridge.url, { colorScheme, viewport });
      const { page } = watched;
      const take = (name: string, fullPage: boolean) =>
        page.screenshot({ path: `${folder}${name}-${size}-${colorScheme}.png`, fullPage });
      for (const [name, hash] of Object.entries({ ...everyPage, ...morePages })) {
        await page.goto(`${bridge.url}/${hash}`);
        await settle(page);
        await take(name, !name.includes('-'));
      }
      const takeOfCloud = async ({ name, url }: PageOfCloud) => {
        await page.goto('about:blank');
        await page.goto(url);
        await page.locator('h1').first().waitFor();
        await settle(page);
        const hasSheet = (await page.getByRole('dialog').count()) > 0;
        await take(name, !hasSheet);
      };
      for (const each of visitorPages(plenum)) await takeOfCloud(each);
      await moveIn(page, plenum);
      for (const each of await ownerPages(plenum)) await takeOfCloud(each);

      // The way of a new developer to a test house.
      await page.context().clearCookies();
      await page.goto(plenum.cloud);
      await enter(page, { ...ann, email: `${size}-${colorScheme}@example.org` });
      await takeOfCloud({ name: 'cloud-developer-new', url: `${plenum.cloud}/#/developer` });
      await page.getByRole('textbox', { name: 'Name' }).fill('Evening Lights');
      await page.getByRole('button', { name: 'Create the app' }).click();
      await page.getByRole('button', { name: 'I have stored it' }).click();
      await page.getByRole('button', { name: 'Create a test house' }).click();
      await page.getByRole('alertdialog').waitFor();
      await take('cloud-developer-test-house', false);
    }
});
