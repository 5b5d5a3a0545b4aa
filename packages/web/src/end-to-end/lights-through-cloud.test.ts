import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Page } from 'playwright-core';
import { ann, enter, startCloud, startPairingBridge } from './account.fixture.ts';
import { axe, findViolations } from './axe.fixture.ts';
import { openPage, settle, until } from './browser.fixture.ts';
import { allowPairing, ask } from './console.fixture.ts';

/** Lamp numbers in the demo house. */
const readingLamp = 4;
const loungeBlind = 17;
const garageDoor = 19;

it('controls the lights of a house through the cloud, but the garage door only for the owner', async () => {
  await using cloud = await startCloud();
  await using bridge = await startPairingBridge(cloud.url);
  const options = { bypassCSP: true };
  await using owner = await openPage(`${cloud.url}/#/houses`, options);
  await enter(owner.page);
  await allowPairing(owner.page, bridge);
  const lights = `${cloud.url}/house?id=${bridge.systemId}#/lights`;
  const shown = async (no: number, ...keys: readonly string[]) => {
    const { iLight } = await bridge.query('/iLightRequest', { LiRequest: { Type: 1, No: no, No1: 0 } });
    return keys.map((key) => (iLight as Record<string, number>)[key]!);
  };
  const card = (page: Page, name: string) =>
    page.getByRole('listitem').filter({ has: page.getByRole('heading', { name }) });
  const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

  const { page } = owner;
  await page.goto(lights);
  await page.getByRole('slider', { name: 'Brightness of Reading lamp' }).fill('35');
  await until(() => shown(readingLamp, 'Brig'), [35]);
  await press(page, 'Start the scene Film night');
  await until(() => shown(readingLamp, 'On', 'Brig'), [1, 25]);
  await press(page, 'Lounge blind up');
  await bridge.post('/simulation/ClockStep', 120);
  await until(async () => (await shown(loungeBlind, 'Pos'))[0], 100);
  await press(page, 'Lounge blind down');
  await until(async () => (await shown(loungeBlind, 'Pos'))[0]! < 95, true);
  await press(page, 'Lounge blind stop');
  // The page finally shows the actual position of the blind.
  await until(async () => {
    const [at] = await shown(loungeBlind, 'Pos');
    return at! > 0 && (await card(page, 'Lounge blind').getByText(`${at} % open`).count()) === 1;
  }, true);
  await press(page, 'Open the door');
  await page.getByRole('dialog').getByRole('button', { name: 'Open the door' }).click();
  await until(() => shown(garageDoor, 'Reed'), [0]);
  await card(page, 'Garage door').getByText('Opening').waitFor();
  await settle(page);
  await page.addScriptTag({ path: axe });
  assert.deepEqual(await findViolations(page), []);

  const invitation = (await ask(page, `/console/bridges/${bridge.systemId}/members`, {
    email: ann.email,
    access: 'control',
  })) as { link: string };
  await using guest = await openPage(`${cloud.url}/#/houses`, options);
  await enter(guest.page, ann);
  const token = invitation.link.split('/').at(-1)!;
  await ask(guest.page, '/console/invitation-links/accept', { token });
  await guest.page.goto(lights);
  await guest.page.getByRole('slider', { name: 'Brightness of Reading lamp' }).fill('60');
  await until(() => shown(readingLamp, 'Brig'), [60]);
  const door = card(guest.page, 'Garage door');
  await door.getByText('Only the owner').waitFor();
  assert.equal(await door.getByRole('button').count(), 0);
  await card(page, 'Garage door').getByRole('button').waitFor();
  await guest.page.goto(`${lights}/lamp/${garageDoor}`);
  await guest.page.getByRole('dialog').getByText('Only the owner').waitFor();
  assert.equal(await guest.page.getByRole('dialog').getByRole('button', { name: /door/i }).count(), 0);
  const refused = (await ask(guest.page, `/console/houses/${bridge.systemId}/control`, {
    LiOn: { No: garageDoor, On: 0 },
  })) as { sentence: string };
  assert.match(refused.sentence, /garage door/i);
  assert.deepEqual(await shown(garageDoor, 'Reed'), [0]);
  assert.deepEqual([...owner.complaints, ...guest.complaints], []);
});
