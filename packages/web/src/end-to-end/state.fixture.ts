import { type ComponentKind, kinds } from '@plenum/protocol/component';
import type { BridgeProcess } from '@plenum/testbed/bridge';
import { isFullRun } from '@plenum/testbed/full-run';
import type { Page } from 'playwright-core';
import { settle } from './browser.fixture.ts';
import { everyPage, moreSheets } from './every-page.fixture.ts';

/** The servers and data for the states. */
export interface Stage {
  readonly cloud: string;
  /** A bridge in the account of the demo user, and its system id. */
  readonly bridge: BridgeProcess;
  readonly systemId: string;
  /** URLs of bridges: one that requires a key, one with only splits, and one with an empty house. */
  readonly locked: string;
  readonly flat: string;
  readonly bare: string;
  /** The ids of an app of the demo user and of one of its endpoints, as path segments in the console. */
  readonly app: string;
  readonly endpoint: string;
}

/** Brings a page into a state that its URL alone does not produce, and waits for that state. */
export type Reach = (page: Page, stage: Stage) => Promise<unknown>;

const heading = (page: Page, name: string) => page.getByRole('heading', { name }).waitFor();
const says = (page: Page, words: string | RegExp) => page.getByText(words).first().waitFor();
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const isLive = (page: Page) => page.getByText('Live', { exact: true }).waitFor({ state: 'attached' });

/** The states of a bridge's page. */
export const houseStates: Readonly<Record<string, Reach>> = {
  'key wanted': async (page, { locked }) => {
    await page.goto(locked);
    await heading(page, 'Access key required');
  },
  'key wrong': async (page, { locked }) => {
    await page.goto(locked);
    await page.getByLabel('Access key').fill('wrong');
    await press(page, 'Open the house');
    await says(page, 'The bridge does not accept this key.');
  },
  'no answer yet': async (page, { bridge }) => {
    await page.route('**/events', (route) => route.abort());
    await page.goto(bridge.url);
    await says(page, 'The bridge does not answer. This page connects');
  },
  'a page that failed': async (page, { bridge }) => {
    await page.route('**/assets/history-page-*.js', (route) => route.abort());
    await page.goto(`${bridge.url}/#/history`);
    await page.getByRole('alert').getByRole('button').waitFor();
  },
  'a history that failed': async (page, { bridge }) => {
    await page.route('**/history?*', (route) => route.abort());
    await page.goto(`${bridge.url}/#/history`);
    await page.getByRole('alert').first().waitFor();
  },
  'a command refused': async (page, { bridge }) => {
    await page.goto(bridge.url);
    await page.route('**/HvacCommandV2', (route) => route.fulfill({ body: '{ERROR: not now}' }));
    await press(page, 'Kitchen setpoint: more');
    await says(page, 'not now');
  },
  'no room measured': async (page, { flat }) => {
    await page.goto(`${flat}/#/history`);
    await says(page, 'This house has no temperature sensors');
  },
  'nothing installed': async (page, { bare }) => {
    for (const hash of ['wall', 'overview']) {
      await page.goto(`${bare}/#/${hash}`);
      await says(page, 'Nothing is installed in this house yet.');
    }
  },
  'nothing by time': async (page, { bare }) => {
    await page.goto(`${bare}/#/schedules`);
    await says(page, 'This house has no schedules');
  },
  'a house unknown': async (page, { cloud, systemId }) => {
    await page.goto(`${cloud}/house?id=${systemId}`);
    await heading(page, 'Your session has ended');
  },
};

/** The states of the sign-up page. */
export const visitorStates: Readonly<Record<string, Reach>> = {
  'sign-up refused': async (page, { cloud }) => {
    await page.goto(`${cloud}/#/sign-up`);
    await page.getByLabel('E-mail address').fill('nobody');
    await page.getByLabel('Password').fill('short');
    await press(page, 'Create account');
    await page.getByRole('alert').filter({ hasText: /./ }).waitFor();
  },
};

const empty =
  (where: string, title: string): Reach =>
  async (page, { cloud }) => {
    await page.goto(`${cloud}/#/${where}`);
    await heading(page, title);
  };

/** The states of a cloud's pages for a newly created account. */
export const newcomerStates: Readonly<Record<string, Reach>> = {
  'no house': empty('houses', 'No house yet'),
  'no access': empty('apps', 'No app has access'),
  'no app': empty('developer', 'No app yet'),
  'no app to explore with': empty('developer/explorer', 'Create an app first'),
};

