import { type AccountCredentials, demo } from '@plenum/testbed/account';
import { type BridgeProcess, startBridge } from '@plenum/testbed/bridge';
import { type Server, startInFolder, startServer } from '@plenum/testbed/server';
import type { Page } from 'playwright-core';

/** Starts a real cloud in development mode, without a bridge. */
export const startCloud = (): Promise<Server> => startServer('cloud', '--development');

/** Returns the pairing code in the output of a program. */
const readCode = async ({ line }: Pick<Server, 'line'>): Promise<string> =>
  (await line(/enter ([A-Z]{4}-[A-Z]{4}) at/))[1]!;

/** A bridge with the demo house that is waiting to be paired with a cloud. */
export interface PairingBridge extends BridgeProcess {
  readonly systemId: string;
  /** The displayed pairing code. */
  readonly code: string;
}

export async function startPairingBridge(cloud: string, ...more: string[]): Promise<PairingBridge> {
  const bridge = await startBridge('--cloud', cloud, ...more);
  const [, systemId] = await bridge.line(/^Bridge (\d{9}) /m);
  return { ...bridge, systemId: systemId!, code: await readCode(bridge) };
}

/** Starts a fleet of `count` simulated bridges that waits to be paired with a cloud; `code` is its pairing code. */
export async function startPairingFleet(
  cloud: string,
  count: number,
): Promise<{ readonly code: string } & AsyncDisposable> {
  const fleet = startInFolder('fleet', '--cloud', cloud, '--count', String(count));
  return { ...fleet, code: await readCode(fleet) };
}

/** Credentials of a person who has no account yet. */
export const ann: AccountCredentials = { email: 'ann@example.org', password: 'a quiet house by the sea' };

const fillIn = async (page: Page, { email, password }: AccountCredentials) => {
  await page.getByLabel('E-mail address').fill(email);
  await page.getByLabel('Password').fill(password);
};

/** Signs in on the page that is open. */
export async function signIn(page: Page, who: AccountCredentials): Promise<void> {
  await fillIn(page, who);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

/** Signs out and waits for the response, because a page that is closed earlier cancels its request. */
export async function signOut(page: Page): Promise<void> {
  const button = page.getByRole('button', { name: 'Sign out' });
  await button.click();
  await button.waitFor({ state: 'detached' });
}

/** Opens a page of a cloud as the demo user, or as another person, for whom this creates an account. */
export async function enter(page: Page, who: AccountCredentials = demo): Promise<void> {
  await page.evaluate(
    (to) => {
      window.location.hash = to;
    },
    who === demo ? '#/sign-in' : '#/sign-up',
  );
  await fillIn(page, who);
  await page.getByLabel('Password').press('Enter');
  await page.getByRole('link', { name: 'Developer' }).waitFor();
}

/** Returns the URL at which the demo app asks an owner for access (interface 5.1). */
export const loginOf = (cloud: string): string =>
  `${cloud}/login?${new URLSearchParams({
    client_id: demo.clientId,
    scope: 'query-control',
    state: 'any',
    response_type: 'code',
    redirect_uri: demo.redirectUri,
  })}`;

/** Grants the demo app access to the houses of a signed-in user; returns the app's token. */
export async function letDemoAppIn(page: Page, cloud: string): Promise<void> {
  const tab = await page.context().newPage();
  await tab.goto(loginOf(cloud));
  const back = tab.waitForRequest((request) => request.url().startsWith(demo.redirectUri));
  await tab.getByRole('button', { name: /^Allow/ }).click();
  const code = new URL((await back).url()).searchParams.get('code')!;
  await tab.close();
  const body = new URLSearchParams({
    grant_type: 'authorization_code',
    client_id: demo.clientId,
    code,
  });
  const { ok, status } = await fetch(`${cloud}/token`, { method: 'POST', body });
  if (!ok) throw new Error(`The demo app has no token: ${status}`);
}
