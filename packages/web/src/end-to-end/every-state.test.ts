import assert from 'node:assert/strict';
import { mkdtempDisposableSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { startBridge } from '@plenum/testbed/bridge';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { ann, enter, letDemoAppIn, startCloud, startPairingBridge } from './account.fixture.ts';
import { axe, findInThemes } from './axe.fixture.ts';
import { openPage, type Watched } from './browser.fixture.ts';
import { ask } from './console.fixture.ts';
import { sizes } from './every-page.fixture.ts';
import {
  endedStates,
  goWithin,
  houseStates,
  lossStates,
  newcomerStates,
  ownerStates,
  pagesThroughCloud,
  type Reach,
  type Stage,
  throughCloud,
  visitorStates,
} from './state.fixture.ts';

const flat = fileURLToPath(new URL('../../../simulator/houses/flat.yaml', import.meta.url));

/** Writes the file of a house in which nothing is installed. */
const writeBare = (folder: string): string => {
  const path = join(folder, 'bare.yaml');
  writeFileSync(path, readFileSync(flat, 'utf8').replace(/^splits:\n(^[ \t].*\n?)+/m, ''));
  return path;
};

describe('axe in every state of the pages', () => {
  const stack = new AsyncDisposableStack();
  let stage: Stage;
  /** The browser context of the demo user. */
  let owner: BrowserContextOptions;
  let newcomer: BrowserContextOptions;

  before(async () => {
    const folder = stack.use(mkdtempDisposableSync(join(tmpdir(), 'plenum-states-')));
    const { url: cloud } = stack.use(await startCloud());
    const bridge = stack.use(await startPairingBridge(cloud));
    const start = async (...words: readonly string[]) => {
      const started = stack.use(await startBridge(...words));
      // The clock is stopped, because changes inside the house are not part of a state.
      await started.post('/simulation/ClockPause', 1);
      return started.url;
    };
    const { url: locked } = stack.use(await startBridge('--access-key', 'open-sesame-please'));
    const splits = await start('--house', flat);
    const bare = await start('--house', writeBare(folder.path));
    await using watched = await openPage(cloud);
    const { page } = watched;
    await enter(page);
    await ask(page, '/console/pairings/allow', { code: bridge.code });
    await letDemoAppIn(page, cloud);
    const made = await ask(page, '/console/apps', {
      name: 'Evening Lights',
      redirectUri: 'https://example.org/',
      confidential: true,
      pkceRequired: true,
    });
    const { clientId } = made.app;
    const { endpoint } = await ask(page, `/console/apps/${clientId}/endpoints`, { url: `${locked}/events` });
    owner = { storageState: await page.context().storageState() };
    await using other = await openPage(cloud);
    await enter(other.page, ann);
    newcomer = { storageState: await other.page.context().storageState() };
    const app = `developer/app/${clientId}`;
    stage = {
      cloud,
      bridge,
      systemId: bridge.systemId,
      locked,
      flat: splits,
      bare,
      app,
      endpoint: `${app}/endpoint/${endpoint.id}`,
    };
  });

  after(() => stack.disposeAsync());

  const open = (options: BrowserContextOptions = {}): Promise<Watched> =>
    openPage('about:blank', { viewport: sizes.laptop, bypassCSP: true, ...options });

  const look = async (page: Page) => {
    await page.addScriptTag({ path: axe });
    assert.deepEqual(await findInThemes(page), []);
  };

  const all: readonly (readonly [string, Readonly<Record<string, Reach>>, () => BrowserContextOptions])[] = [
    ['on the page of a bridge', houseStates, () => ({})],
    ['for a visitor', visitorStates, () => ({})],
    ['for an owner whose session ended', endedStates, () => owner],
  ];
  for (const [where, states, options] of all)
    for (const [name, reach] of Object.entries(states))
      it(`passes axe ${where}: ${name}`, async () => {
        await using watched = await open(options());
        await reach(watched.page, stage);
        await look(watched.page);
      });

  for (const [where, states, options] of [
    ['for somebody new', newcomerStates, () => newcomer],
    ['for an owner', ownerStates, () => owner],
  ] as const)
    describe(where, () => {
      let watched: Watched;

      before(async () => {
        watched = await open(options());
      });

      after(() => watched[Symbol.asyncDispose]());

      for (const [name, reach] of Object.entries(states))
        it(name, async () => {
          const { page } = watched;
          await page.unrouteAll();
          // Changing only the hash does not reload the page.
          await page.goto('about:blank');
          await reach(page, stage);
          await look(page);
        });
    });

  it('each page of the house passes axe through a cloud, in either theme', async () => {
    await using watched = await open(owner);
    const { page } = watched;
    await throughCloud('')(page, stage);
    await page.addScriptTag({ path: axe });
    const found: Record<string, readonly string[]> = {};
    for (const [name, hash] of pagesThroughCloud) {
      await goWithin(page, hash);
      const violations = await findInThemes(page);
      if (violations.length > 0) found[name] = violations;
    }
    assert.deepEqual(found, {});
  });

  it('the page passes axe while the bridge is offline, in either theme', async () => {
    await using watched = await open(owner);
    const pages = new Map<string, Page>();
    for (const [name, [reach]] of Object.entries(lossStates)) {
      const page = await watched.page.context().newPage();
      await reach(page, stage);
      pages.set(name, page);
    }
    await stage.bridge.kill();
    for (const [name, [, reach]] of Object.entries(lossStates)) {
      await reach(pages.get(name)!, stage);
      await look(pages.get(name)!);
    }
  });
});