const toDialog =
  (where: (stage: Stage) => string, button: string, title: string): Reach =>
  async (page, stage) => {
    await page.goto(`${stage.cloud}/#/${where(stage)}`);
    await press(page, button);
    await page.getByRole('dialog', { name: title }).waitFor();
    await settle(page);
  };

const silence =
  (path: string, where: string, words: string): Reach =>
  async (page, { cloud }) => {
    await page.route(path, (route) => route.abort());
    await page.goto(`${cloud}/#/${where}`);
    await says(page, words);
  };

/** The states of a cloud's pages for the demo user. */
export const ownerStates: Readonly<Record<string, Reach>> = {
  'the cloud silent': silence('**/account', 'houses', 'The cloud does not answer'),
  'the houses silent': silence('**/console/bridges', 'houses', 'Retrying automatically.'),
  'the app silent': silence('**/console/apps', 'developer', 'Retrying automatically.'),
  'no such app': async (page, { cloud }) => {
    await page.goto(`${cloud}/#/developer/app/nobodys`);
    await says(page, 'You have no such app.');
  },
  'a house of nobody here': async (page, { cloud }) => {
    await page.goto(`${cloud}/house?id=000000001`);
    await heading(page, 'This house is not in your account');
  },
  'adding an endpoint': toDialog(({ app }) => app, 'Add an endpoint', 'Add an endpoint'),
  'replacing a client secret': toDialog(
    ({ app }) => app,
    'Replace the client secret',
    'Replace the client secret?',
  ),
  'a client secret shown': async (page, stage) => {
    await ownerStates['replacing a client secret']!(page, stage);
    await press(page, 'Replace it');
    await page.getByRole('alertdialog', { name: 'The new client secret' }).waitFor();
  },
  'removing an app': toDialog(({ app }) => app, 'Remove the app …', 'Remove Evening Lights?'),
  'replacing a signing secret': toDialog(
    ({ endpoint }) => endpoint,
    'Replace the secret',
    'Replace the signing secret?',
  ),
  'taking access back': toDialog(
    () => 'apps',
    'Revoke access of Plenum demo app',
    'Revoke the access of Plenum demo app?',
  ),
  'removing an endpoint': toDialog(({ endpoint }) => endpoint, 'Remove …', 'Remove this endpoint?'),
};

/** The states of a cloud's pages for the demo user after the session has ended. */
export const endedStates: Readonly<Record<string, Reach>> = {
  'a session that ended': async (page, { cloud }) => {
    await page.goto(`${cloud}/#/account`);
    await heading(page, 'Change the password');
    await heading(page, 'Delete the account');
    await page.waitForLoadState('networkidle');
    await page.context().clearCookies();
    await page.getByRole('link', { name: 'Apps' }).click();
    await page.getByRole('alertdialog', { name: 'Your session has ended' }).waitFor();
  },
};

/** Returns the subject of the sheet in a hash: a kind of component, or `why` and `health`, which only a bridge has. */
const kindOf = (hash: string) => hash.split('/')[2];
const isOnCloud = (kind: string) => kind in kinds && kinds[kind as ComponentKind].token !== undefined;

/**
 * The pages and sheets of a house that are also available through a cloud. A usual run leaves out the sheets that look
 * like another one.
 */
export const pagesThroughCloud = Object.entries({
  ...everyPage,
  ...(isFullRun && moreSheets),
}).filter(([, hash]) => {
  const kind = kindOf(hash);
  return (kind === undefined || isOnCloud(kind)) && /^#.(overview|schedules)/.test(hash);
});

/** Navigates to another hash on an open page of the house. */
export async function goWithin(page: Page, hash: string): Promise<void> {
  await page.evaluate((to) => {
    window.location.hash = to;
  }, hash);
  if (kindOf(hash) !== undefined) await page.getByRole('dialog').waitFor();
  await settle(page);
}

/** Returns a page of the house as seen through a cloud. */
export const throughCloud =
  (hash: string): Reach =>
  async (page, { cloud, systemId }) => {
    await page.goto(`${cloud}/house?id=${systemId}${hash}`);
    await isLive(page);
    if (kindOf(hash) !== undefined) await page.getByRole('dialog').waitFor();
    await settle(page);
  };

/** The states of the house after its bridge has stopped: on the bridge's own page, and through a cloud. */
export const lossStates: Readonly<Record<string, readonly [before: Reach, after: Reach]>> = {
  'the bridge silent': [
    async (page, { bridge }) => {
      await page.goto(bridge.url);
      await isLive(page);
    },
    (page) => says(page, 'The bridge does not answer. Showing the last known state'),
  ],
  'the bridge away': [throughCloud(''), (page) => heading(page, 'The bridge is not connected')],
};
