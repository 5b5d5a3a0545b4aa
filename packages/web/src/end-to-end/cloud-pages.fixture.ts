import { uplink } from '@plenum/protocol/uplink';
import { type AccountCredentials, demo } from '@plenum/testbed/account';
import { readZone } from '@plenum/testbed/bridge';
import type { Everything } from '@plenum/testbed/everything';
import type { Page } from 'playwright-core';
import { loginOf } from './account.fixture.ts';

/** A page of the cloud or of the example app, with a name that is valid in a file name. */
export interface PageOfCloud {
  readonly name: string;
  readonly url: string;
}

/** The pages for a visitor who is not signed in. */
export const visitorPages = ({ cloud, app }: Everything): readonly PageOfCloud[] => [
  { name: 'cloud-visitor', url: `${cloud}/` },
  { name: 'cloud-sign-in', url: `${cloud}/#/sign-in` },
  { name: 'cloud-sign-up', url: `${cloud}/#/sign-up` },
  { name: 'cloud-login', url: loginOf(cloud) },
  { name: 'app-visitor', url: app },
];

/** A page without a script, reached from the previous page. */
export interface StepOfCloud {
  /** A text on this page that the previous page does not contain. */
  readonly shows: string;
  readonly go: (page: Page) => Promise<unknown>;
}

/** Returns the pages that a visitor passes between an app or a bridge and the consent, in order. */
export function stepsIn({ cloud }: Everything): readonly StepOfCloud[] {
  const click = (name: string) => (page: Page) => page.getByRole('button', { name, exact: true }).click();
  const enter = async (page: Page, { email, password }: AccountCredentials, button: string) => {
    await page.getByLabel('E-mail address').fill(email);
    await page.getByLabel('Password').fill(password);
    await click(button)(page);
  };
  const enterCode = async (page: Page, code: string) => {
    await page.getByLabel('Code').fill(code);
    await click('Continue')(page);
  };
  const enterOwnCode = async (page: Page) => {
    const body = new URLSearchParams({ client_id: uplink.clientId, scope: uplink.scope });
    const begun = await (await fetch(`${cloud}/device/authorization`, { method: 'POST', body })).json();
    await enterCode(page, begun.user_code);
  };
  const wrong = { ...demo, password: 'no password of it' };
  return [
    { shows: 'No account yet?', go: (page) => page.goto(loginOf(cloud)) },
    { shows: 'The e-mail address or the password is wrong.', go: (page) => enter(page, wrong, 'Sign in') },
    { shows: 'Have an account?', go: (page) => page.getByRole('link', { name: 'Create one' }).click() },
    {
      shows: 'An account with this e-mail address already exists',
      go: (page) => enter(page, demo, 'Create account'),
    },
    { shows: 'For the developer of the app', go: (page) => page.goto(`${cloud}/login?client_id=nobody`) },
    { shows: 'Please start again', go: (page) => page.goto(`${cloud}/interaction/none`) },
    { shows: 'Pair a bridge', go: (page) => page.goto(`${cloud}/device`) },
    { shows: 'No bridge is waiting with this code.', go: (page) => enterCode(page, 'BBBB-BBBB') },
    { shows: 'Does your bridge show this code?', go: enterOwnCode },
    { shows: 'The pairing was stopped', go: click('No, stop') },
    { shows: 'Does your bridge show this code?', go: enterOwnCode },
    { shows: 'No account yet?', go: click('Yes, continue') },
    { shows: 'This bridge would like to be added', go: (page) => enter(page, demo, 'Sign in') },
    { shows: 'This bridge can continue', go: click('Allow') },
  ];
}

/** Returns the pages that the demo user sees after granting access to the example app. */
export async function ownerPages({ cloud, app }: Everything): Promise<readonly PageOfCloud[]> {
  const { places } = await (await fetch(`${cloud}/welcome`)).json();
  const { clientId, endpointId } = places.app;
  const at = (name: string, hash: string) => ({ name: `cloud-${name}`, url: `${cloud}/#/${hash}` });
  return [
    at('welcome', 'welcome'),
    at('houses', 'houses'),
    at('houses-pair', 'houses/pair'),
    at('apps', 'apps'),
    at('account', 'account'),
    at('developer', 'developer'),
    at('developer-app', `developer/app/${clientId}`),
    at('developer-endpoint', `developer/app/${clientId}/endpoint/${endpointId}`),
    at('developer-attempt', `developer/app/${clientId}/endpoint/${endpointId}/attempt/1`),
    at('developer-explorer', `developer/explorer/${clientId}`),
    { name: 'cloud-house', url: `${cloud}/house?id=${places.house.systemId}` },
    { name: 'cloud-consent', url: loginOf(cloud) },
    { name: 'app-house', url: app },
  ];
}

/** Signs in as the demo user in a browser, grants access to the example app and makes a change. */
export async function moveIn(page: Page, { cloud, app, bridge }: Everything): Promise<void> {
  await page.goto(cloud);
  await page.getByRole('button', { name: 'Sign in as the demo user' }).click();
  await page.getByText(`You are ${demo.email}`).waitFor();
  await page.goto(app);
  await page.getByRole('button', { name: 'Connect your house' }).click();
  await page.getByRole('button', { name: 'Allow', exact: true }).click();
  await page.getByText('live', { exact: true }).waitFor();
  const { Setpoint: before } = await readZone(bridge, 0);
  const Setpoint = before === 2150 ? 2100 : 2150;
  const body = JSON.stringify({ ZoneSetpoint: { Index: 0, Setpoint } });
  await fetch(`${bridge}/HvacCommandV2`, { method: 'POST', body });
  await page.locator('#arrivals').getByText('zone setpoint').waitFor();
}
