import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type CommandName, catalogue } from '@plenum/protocol/command';
import type { ComponentKind } from '@plenum/protocol/component';
import { type BridgeProcess, startBridge } from '@plenum/testbed/bridge';
import type { Page, Response } from 'playwright-core';
import { openAdvanced } from './advanced.fixture.ts';
import { openPage, type Watched } from './browser.fixture.ts';

/** The URL of the sheet of one component of each kind that accepts commands. */
const sheets: Readonly<Partial<Record<ComponentKind, string>>> = {
  unit: 'overview/unit/0',
  zone: 'overview/zone/0',
  schedule: 'schedules/schedule/0',
  split: 'overview/split/3',
  splitFavourite: 'schedules/splitFavourite/0',
  vrf: 'overview/vrf/1',
  irrigation: 'overview/irrigation/0',
  station: 'overview/station/0',
  program: 'schedules/program/0',
  power: 'overview/power/0',
};

const press = (page: Page, name: string | RegExp) =>
  page.getByRole('dialog').getByRole('button', { name }).first().click();
const turn = (page: Page, name: string) => page.getByRole('dialog').getByText(name, { exact: true }).click();

const changeDays = async (page: Page) => {
  await press(page, 'Sat');
};

/** The test steps for commands that have their own control on a sheet, instead of a form. */
const placed: Readonly<Partial<Record<CommandName, (page: Page) => Promise<void>>>> = {
  SchedZones: async (page) => {
    await press(page, 'Kitchen setpoint: more');
  },
  SchedSettings: changeDays,
  SchedEnable: (page) => turn(page, 'Run on schedule'),
  FavouriteSet: (page) => press(page, 'Start now'),
  SplitSystemScheduleEnable: (page) => turn(page, 'Run on schedule'),
  SplitSystemScheduleSettings: changeDays,
  SplitSystemChangeSplitFavourite: async (page) => {
    await turn(page, 'Workshop');
  },
  RetStRunTime: (page) => press(page, / minutes: more$/),
  RetRunProgram: async (page) => {
    await press(page, 'Water now');
    await page.getByRole('button', { name: 'Start', exact: true }).click();
  },
  RetProgram: changeDays,
  RetPrEnable: (page) => turn(page, 'Run on schedule'),
  ChannelName: async (page) => {
    const meter = page.getByRole('dialog').getByRole('region', { name: 'Meter box' });
    await meter.getByLabel(/^Channel 3, /).fill('Fridge');
    await meter.getByRole('button', { name: 'Rename' }).nth(2).click();
  },
};

/** The label of a form's button: with fields, and without. */
const does = /^(Apply|Run)$/;

/** Returns a predicate for the response to a command. */
const isAnswerTo = (name: string) => (response: Response) =>
  Object.hasOwn(JSON.parse(response.request().postData() ?? '{}'), name);

describe('every command of interface 4.4', () => {
  const stack = new AsyncDisposableStack();
  let bridge: BridgeProcess;
  let watched: Watched;

  before(async () => {
    bridge = stack.use(await startBridge());
    watched = stack.use(await openPage(bridge.url));
  });

  after(() => stack.disposeAsync());

  const shown = [...catalogue.values()].filter(({ section }) => section.startsWith('4.4 '));
  /** Sends a command; resolves once it was accepted. */
  const give = async (name: string, act: () => Promise<void>) => {
    const [answer] = await Promise.all([watched.page.waitForResponse(isAnswerTo(name)), act()]);
    assert.equal(await answer.text(), 'OK');
  };

  for (const { name, component } of shown)
    it(`sends a command from the setup page: ${name}`, async () => {
      // The first unit of the VRF system is the ducted one, which accepts no fan-coil commands.
      const form = await openAdvanced(watched.page, bridge.url, name, component === 'vrf' ? 1 : 0);
      await form.getByText(name, { exact: true }).waitFor();
      await give(name, () => form.getByRole('button', { name: does }).click());
    });

  for (const [kind, sheet] of Object.entries(sheets))
    it(`shows controls instead of commands on the sheet of a component: ${kind}`, async () => {
      const { page } = watched;
      await page.goto(`${bridge.url}/#/${sheet}`);
      const dialog = page.getByRole('dialog');
      await dialog.waitFor();
      for (const { name, component } of shown) {
        const act = component === kind ? placed[name as CommandName] : undefined;
        if (act !== undefined) await give(name, () => act(page));
      }
      const text = (await dialog.textContent()) ?? '';
      for (const { name, summary } of shown.filter(({ component }) => component === kind)) {
        assert.ok(!text.includes(summary), summary);
        assert.ok(name.length < 7 || !text.includes(name), name);
      }
      assert.doesNotMatch(text, /spelled|\d bytes|; \d+ = /);
    });

  it('the page logged no errors while every command was sent', () =>
    assert.deepEqual(watched.complaints, []));
});
