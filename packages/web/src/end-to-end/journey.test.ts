import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { demo } from '@plenum/testbed/account';
import { readZone } from '@plenum/testbed/bridge';
import { type Everything, startEverything } from '@plenum/testbed/everything';
import { apart, startInFolder, startServer } from '@plenum/testbed/server';
import type { Page } from 'playwright-core';
import { openPage, until, type Watched } from './browser.fixture.ts';

describe('the journey of a newcomer, from the first page to an event and back', () => {
  const stack = new AsyncDisposableStack();
  let plenum: Everything;
  /** The owner's browser, on the cloud's pages. */
  let owner: Watched;
  /** The user's separate browser, on the example app. */
  let user: Watched;

  before(async () => {
    plenum = stack.use(await startEverything());
    owner = stack.use(await openPage(plenum.cloud));
    user = stack.use(await openPage(plenum.app));
  });

  after(() => stack.disposeAsync());

  /** Returns the page that a link opens in a new tab. */
  const follow = async (page: Page, name: RegExp): Promise<Page> => {
    const opening = page.context().waitForEvent('page');
    await page.getByRole('link', { name }).click();
    return opening;
  };
  const degrees = (wire: number) => `${(wire / 100).toFixed(2)} °C`;
  const arrivals = () => user.page.locator('#arrivals > li');
  const post = async (path: string, body: unknown) =>
    (await fetch(`${plenum.bridge}${path}`, { method: 'POST', body: JSON.stringify(body) })).text();
  const simulate = async (name: string, body: unknown) =>
    assert.equal(await post(`/simulation/${name}`, body), 'OK', name);
  const control = async (body: object) => assert.equal(await post('/HvacCommandV2', body), 'OK');
  const readSysOn = async (): Promise<number> =>
    JSON.parse(await post('/HvacRequestV2', { HvacV2Request: { Type: 1, No: 0, No1: 0 } })).SystemV2.SysOn;

  it('explains to a visitor what Plenum is, and links each service', async () => {
    const { page } = owner;
    await page.getByRole('heading', { level: 1, name: /Climate control/ }).waitFor();
    for (const [name, url] of [
      ['bridge', plenum.bridge],
      ['app', plenum.app],
    ] as const) {
      const link = page.getByRole('link', { name: new URL(url).host });
      assert.equal(await link.getAttribute('href'), url, name);
    }
    assert.equal(await page.getByRole('listitem').filter({ hasText: 'you are here' }).count(), 1);
  });

  it('signs in as the demo user with one click, on the same page', async () => {
    const { page } = owner;
    await page.getByRole('button', { name: 'Sign in as the demo user' }).click();
    await page.getByText(`You are ${demo.email}.`).waitFor();
    await page.getByRole('heading', { name: 'Three things to try' }).waitFor();
  });

  it('connects an app through sign-in and consent, but not if the user declines', async () => {
    const { page } = user;
    await page.getByRole('button', { name: 'Connect your house' }).click();
    await page.getByLabel('E-mail').fill(demo.email);
    await page.getByLabel('Password').fill(demo.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('button', { name: 'Do not allow' }).click();
    await page.getByText('You said no, so nothing was connected.').waitFor();

    await page.getByRole('button', { name: 'Connect your house' }).click();
    await page.getByRole('heading', { name: /^Homely \(example app\) would like to/ }).waitFor();
    await page.getByRole('button', { name: 'Allow', exact: true }).click();
    await page.getByRole('heading', { name: 'What Homely sees' }).waitFor();
    await page.locator('.room', { hasText: 'Family room' }).waitFor();
    await page.getByText('live', { exact: true }).waitFor();
  });

  it('cools a room, shows its graph, and notifies the app', async () => {
    const { page } = owner;
    await page.getByRole('radio', { name: '60×', exact: true }).click();
    const house = await follow(page, /^Open the Family room/);
    const sheet = house.getByRole('dialog');
    await sheet.getByRole('region', { name: 'The last 24 hours' }).locator('canvas').waitFor();
    await house.locator('.house-clock__pace', { hasText: '60×' }).waitFor();
    // The setpoint of the morning favourite.
    const { Setpoint = 0 } = await readZone(plenum.bridge, 0);
    const is = Setpoint - 200;
    for (const _ of [1, 2, 3, 4]) await sheet.getByRole('button', { name: 'Setpoint: less' }).click();
    await arrivals()
      // On a slow machine the presses result in more than one command.
      .filter({ hasText: `zone setpoint ${degrees(is)} was ` })
      .first()
      .waitFor();
    await user.page
      .locator('.room', { hasText: 'Family room' })
      .getByText(`set to ${is / 100}°`)
      .waitFor();
    // Half an hour of frost while the unit is off, so that the room cools at any time of day.
    const temperature = async () => {
      const text = await user.page.locator('.room', { hasText: 'Family room' }).textContent();
      return Number(/([\d.]+)°/.exec(text ?? '')![1]);
    };
    const warm = await temperature();
    const isOn = await readSysOn();
    await control({ SysOn: 0 });
    await simulate('Weather', { Temperature: -40 });
    await simulate('ClockStep', 1800);
    await until(async () => (await temperature()) < warm, true, 30_000);
    await simulate('Weather', {});
    await control({ SysOn: isOn });
    await house.close();
  });

  it('shows a sent message to a developer, and sends it again', async () => {
    const { page } = owner;
    await page.getByRole('radio', { name: '1×', exact: true }).click();
    await page.getByRole('link', { name: 'Open the console' }).click();
    const log = page.getByRole('region', { name: 'Deliveries' });
    // The oldest one may be a Sync, which has no component.
    await log.getByRole('link').first().click();
    const sheet = page.getByRole('dialog');
    await sheet.getByText('webhook-signature').waitFor();
    const [component] = /\d{9}_[a-z_]+_\d+/.exec((await sheet.textContent()) ?? '')!;
    const messages = () => user.page.locator('.arrivals pre').allTextContents();
    const before = new Set(await messages());
    await sheet.getByRole('button', { name: 'Resend it' }).click();
    await sheet.getByText('Sent as a new message with the current state.').waitFor();
    const isSentAgain = (message: string) => !before.has(message) && message.includes(component);
    await until(async () => (await messages()).some(isSentAgain), true);
  });

  it('controls the house through the cloud too', async () => {
    const { page } = owner;
    await page.goto(`${plenum.cloud}/#/houses`);
    await page.getByRole('link', { name: /^Open/ }).click();
    await page.waitForURL(/\/house\?id=\d{9}/);
    const { Setpoint = 0 } = await readZone(plenum.bridge, 1);
    await page.getByRole('button', { name: 'Kitchen setpoint: less' }).click();
    await arrivals()
      .filter({ hasText: 'Kitchen' })
      .getByText(`was ${degrees(Setpoint)}`)
      .waitFor();
  });

  it('pairs another bridge with its code, and tells the app, which shows its rooms', async () => {
    const ports = ['--http-host', '127.0.0.1', '--http-port', '0', ...apart];
    await using stranger = startInFolder('bridge', '--cloud', plenum.cloud, '--house', 'flat', ...ports);
    const [, code] = await stranger.line(/enter ([A-Z-]+) at /);
    const { page } = owner;
    await page.goto(`${plenum.cloud}/#/houses/pair`);
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Code').fill(code!);
    await dialog.getByRole('button', { name: 'Continue' }).click();
    await dialog.getByRole('button', { name: 'Yes, pair it' }).click();
    await dialog.getByText(/ is paired$/).waitFor();
    await stranger.line(/Connected to the cloud/);
    await dialog.getByRole('button', { name: 'Done' }).click();
    await until(() => page.getByRole('heading', { level: 2 }).count(), 2);
    await user.page.getByRole('heading', { name: 'The house changed as a whole' }).first().waitFor();
  });

  it('after its access is revoked, the app is refused and removes the house with a notice', async () => {
    const { page } = owner;
    await page.goto(`${plenum.cloud}/#/apps`);
    await page.getByRole('button', { name: /^Revoke access of Homely/ }).click();
    await page.getByRole('button', { name: 'Revoke it' }).click();
    await page.getByRole('heading', { name: 'No app has access' }).waitFor();
    await user.page.getByRole('heading', { name: 'Your permission was withdrawn' }).waitFor();
    assert.equal(await user.page.getByText('Family room').count(), 0);
    await user.page.reload();
    await user.page.getByRole('button', { name: 'Connect again' }).waitFor();
  });

  it('explains why one click is not enough after the demo password was changed', async () => {
    const { page } = owner;
    await page.goto(`${plenum.cloud}/#/account`);
    await page.getByLabel('Current password').fill(demo.password);
    await page.getByLabel('New password').fill('a password of my own');
    await page.getByRole('button', { name: 'Change password' }).click();
    await until(() => page.getByLabel('New password').inputValue(), '');
    await using other = await openPage(plenum.cloud);
    await other.page.getByRole('button', { name: 'Sign in as the demo user' }).click();
    await other.page
      .getByRole('alert')
      .getByText(/password/)
      .waitFor();
  });

  it('offers sign-in and sign-up in a production cloud, without a demo user', async () => {
    await using cloud = await startServer('cloud');
    await using watched = await openPage(cloud.url);
    const { page, complaints } = watched;
    await page.getByRole('heading', { level: 1, name: /Climate control/ }).waitFor();
    const main = page.getByRole('main');
    await main.getByRole('link', { name: 'Sign in' }).waitFor();
    assert.equal(await page.getByText(/demo|Development|Three things/).count(), 0);
    await main.getByRole('link', { name: 'Create an account' }).click();
    await page.getByRole('heading', { name: 'Create an account' }).waitFor();
    assert.deepEqual(complaints, []);
  });

  it('sends requests only to local servers, and logs no errors', () => {
    assert.deepEqual([...owner.hosts], [new URL(plenum.cloud).host]);
    assert.deepEqual(owner.complaints, []);
    assert.deepEqual(user.complaints, []);
  });
});
