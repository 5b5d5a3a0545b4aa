import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type BridgeProcess, readUnit, readZone, startBridge } from '@plenum/testbed/bridge';
import type { Page } from 'playwright-core';
import { openPage, until, type Watched } from './browser.fixture.ts';

const ac = '/HvacCommandV2';

describe('everyday control of a house', () => {
  const stack = new AsyncDisposableStack();
  let bridge: BridgeProcess;
  let watched: Watched;
  let page: Page;

  before(async () => {
    bridge = stack.use(await startBridge());
    watched = stack.use(await openPage(bridge.url));
    page = watched.page;
    await page.getByText('Live', { exact: true }).waitFor();
  });
  after(() => stack.disposeAsync());

  const zone = (No: number) => readZone(bridge.url, No);
  const unit = () => readUnit(bridge.url);
  const press = (name: string | RegExp, within: Pick<Page, 'getByRole'> = page) =>
    within
      .getByRole('button', { name, exact: typeof name === 'string' })
      .first()
      .click();
  /** Returns the settings of unit, zones, splits and fan-coils that a change to several rooms may affect. */
  const settings = async () => {
    const { SysOn, SysMode, SysFan, Setpoint, SleepTimer } = await unit();
    const zones = await Promise.all([0, 1, 2, 3, 4, 5, 6].map(zone));
    const events = await fetch(`${bridge.url}/events`);
    const reader = events.body!.getReader();
    let text = '';
    while (!text.includes('\n\n')) text += new TextDecoder().decode((await reader.read()).value);
    await reader.cancel();
    const { components } = JSON.parse(/data: (.*)/.exec(text)![1]!) as {
      components: { kind: string; index: number; datagram: Record<string, number> }[];
    };
    const units = components
      .filter(({ kind }) => kind === 'split' || kind === 'vrf')
      .map(({ kind, index, datagram: { On, Mode, Fan, Setpoint: target, Sp } }) =>
        [kind, index, On, Mode, Fan, target ?? Sp].join(' '),
      );
    return {
      unit: { SysOn, SysMode, SysFan, Setpoint, SleepTimer },
      zones: zones.map(({ Mode, Setpoint: target }) => [Mode, target]),
      units,
    };
  };
  const undone = async (before: object) => {
    await press('Undo');
    await page.getByText('Restored.').waitFor();
    await until(settings, before as Awaited<ReturnType<typeof settings>>);
  };

  it('offers to switch on if a setpoint is changed while the unit is off, but not while on', async () => {
    await page.goto(`${bridge.url}/#/overview`);
    const offer = page.getByRole('alert').getByRole('button', { name: 'Switch on' });
    await bridge.post(ac, { SysOn: 0 });
    await page.getByRole('button', { name: 'Air conditioner: Off' }).waitFor();
    const { Setpoint } = await zone(1);
    await press('Kitchen setpoint: less');
    await page.getByText('The air conditioner is off').waitFor();
    assert.equal((await unit()).SysOn, 0, 'nothing is switched on unasked');
    await offer.click();
    await until(async () => (await unit()).SysOn, 1);
    assert.equal((await zone(1)).Setpoint, Setpoint! - 50);
    await page.getByRole('button', { name: 'Air conditioner: On' }).waitFor();
    await press('Kitchen setpoint: more');
    await until(async () => (await zone(1)).Setpoint, Setpoint);
    assert.equal(await offer.count(), 0);

    // A split has its own switch.
    await bridge.post('/SplitSystemCommand', { SplitSystemZoneOn: { Index: 0, On: 0 } });
    await page.goto(`${bridge.url}/#/overview/split/0`);
    const sheet = page.getByRole('dialog');
    const name = (await sheet.getByRole('heading', { level: 2 }).first().textContent())!;
    const isOn = () => sheet.getByRole('switch', { name: 'On' }).isChecked();
    await until(isOn, false);
    await sheet.getByRole('button', { name: 'Setpoint: more' }).click();
    await page.getByText(`${name} is off`).waitFor();
    await offer.click();
    await until(isOn, true);
    await bridge.post(ac, { SysOn: 0 });
    await bridge.post('/SplitSystemCommand', { SplitSystemZoneOn: { Index: 0, On: 0 } });
  });

  it('sets a closed room to Auto and switches on with one press after a setpoint', async () => {
    await bridge.post(ac, { SysOn: 0 });
    await bridge.post(ac, { ZoneMode: { Index: 2, Mode: 2 } });
    await page.goto(`${bridge.url}/#/overview`);
    await page.getByRole('button', { name: 'Air conditioner: Off' }).waitFor();
    const room = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Lounge' }) });
    await room.getByText('Closed').first().waitFor();
    const offer = page.getByRole('alert');
    await press('Lounge setpoint: less');
    await offer.getByText('Lounge is closed', { exact: true }).waitFor();
    await offer.getByRole('button', { name: 'Set it to Auto and switch on' }).click();
    await until(async () => [(await zone(2)).Mode, (await unit()).SysOn], [3, 1]);
    await page.getByRole('button', { name: 'Air conditioner: On' }).waitFor();

    // While the unit is on, only the room is in the way.
    await bridge.post(ac, { ZoneMode: { Index: 2, Mode: 2 } });
    await room.getByText('Closed').first().waitFor();
    await press('Lounge setpoint: more');
    await offer.getByRole('button', { name: 'Set it to Auto', exact: true }).click();
    await until(async () => (await zone(2)).Mode, 3);
    await bridge.post(ac, { SysOn: 0 });
  });

  it('changes the setpoint, mode, airflow limits and name of a room immediately from its sheet', async () => {
    await page.goto(`${bridge.url}/#/overview/zone/1`);
    const sheet = page.getByRole('dialog', { name: 'Kitchen' });
    const controls = sheet.getByRole('region', { name: 'Controls' });
    const { Setpoint, MaxAir } = await zone(1);
    await press('Setpoint: more', sheet);
    await until(async () => (await zone(1)).Setpoint, Setpoint! + 50);
    await press('Maximum airflow: less', sheet);
    await until(async () => (await zone(1)).MaxAir, MaxAir! - 5);
    await controls.getByRole('radio', { name: 'Open' }).click();
    await until(async () => (await zone(1)).Mode, 1);
    const name = page.getByRole('region', { name: 'Controls' }).getByLabel('Name', { exact: true });
    await name.fill('Cuisine');
    await name.press('Escape');
    assert.equal(await name.inputValue(), 'Kitchen');
    await name.fill('A name that is too long');
    await name.press('Enter');
    await sheet.getByText('at most 15').waitFor();
    await name.fill('Galley');
    await name.press('Enter');
    await page.getByRole('dialog', { name: 'Galley' }).waitFor();
    await name.fill('Kitchen');
    await name.blur();
    await sheet.waitFor();
    await controls.getByRole('radio', { name: 'Auto' }).click();
    await until(async () => (await zone(1)).Mode, 3);
    assert.equal(await sheet.getByText('ZoneMode').count(), 0);
  });

  it('sets a split and a fan-coil on their sheets', async () => {
    await page.goto(`${bridge.url}/#/overview/split/3`);
    const sheet = page.getByRole('dialog').getByRole('region', { name: 'Controls' });
    const sent = (name: string) =>
      page.waitForResponse((answer) => (answer.request().postData() ?? '').includes(name));
    for (const [name, act] of [
      ['SplitSystemZoneOn', () => sheet.getByText('On', { exact: true }).click()],
      ['SplitSystemZoneSetpoint', () => press('Setpoint: more', sheet)],
      [
        'SplitSystemZoneFan',
        () =>
          sheet
            .getByRole('radiogroup', { name: 'Fan' })
            .getByRole('radio', { checked: false })
            .first()
            .click(),
      ],
    ] as const) {
      const [answer] = await Promise.all([sent(name), act()]);
      assert.equal(await answer.text(), 'OK', name);
    }
    await page.goto(`${bridge.url}/#/overview/vrf/2`);
    await page.getByRole('dialog', { name: 'Treatment 1' }).waitFor();
    // The outdoor unit is cooling, so heating would be refused and is not offered.
    for (const Index of [1, 2]) {
      const isDone = [
        await bridge.post('/VrfControlCommand', { VrfSystemZoneMode: { Index, Mode: 1 } }),
        await bridge.post('/VrfControlCommand', { VrfSystemZoneOn: { Index, On: 1 } }),
      ];
      assert.deepEqual(isDone, ['OK', 'OK']);
    }
    await sheet.getByRole('radio', { name: 'Heat' }).waitFor({ state: 'detached' });
    // A fan-coil accepts only whole degrees Celsius.
    for (const key of ['ArrowUp', 'ArrowDown']) {
      const step = sheet.getByRole('spinbutton', { name: 'Setpoint' }).press(key);
      const [taken] = await Promise.all([sent('VrfSystemZoneSetpoint'), step]);
      assert.equal(await taken.text(), 'OK', key);
    }
    const timer = sheet.getByLabel('Sleep timer');
    const [answer] = await Promise.all([sent('VrfSystemZoneSleepTimer'), timer.selectOption({ index: 2 })]);
    assert.equal(await answer.text(), 'OK');
    await timer.selectOption({ index: 0 });
  });

  it('no longer offers a mode that the unit has refused', async () => {
    await page.goto(`${bridge.url}/#/overview`);
    const mode = page.getByRole('radiogroup', { name: 'Mode', exact: true });
    await page.route('**/HvacCommandV2', (route) =>
      route.fulfill({
        status: 409,
        contentType: 'application/vnd.plenum.refusal+json',
        body: JSON.stringify({
          code: 'not-available',
          path: ['SysMode'],
          input: 4,
          facts: {
            what: 'unit-mode',
            unitMode: 'dry',
            reason: 'unit-has-modes',
            unitModes: ['cool', 'heat'],
          },
          sentence: 'Mode dry is not available: this unit has cool, heat.',
        }),
      }),
    );
    await mode.getByRole('radio', { name: 'Dry' }).click();
    await page.getByText('Mode dry is not available').waitFor();
    await mode.getByRole('radio', { name: 'Dry' }).waitFor({ state: 'detached' });
    await page.unroute('**/HvacCommandV2');
    await press('Dismiss');
  });

  /**
   * Waits until the page shows the current state of the house, because it can restore only values that it has received.
   */
  const catchUp = async () => {
    await page.reload();
    await page.getByText('Live', { exact: true }).waitFor();
  };

  it('sets all rooms to 21° in two clicks, sets only some rooms, and restores each room', async () => {
    await bridge.post(ac, { SysOn: 1 });
    for (const [Index, Setpoint] of [1950, 2300, 2450].entries())
      await bridge.post(ac, { ZoneSetpoint: { Index, Setpoint } });
    const before = await settings();
    await catchUp();
    await press('All rooms');
    const dialog = page.getByRole('dialog', { name: 'All rooms' });
    await press('21°', dialog);
    await page.getByText('All rooms are set to 21°.').waitFor();
    const targets = async () => (await Promise.all([0, 1, 2].map(zone))).map(({ Setpoint }) => Setpoint);
    await until(targets, [2100, 2100, 2100]);
    await undone(before);

    await catchUp();
    await press('All rooms');
    await press('Select none', dialog);
    await dialog.getByText('Kitchen', { exact: true }).click();
    await press('Another setpoint: more', dialog);
    await press('Set to 21.5°', dialog);
    await page.getByText('One room is set to 21.5°.').waitFor();
    await until(targets, [1950, 2150, 2450]);
    await undone(before);

    // Fan-coils accept whole degrees.
    await catchUp();
    await press('All rooms');
    await press('Another setpoint: more', dialog);
    await press('Set to 21.5°', dialog);
    const said = page.getByText(/^All rooms are set to 21\.5°\. \d+ rooms: 22°, the nearest possible\.$/);
    const [count] = /\d+(?= rooms:)/.exec((await said.textContent())!)!;
    await until(targets, [2150, 2150, 2150]);
    const atTwentyTwo = async () =>
      (await settings()).units.filter((each) => /^vrf [1-9].* 2200$/.test(each)).length;
    await until(atTwentyTwo, Number(count));
    await undone(before);
  });

  it('opens closed rooms and switches the unit on with all rooms only if a person chooses that', async () => {
    await bridge.post(ac, { SysOn: 0 });
    await bridge.post(ac, { ZoneMode: { Index: 1, Mode: 2 } });
    const before = await settings();
    const dialog = page.getByRole('dialog', { name: 'All rooms' });
    const [open, start] = [/^Set the .*closed rooms? to Auto: .*Kitchen/, 'Switch the air conditioner on'];
    for (const [chosen, expected] of [
      [[], [0, 2, 2100]],
      [[open], [0, 3, 2100]],
      [[start], [1, 2, 2100]],
      [
        [open, start],
        [1, 3, 2100],
      ],
    ] as const) {
      await catchUp();
      await press('All rooms');
      for (const name of chosen)
        await dialog
          .locator('label.toggle')
          .filter({ has: page.getByRole('switch', { name }) })
          .click();
      await press('21°', dialog);
      const state = async () => [(await unit()).SysOn, (await zone(1)).Mode, (await zone(1)).Setpoint];
      await until(state, [...expected]);
      await undone(before);
    }
    await bridge.post(ac, { SysOn: 1 });
    await bridge.post(ac, { ZoneMode: { Index: 1, Mode: 3 } });
    await catchUp();
    await press('All rooms');
    assert.equal(await dialog.getByRole('switch', { name: start }).count(), 0);
    await press('Cancel', dialog);
  });

  it('switches everything off in one click, and restores everything that ran', async () => {
    await bridge.post('/SplitSystemCommand', { SplitSystemZoneOn: { Index: 3, On: 1 } });
    await bridge.post(ac, { SysSleepTimer: 60 });
    const before = await settings();
    await catchUp();
    await press('All off');
    await until(async () => {
      const { unit: ducted, units } = await settings();
      return ducted.SysOn === 0 && units.every((each) => each.split(' ')[2] === '0');
    }, true);
    await undone(before);
  });

  it('shows the active favourite, and restores the settings from before the favourite', async () => {
    const before = await settings();
    await catchUp();
    await press(/^Fresh air/);
    await page.getByText('Fresh air has started.').waitFor();
    await until(async () => (await unit()).SysMode, 3);
    await page.getByRole('button', { name: /^Fresh air.*Active/ }).waitFor();
    await undone(before);
    await page.getByRole('button', { name: /^Fresh air.*Active/ }).waitFor({ state: 'detached' });
  });

  it('changes the mode of the unit, and undoes it', async () => {
    const before = await settings();
    await catchUp();
    const mode = page.getByRole('radiogroup', { name: 'Mode', exact: true });
    await mode.getByRole('radio', { name: 'Heat' }).click();
    await until(async () => (await unit()).SysMode, 2);
    await undone(before);
  });

  it('the setpoint of the first room is at most ten Tabs away', async () => {
    await page.reload();
    await page.getByText('Live', { exact: true }).waitFor();
    let stops = 0;
    const focused = () =>
      page.evaluate(
        () => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent,
      );
    for (; stops < 10 && (await focused()) !== 'Family room setpoint'; stops++) {
      await page.keyboard.press('Tab');
      if ((await focused()) === 'Skip to the rooms') await page.keyboard.press('Enter');
    }
    assert.equal(await focused(), 'Family room setpoint');
    assert.ok(stops <= 10, `${stops} stops`);
  });

  it('steps in whole degrees Fahrenheit, and shows the requested degrees', async () => {
    await bridge.post(ac, { ZoneSetpoint: { Index: 0, Setpoint: 2000 } });
    await press('°C, change the scale');
    const setpoint = page.getByRole('spinbutton', { name: 'Family room setpoint' });
    await until(() => setpoint.textContent(), '68°');
    await setpoint.focus();
    for (const [degrees, wire] of [
      ['69°', 2050],
      ['70°', 2100],
      ['71°', 2150],
      ['72°', 2200],
      ['73°', 2300],
    ] as const) {
      await page.keyboard.press('ArrowUp');
      await until(async () => (await zone(0)).Setpoint, wire);
      assert.equal(await setpoint.textContent(), degrees);
    }
    // The setpoint is changed elsewhere to a value that is not a whole degree.
    await bridge.post(ac, { ZoneSetpoint: { Index: 0, Setpoint: 2250 } });
    await until(() => setpoint.textContent(), '72.5°');
    await press('°F, change the scale');
  });

  const favourite = async (No: number) => {
    const answer = await bridge.query('/HvacRequestV2', { HvacV2Request: { Type: 3, No, No1: 0 } });
    return answer.SchedulesV2 as Record<string, unknown> & { DaysEnabled: Record<string, number> };
  };
  const times = async (No: number) => {
    const { StartH, StartM, StopH, StopM } = await favourite(No);
    return [StartH, StartM, StopH, StopM].join(' ');
  };

  it('saves edits automatically, even if Escape closes the sheet right afterwards', async () => {
    await page.goto(`${bridge.url}/#/schedules/schedule/0`);
    const sheet = page.getByRole('dialog', { name: 'Wake up' });
    const start = sheet.getByLabel('Start, empty for none', { exact: true });
    await start.fill('05:40');
    await start.press('Enter');
    await until(() => times(0), '5 40 8 30');
    // The end is changed elsewhere while the start is being typed.
    const stop = sheet.getByLabel('Stop, empty for none', { exact: true }).first();
    const { DaysEnabled } = await favourite(0);
    const end = (StopH: number, StopM: number) =>
      bridge.post(ac, { SchedSettings: { Index: 0, StartH: 5, StartM: 40, StopH, StopM, DaysEnabled } });
    await start.fill('05:50');
    await end(9, 15);
    await until(() => stop.inputValue(), '09:15');
    assert.equal(await start.inputValue(), '05:50');
    await start.press('Enter');
    await until(() => times(0), '5 50 9 15');
    await end(8, 30);
    await until(() => stop.inputValue(), '08:30');
    await sheet.getByRole('button', { name: 'Sun', exact: true }).click();
    await page.keyboard.press('Escape');
    await sheet.waitFor({ state: 'detached' });
    await until(async () => (await favourite(0)).DaysEnabled.Su, 1);
    await page.getByRole('button', { name: /^Wake up 05:40/ }).waitFor();
  });

  it('moves a block by pointer or keyboard on all its days, and undoes the move', async () => {
    const block = page.getByRole('button', { name: /^Wake up, Tue 05:40 to 08:30/ });
    const box = (await block.boundingBox())!;
    const lane = (await block.locator('..').boundingBox())!;
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + lane.width / 24, y, { steps: 4 });
    await page.mouse.up();
    await until(() => times(0), '6 40 9 30');
    assert.equal(await page.getByRole('dialog').count(), 0, 'a drag does not open the editor');
    await press('Undo');
    await until(() => times(0), '5 40 8 30');
    await block.focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Shift+ArrowRight');
    await until(() => times(0), '5 55 9 0');
    await page.getByRole('button', { name: /^Wake up, Thu 05:55 to 09:00/ }).focus();
    await page.keyboard.press('ArrowRight');
    const week = await page.evaluate(() => {
      const { hash } = window.location;
      window.location.hash = '#/overview';
      return hash;
    });
    await until(() => times(0), '6 10 9 15');
    await page.goto(`${bridge.url}/${week}`);
    await page.getByRole('button', { name: /^Wake up, Thu 06:10 to 09:15/ }).click();
    await page.getByRole('dialog', { name: 'Wake up' }).waitFor();
  });

  it('skips a favourite once and changes it on one Saturday, without its weekly times', async () => {
    const sheet = page.getByRole('dialog', { name: 'Wake up' });
    const before = await favourite(0);
    const kept = async () => {
      const answer = await fetch(`${bridge.url}/favourites/exceptions`);
      const { exceptions } = (await answer.json()) as { exceptions: { date: string; start?: string }[] };
      return exceptions.map(({ date, start }) => [date, start]);
    };
    await press(/^Skip /, sheet);
    await sheet.getByText(/^Skipped on/).waitFor();
    const [skipped] = await kept();
    await press(/^Undo/, sheet);
    await until(kept, []);
    await sheet.getByText('Other times on one date').click();
    const saturday = new Date(Date.parse(`${skipped![0]}T00:00Z`) + 7 * 86_400_000);
    saturday.setUTCDate(saturday.getUTCDate() + ((6 - saturday.getUTCDay() + 7) % 7));
    const date = saturday.toISOString().slice(0, 10);
    await sheet.getByLabel('Date', { exact: true }).fill(date);
    await sheet.getByLabel('Start on that date').fill('09:00');
    await sheet.getByLabel('Stop, empty for none').last().fill('11:00');
    await press('Set this date', sheet);
    await sheet.getByText(/^Sat .*09:00–11:00$/).waitFor();
    assert.deepEqual(await kept(), [[date, '09:00']]);
    assert.deepEqual(await favourite(0), before);
  });

  it('copies a favourite for the days on which it does not run', async () => {
    await bridge.post(ac, { SchedName: { Index: 8, Name: '' } });
    const sheet = page.getByRole('dialog', { name: 'Wake up' });
    await press('Copy to the other days', sheet);
    await page.getByRole('dialog', { name: 'Wake up 2' }).waitFor();
    const [of, copy] = [await favourite(0), await favourite(8)];
    assert.equal(await times(8), await times(0));
    assert.deepEqual(copy.Zones, of.Zones);
    for (const [day, on] of Object.entries(of.DaysEnabled)) assert.equal(copy.DaysEnabled[day], 1 - on, day);
    await page.goto(`${bridge.url}/#/overview`);
  });

  it('the page logged no errors while people controlled the house', () =>
    assert.deepEqual(watched.complaints, []));

  for (const [locale, clock, date, temperature] of [
    ['en-US', /\d{1,2}:\d\d\s[AP]M/, /(Sun|Mon|Tue|Wed|Thu|Fri|Sat), [A-Z][a-z]+ \d/, /\d\d\.\d/],
    ['de-DE', /\b\d\d:\d\d\b/, /(So|Mo|Di|Mi|Do|Fr|Sa)\., \d{1,2}\. /, /\d\d,\d/],
  ] as const)
    it(`formats times, dates and numbers for a reader of ${locale}`, async () => {
      await using other = await openPage(bridge.url, { locale });
      const text = async (selector: string) =>
        (await other.page.locator(selector).first().textContent()) ?? '';
      await other.page.locator('.house-clock', { hasText: /\d/ }).waitFor();
      assert.match(await text('.house-clock'), clock);
      assert.match(await text('.house-clock'), date);
      assert.match(await text('.zone__temperature'), temperature);
      await other.page.goto(`${bridge.url}/#/schedules`);
      await other.page.locator('.plan__row').first().waitFor();
      assert.match(await text('.plan__note'), clock);
      assert.deepEqual(other.complaints, []);
    });
});
