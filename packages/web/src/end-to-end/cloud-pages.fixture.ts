import type { Page } from 'playwright-core';
import { demo } from './account.fixture.ts';
import { readZone } from './bridge.fixture.ts';
import type { PlenumStarted } from './plenum.fixture.ts';

/** A page of the cloud or of the example app, by a name fit for a file. */
export interface PageOfCloud {
  readonly name: string;
  readonly url: string;
}

const loginOf = (cloud: string) =>
  `${cloud}/login?${new URLSearchParams({
    client_id: 'plenum-demo-app',
    scope: 'query-control',
    state: 'any',
    response_type: 'code',
    redirect_uri: 'http://127.0.0.1:8095/callback',
  })}`;

/** What somebody sees who is not signed in. */
export const visitorPages = ({ cloud, app }: PlenumStarted): readonly PageOfCloud[] => [
  { name: 'cloud-visitor', url: `${cloud}/` },
  { name: 'cloud-sign-in', url: `${cloud}/#/sign-in` },
  { name: 'cloud-sign-up', url: `${cloud}/#/sign-up` },
  { name: 'cloud-login', url: loginOf(cloud) },
  { name: 'app-visitor', url: app },
];

/** What the demo user sees who let the example app in. */
export const ownerPages = async ({ cloud, app }: PlenumStarted): Promise<readonly PageOfCloud[]> => {
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
};

/** Makes somebody at a browser the demo user, who lets the example app in and changes something. */
export const moveIn = async (page: Page, { cloud, app, bridge }: PlenumStarted): Promise<void> => {
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
};
