import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type BridgeProcess, startBridge } from '@plenum/testbed/bridge';
import type { Page } from 'playwright-core';
import { openPage, until, type Watched } from './browser.fixture.ts';

const ac = '/HvacCommandV2';
const hour = 3_600;

/** The simulation starts on Wednesday 18 November 2026 at 09:00. */
describe('a favourite with an exception on one date', () => {
  const stack = new AsyncDisposableStack();
  let bridge: BridgeProcess;
  let watched: Watched;
  let page: Page;

  before(async () => {
    bridge = stack.use(await startBridge());
    for (let Index = 0; Index < 9; Index++) await bridge.post(ac, { SchedEnable: { Index, Enabled: 0 } });
    const DaysEnabled = { M: 1, Tu: 1, W: 1, Th: 1, F: 1, Sa: 0, Su: 0 };
    const week = { Index: 0, StartH: 15, StartM: 30, StopH: 18, StopM: 0, DaysEnabled };
    assert.equal(await bridge.post(ac, { SchedSettings: week }), 'OK');
    assert.equal(await bridge.post(ac, { SchedEnable: { Index: 0, Enabled: 1 } }), 'OK');
    assert.equal(await bridge.post(ac, { SysOn: 0 }), 'OK');
    watched = stack.use(await openPage(bridge.url));
    page = watched.page;
    await page.getByText('Live', { exact: true }).waitFor();
  });
  after(() => stack.disposeAsync());

  const show = async (where: string) => {
    await page.goto(`${bridge.url}/#/${where}`);
    await page.reload();
    await page.getByText('Live', { exact: true }).waitFor();
  };
  const scene = () => page.locator('.scene', { hasText: 'Wake up' }).locator('.scene__next');
  const next = async () => {
    const { steps } = (await (await fetch(`${bridge.url}/explain?component=unit`)).json()) as {
      steps: { code: string; sentence: string }[];
    };
    return steps.find(({ code }) => code.startsWith('next'))!.sentence;
  };
  const blocks = async () => {
    const names = await page
      .getByRole('group', { name: /Ducted/ })
      .getByRole('button', { name: /^Wake up/ })
      .evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')!));
    return names.filter((name) => name.includes('date'));
  };
  const row = () => page.getByRole('button', { name: /^Wake up 15:30/ });
  const week = async () => {
    const body = JSON.stringify({ HvacV2Request: { Type: 3, No: 0, No1: 0 } });
    const answer = await fetch(`${bridge.url}/HvacRequestV2`, { method: 'POST', body });
    const { StartH, StartM, Enabled } = (await answer.json()).SchedulesV2;
    return [Enabled, StartH, StartM];
  };

  it('shows a favourite’s exceptional times in advance, in the calendar and in "Why?"', async () => {
    await show('schedules/schedule/0');
    const sheet = page.getByRole('dialog', { name: 'Wake up' });
    await sheet.getByText('Other times on one date').click();
    await sheet.getByLabel('Start on that date').fill('16:00');
    await sheet.getByRole('button', { name: 'Set this date' }).click();
    await sheet.getByText(/^Wed 18 Nov 16:00–18:00/).waitFor();
    assert.equal(await sheet.getByLabel('Start, empty for none').first().inputValue(), '15:30');
    await page.keyboard.press('Escape');
    await row().getByText('Wed 18 Nov 16:00–18:00').waitFor();
    assert.equal(await row().getAttribute('data-off'), null);
    await until(blocks, [
      'Wake up, Wed 18 Nov 15:30 to 18:00, skipped on that date; edit',
      'Wake up, Wed 18 Nov 16:00 to 18:00, on that date only; edit',
    ]);
    await show('overview');
    await until(() => scene().textContent(), 'Auto · Today 16:00 · on that date only');
    assert.match(await next(), /starts \(Wednesday 18 November at 16:00\)/);
    assert.deepEqual(await week(), [1, 15, 30]);
  });

  it('keeps a favourite active until its exceptional stop, and weekly from the next day', async () => {
    await bridge.post('/simulation/ClockStep', 7.5 * hour);
    await show('overview');
    await until(async () => (await scene().textContent())!.startsWith('Active until 18:00'), true);
    assert.match(await next(), /stops \(Wednesday 18 November at 18:00\)/);
    assert.deepEqual(await week(), [1, 15, 30]);
    await bridge.post('/simulation/ClockStep', 17.5 * hour);
    await show('overview');
    await until(() => scene().textContent(), 'Auto · Today 15:30');
    assert.match(await next(), /starts \(Thursday 19 November at 15:30\)/);
    await show('schedules');
    await row().waitFor();
    assert.deepEqual(await blocks(), []);
    assert.deepEqual(await week(), [1, 15, 30]);
  });

  it('does not change the week of a favourite that is skipped today', async () => {
    await show('schedules/schedule/0');
    const sheet = page.getByRole('dialog', { name: 'Wake up' });
    await sheet.getByRole('button', { name: 'Skip Thu 19 Nov' }).click();
    await sheet.getByText('Skipped on Thu 19 Nov').waitFor();
    assert.equal(await sheet.getByRole('switch', { name: 'Run on schedule' }).isChecked(), true);
    await page.keyboard.press('Escape');
    await row().getByText('15:30–18:00 · Skipped on Thu 19 Nov').waitFor();
    assert.equal(await row().getAttribute('data-off'), null);
    await until(blocks, ['Wake up, Thu 19 Nov 15:30 to 18:00, skipped on that date; edit']);
    await show('overview');
    await until(() => scene().textContent(), 'Auto · Tomorrow 15:30 · Skipped on Thu 19 Nov');
    assert.match(await next(), /starts \(Friday 20 November at 15:30\)/);
    assert.deepEqual(await week(), [1, 15, 30]);
  });

  it('lets a holiday replace a favourite until the date of return, and undoes the holiday', async () => {
    await show('schedules');
    const holiday = page.getByRole('region', { name: 'Holiday' });
    await holiday.getByLabel('First day away').fill('2026-11-20');
    await holiday.getByLabel('Date of return').fill('2026-12-01');
    await holiday.getByRole('button', { name: 'Set the holiday' }).click();
    await holiday.getByText('Away from Fri 20 Nov, back on Tue 1 Dec').waitFor();
    await until(blocks, [
      'Wake up, Mon 23 Nov 15:30 to 18:00, skipped on that date; edit',
      'Wake up, Tue 24 Nov 15:30 to 18:00, skipped on that date; edit',
      'Wake up, Wed 25 Nov 15:30 to 18:00, skipped on that date; edit',
      'Wake up, Thu 19 Nov 15:30 to 18:00, skipped on that date; edit',
      'Wake up, Fri 20 Nov 15:30 to 18:00, skipped on that date; edit',
    ]);
    assert.equal(await page.getByText(/off · Away/).count(), 0, 'one that is off has no holiday');
    await show('overview');
    await until(() => scene().textContent(), 'Auto · Tue 1 Dec 15:30 · Skipped on Thu 19 Nov');
    assert.match(await next(), /starts \(Tuesday 1 December at 15:30\)/);
    await show('schedules');
    await holiday.getByRole('button', { name: 'Undo Fri 20 Nov' }).click();
    await holiday.getByText(/^Away/).waitFor({ state: 'detached' });
  });

  it('the page logged no errors while exceptions were set', () => assert.deepEqual(watched.complaints, []));
});
