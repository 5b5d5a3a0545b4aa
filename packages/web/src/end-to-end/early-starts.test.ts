import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type BridgeProcess, startBridge } from '@plenum/testbed/bridge';
import type { Page } from 'playwright-core';
import { openPage, until, type Watched } from './browser.fixture.ts';

describe('early starts on the page of the schedules', () => {
  const stack = new AsyncDisposableStack();
  let bridge: BridgeProcess;
  let watched: Watched;
  let page: Page;

  before(async () => {
    bridge = stack.use(await startBridge());
    watched = stack.use(await openPage(bridge.url));
    page = watched.page;
    await page.goto(`${bridge.url}/#/schedules`);
  });
  after(() => stack.disposeAsync());

  const panel = () => page.getByRole('region', { name: 'Early starts' });
  const toggle = (name: string) => panel().locator('.toggle', { hasText: name });
  const settings = async () => (await (await fetch(`${bridge.url}/comfort`)).json()).settings as object;

  it('switches early starts on for the house and off for one room, and shows the next start', async () => {
    await toggle('Start favourites early').click();
    await panel()
      .getByRole('status')
      .filter({ hasText: /starts at/ })
      .waitFor();
    await toggle('Kitchen').click();
    await until(settings, { isOn: true, roomsOff: [1], mayEndRunning: false });
  });

  it('draws the plan of the next 24 hours on the overview, with its reasons', async () => {
    await page.goto(`${bridge.url}/#/overview`);
    const plan = page.getByRole('region', { name: 'The next 24 hours' });
    await plan
      .getByRole('listitem')
      .filter({ hasText: / starts at / })
      .first()
      .waitFor();
    await plan.getByText('Tomorrow').waitFor();
    await page.goto(`${bridge.url}/#/schedules`);
  });

  it('sets the time before which nothing starts', async () => {
    await panel().getByLabel('Not before').fill('05:30');
    await until(settings, { isOn: true, roomsOff: [1], mayEndRunning: false, notBefore: '05:30' });
    assert.deepEqual(watched.complaints, []);
  });
  it('shows no panel for a bridge without early starts', async () => {
    await page.route('**/comfort', (route) => route.fulfill({ status: 404, body: '{ERROR}' }));
    const asked = page.waitForResponse('**/comfort');
    await page.reload();
    await asked;
    await page.getByRole('heading', { name: 'Time zone' }).waitFor();
    assert.equal(await panel().count(), 0);
  });
});
