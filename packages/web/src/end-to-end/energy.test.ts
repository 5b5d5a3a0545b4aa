import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type BridgeProcess, startBridge } from '@plenum/testbed/bridge';
import type { Page } from 'playwright-core';
import { axe, findInThemes } from './axe.fixture.ts';
import { instantOf, openPage, settle, textOf, until } from './browser.fixture.ts';
import { prepare } from './prepare.fixture.ts';

const minute = 60_000;
const hour = 60 * minute;

describe('the energy page', () => {
  const stack = new AsyncDisposableStack();
  let bridge: BridgeProcess;

  before(async () => {
    bridge = stack.use(await startBridge());
    await prepare(bridge, 3);
    await bridge.post('/simulation/ClockPause', 1);
  });

  after(() => stack.disposeAsync());

  interface Truth {
    readonly used: number;
    readonly solar: number;
    readonly bought: number;
    readonly sold: number;
    readonly cost: number;
  }

  /**
   * Calculates the cost of the same day independently: from the recorded readings, each at the price of its minute.
   */
  const fromReadings = async (
    from: number,
    priceAt: (hours: number) => number,
    feedIn: number,
    length = 24 * hour,
  ): Promise<Truth> => {
    const truth = { used: 0, solar: 0, bought: 0, sold: 0, cost: 0 };
    const names = ['power.0.0.Pwr', 'power.0.1.Pwr'];
    // Before the bridge started, its house was recorded every five minutes: a reading holds until the next.
    let [total, solarNow] = [0, 0];
    for (let start = from; start < from + length; start += 12 * hour) {
      const to = Math.min(start + 12 * hour, from + length);
      const query = `series=${names}&from=${start}&to=${to}&points=${Math.ceil((to - start) / minute)}`;
      const { series, step } = await (await fetch(`${bridge.url}/history?${query}`)).json();
      assert.equal(step, minute);
      for (const [place, read] of series[names[0]!].entries()) {
        [total, solarNow] = [read ?? total, series[names[1]!][place] ?? solarNow];
        const [used, solar] = [total / 60_000, solarNow / 60_000];
        const [bought, sold] = [Math.max(0, used - solar), Math.max(0, solar - used)];
        truth.used += used;
        truth.solar += solar;
        truth.bought += bought;
        truth.sold += sold;
        truth.cost += bought * priceAt((start - from + place * minute) / hour) - sold * feedIn;
      }
    }
    return truth;
  };

  const openYesterday = async () => {
    const watched = await openPage(`${bridge.url}/#/energy`);
    const { page } = watched;
    await settle(page);
    await page.getByRole('radio', { name: 'Day' }).click();
    await page.getByRole('button', { name: 'Earlier: the day before' }).click();
    await page.locator('.energy-bars__one').nth(23).waitFor();
    await until(() => csvOf(page).then(({ rows }) => rows.length), 24);
    return watched;
  };
  const csvOf = async (page: Page) => {
    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: 'CSV' }).click();
    const [head = '', ...rows] = (await textOf(await downloading)).trim().split('\r\n');
    return { head: head.split(','), rows: rows.map((row) => row.split(',')) };
  };
  const totals = async (page: Page) => {
    const texts = await page
      .locator('.energy-total')
      .evaluateAll((all) =>
        all.map((one) => [
          one.querySelector('dt')!.textContent,
          one.querySelector('.energy-total__value')!.textContent,
        ]),
      );
    return Object.fromEntries(
      texts.map(([name, value]) => [name, Number(value!.replaceAll(/[^\d.-]/g, '') || Number.NaN)]),
    );
  };
  const near = (actual: number | undefined, expected: number, what: string) =>
    assert.ok(
      Math.abs(actual! - expected) <= 0.001 * Math.abs(expected) + 0.051,
      `${what}: ${actual} instead of ${expected}`,
    );

  it('refuses invalid prices with a sentence, and saves valid ones', async () => {
    await using watched = await openPage(`${bridge.url}/#/energy`);
    const { page } = watched;
    await settle(page);
    await page.getByText('Not set yet: costs use the single price').waitFor();
    assert.equal(await page.getByLabel('Currency', { exact: true }).inputValue(), 'AUD', 'of the time zone');
    await page.getByText('No price is set for sold energy, so it counts as 0.').waitFor();
    const fill = (label: string, value: string) => page.getByLabel(label, { exact: true }).fill(value);
    await fill('Currency', 'aud');
    await fill('Paid per kWh sold', '0,05');
    await fill('Per kWh, price 1', '0.25');
    await page.getByRole('button', { name: 'Add a time of day' }).click();
    await fill('From, price 2', '15:10');
    await fill('Per kWh, price 2', '0.48');
    await page.getByRole('button', { name: 'Save prices' }).click();
    await page.getByText('"15:10" is not a time at a full quarter of an hour, such as 07:00').waitFor();
    await fill('From, price 2', '15:00');
    await page.getByRole('button', { name: 'Save prices' }).click();
    await page.getByText('Saved.').waitFor();
    assert.deepEqual(await (await fetch(`${bridge.url}/energy/tariff`)).json(), {
      tariff: {
        currency: 'AUD',
        prices: [
          { from: '00:00', price: 0.25 },
          { from: '15:00', price: 0.48 },
        ],
        feedIn: 0.05,
      },
      isSet: true,
    });
    // The form keeps text that was typed while the bridge responds, and does not report it as saved.
    let answer = () => {};
    const isTyped = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route('**/energy/tariff', async (route) => {
      if (route.request().method() === 'POST') await isTyped;
      await route.continue();
    });
    await fill('Paid per kWh sold', '0.05');
    const saving = page.waitForRequest((request) => request.method() === 'POST');
    await page.getByRole('button', { name: 'Save prices' }).click();
    await saving;
    await fill('Per kWh, price 2', '0.49');
    const read = page.waitForResponse((response) => response.request().method() === 'GET');
    answer();
    await read;
    await settle(page);
    assert.equal(await page.getByLabel('Per kWh, price 2', { exact: true }).inputValue(), '0.49');
    assert.equal(await page.getByText('Saved.').count(), 0);
    assert.deepEqual(watched.complaints, []);
  });

  it('the names under the energy bars do not overlap on a narrow phone', async () => {
    await using watched = await openYesterday();
    const { page } = watched;
    await page.setViewportSize({ width: 360, height: 780 });
    const findSmallestGap = () =>
      page.locator('.energy-bars__name').evaluateAll((all) => {
        const sides = all
          .filter((name) => name.textContent !== '' && name.checkVisibility())
          .map((name) => {
            const text = document.createRange();
            text.selectNodeContents(name);
            return text.getBoundingClientRect();
          });
        return Math.min(...sides.slice(1).map(({ left }, place) => left - sides[place]!.right));
      });
    for (const [kind, bars] of [
      ['Day', 24],
      ['Week', 7],
      ['Year', 12],
    ] as const) {
      await page.getByRole('radio', { name: kind, exact: true }).click();
      await until(() => page.locator('.energy-bars__one').count(), bars);
      assert.ok((await findSmallestGap()) >= 4, `${kind}: ${await findSmallestGap()}`);
    }
    assert.deepEqual(watched.complaints, []);
  });

  it('shows a day’s energy and cost as calculated from the readings, in chart and table', async () => {
    await using watched = await openYesterday();
    const { page } = watched;
    const { head, rows } = await csvOf(page);
    const from = instantOf(rows[0]![0]!);
    const priceAt = (hours: number) => (hours < 15 ? 0.25 : 0.48);
    const truth = await fromReadings(from, priceAt, 0.05);
    assert.ok(truth.used > 5 && truth.solar > 5, JSON.stringify(truth));
    const shown = await totals(page);
    near(shown.Used, truth.used, 'used');
    near(shown.Solar, truth.solar, 'solar');
    near(shown['From the grid'], truth.bought, 'from the grid');
    near(shown.Sold, truth.sold, 'sold');
    near(shown['Solar used at home'], truth.used - truth.bought, 'own use');
    const share = (100 * (truth.used - truth.bought)) / truth.used;
    assert.ok(Math.abs(shown['Self-sufficiency']! - share) <= 0.6, `${shown['Self-sufficiency']}, ${share}`);
    near(shown['Cost, less feed-in'], truth.cost, 'cost');
    const sum = (name: string) => rows.reduce((all, row) => all + Number(row[head.indexOf(name)]), 0);
    near(sum('used kWh'), truth.used, 'the table: used');
    near(sum('from grid kWh'), truth.bought, 'the table: from the grid');
    near(sum('cost AUD'), truth.cost, 'the table: cost');
    near(sum('Whole house kWh'), truth.used, 'the table: the channel');
    const comparison = (await page.locator('.energy-total').first().textContent())!;
    await page.getByRole('button', { name: 'Earlier: the day before' }).click();
    await until(async () => instantOf((await csvOf(page)).rows[0]![0]!), from - 24 * hour);
    const { Used: usedBefore } = await totals(page);
    assert.ok(comparison.endsWith(` than the day before (${usedBefore})`), `${comparison}, ${usedBefore}`);
    const [, difference, word] = /(\d+) % (more|less) than/.exec(comparison)!;
    const expected = truth.used / usedBefore! - 1;
    assert.ok(
      Math.abs((word === 'more' ? 1 : -1) * Number(difference) - 100 * expected) < 1,
      `${comparison}, ${expected}`,
    );
    assert.deepEqual(watched.complaints, []);
  });

  it('shows each channel’s and room’s cost of a day as calculated from the readings', async () => {
    await using watched = await openYesterday();
    const { page } = watched;
    const from = instantOf((await csvOf(page)).rows[0]![0]!);
    const areas = [42, 18, 24, 11, 21, 13, 14, 16];
    const fan = 'power.1.1.Pwr';
    const names = ['power.0.0.Pwr', 'power.0.1.Pwr', 'power.1.0.Pwr', fan, 'power.4.0.Pwr', 'unit.SysOn'];
    const all = [...names, ...areas.map((_, zone) => `zone.${zone}.DmpPos`)];
    const { zones, light, rest } = await (async () => {
      const sums = { zones: areas.map(() => 0), light: 0, rest: 0 };
      for (let start = from; start < from + 24 * hour; start += 12 * hour) {
        const query = `series=${all}&from=${start}&to=${start + 12 * hour}&points=720`;
        const { series } = await (await fetch(`${bridge.url}/history?${query}`)).json();
        for (let place = 0; place < 720; place++) {
          const at = (name: string): number => series[name][place] ?? 0;
          const share = Math.max(0, at(names[0]!) - at(names[1]!)) / at(names[0]!);
          const price = (start - from + place * minute) / hour < 15 ? 0.25 : 0.48;
          const cost = (watts: number) => (watts * share * price) / 60_000;
          const air = areas.map((area, zone) => area * at(`zone.${zone}.DmpPos`));
          const whole = air.reduce((sum, one) => sum + one, 0);
          const unit = cost(at(names[2]!) + at(fan));
          sums.light += cost(at(names[4]!));
          if (whole === 0 || at('unit.SysOn') === 0) sums.rest += unit;
          else for (const [zone, one] of air.entries()) sums.zones[zone]! += (unit * one) / whole;
        }
      }
      return sums;
    })();
    const shown = async (region: string) => {
      const lines = page.getByRole('region', { name: region, exact: true }).locator('.flows__one');
      const texts = await lines.evaluateAll((found) =>
        found.map((one) => [one.querySelector('dt')!.textContent, one.querySelector('dd')!.textContent]),
      );
      return new Map(texts.map(([name, text]) => [name, Number(/AUD\s([\d.]+)/.exec(text!)![1])]));
    };
    const rooms = await shown('By room');
    near((await shown('By channel')).get('Power and light'), light, 'a channel');
    near(rooms.get('Family room'), zones[0]!, 'Family room');
    near(rooms.get('Lounge'), zones[2]!, 'Lounge');
    near(rooms.get('Air conditioner, no room'), rest, 'no room');
    assert.ok(zones[0]! > 0.05, `${zones}`);
    const { head, rows } = await csvOf(page);
    const column = head.indexOf('room Family room cost AUD');
    near(
      rows.reduce((sum, row) => sum + Number(row[column]), 0),
      zones[0]!,
      'the table',
    );
  });

  it('explains why a day cost more or less, each reason with its figure', async () => {
    await using watched = await openYesterday();
    const { page } = watched;
    const from = instantOf((await csvOf(page)).rows[0]![0]!);
    const priceAt = (hours: number) => (hours < 15 ? 0.25 : 0.48);
    const weatherOf = async (start: number) => {
      const range = `from=${start}&to=${start + 24 * hour}&points=1440`;
      const { series } = await (
        await fetch(`${bridge.url}/history?series=weather.Temperature&${range}`)
      ).json();
      const known: number[] = series['weather.Temperature'].filter((one: number | null) => one !== null);
      return known.reduce((sum, one) => sum + Math.max(0, one / 100 - 24) / known.length, 0);
    };
    const days = [from, from - 24 * hour];
    const truth = await Promise.all(days.map((start) => fromReadings(start, priceAt, 0.05)));
    const cooling = await Promise.all(days.map(weatherOf));
    const region = page.getByRole('region', { name: 'Why the cost changed' });
    await region.getByText('Compared with the day before.').waitFor();
    const pairOf = async (label: string) => {
      const line = region.locator('.lines__one').filter({ has: page.getByText(label, { exact: true }) });
      return [...(await line.first().locator('dd').textContent())!.matchAll(/-?[\d.]+/g)].map(Number);
    };
    const both = (of: (day: Truth) => number) => truth.map(of);
    for (const [label, expected, tolerance] of [
      ['Cost', both(({ cost }) => cost), 0.02],
      ['From the grid', both(({ bought }) => bought), 0.1],
      ['Average price of a kWh', both(({ cost, sold, bought }) => (cost + sold * 0.05) / bought), 0.006],
      ['Cooling degree-days (above 24 °C)', cooling, 0.2],
      ['Days of holiday', [0, 0], 0],
    ] as const) {
      const shown = await pairOf(label);
      assert.equal(shown.length, 2, label);
      for (const place of [0, 1] as const)
        assert.ok(
          Math.abs(shown[place]! - expected[place]!) <= tolerance,
          `${label}: ${shown} instead of ${expected}`,
        );
    }
    await region.getByRole('heading', { name: 'Channels that changed most' }).waitFor();
  });

  it('compares a day that is not over with the same part of the day before, and states so', async () => {
    await using watched = await openPage(`${bridge.url}/#/energy/Day`);
    const { page } = watched;
    await settle(page);
    await until(() => csvOf(page).then(({ rows }) => rows.length), 24);
    const from = instantOf((await csvOf(page)).rows[0]![0]!);
    const { clock } = await (await fetch(`${bridge.url}/simulation`)).json();
    const length = Math.floor((clock.at - from) / minute) * minute;
    const partOf = (start: number) => fromReadings(start, () => 0, 0, length);
    const [now, before] = [await partOf(from), await partOf(from - 24 * hour)];
    const comparison = (await page.locator('.energy-total').first().textContent())!;
    const found =
      /^Used([\d.]+) kWh(?:as much as|(\d+) % (more|less) than) the same part of the day before \(([\d.]+)\)$/.exec(
        comparison,
      );
    assert.ok(found !== null, comparison);
    const [, used, share = 0, word, usedBefore] = found;
    near(Number(used), now.used, 'used');
    near(Number(usedBefore), before.used, 'used before');
    const signed = (word === 'more' ? 1 : -1) * Number(share);
    assert.ok(Math.abs(signed - 100 * (now.used / before.used - 1)) < 1, comparison);
    await page.getByRole('button', { name: 'Earlier: the day before' }).click();
    await page
      .getByText(/than the day before \(/)
      .first()
      .waitFor();
    assert.equal(await page.getByText('the same part of').count(), 0, 'a day that is over');
  });

  it('shows the power card’s total and channels at one moment, also when watering starts', async () => {
    await using watched = await openPage(`${bridge.url}/#/overview`);
    const { page } = watched;
    const card = page.getByRole('region', { name: 'Power' });
    await card.locator('.chart__marks').waitFor();
    const watts = (text: string) => {
      const [, value, unit] = /([\d.,−]+) (k?W)/.exec(text)!;
      return Number(value!.replace(',', '').replace('−', '-')) * (unit === 'kW' ? 1_000 : 1);
    };
    const shown = async () => {
      const marks = await card.locator('.chart__marks li').allTextContents();
      return {
        total: watts((await card.locator('.energy__draws').textContent())!),
        pump: watts(marks.find((mark) => mark.startsWith('Garden pump'))!),
        sum: marks.filter((mark) => !mark.startsWith('Solar')).reduce((sum, mark) => sum + watts(mark), 0),
      };
    };
    const truth = async (name: string): Promise<number> => {
      const read = async (Type: number) => {
        const request = { method: 'POST', body: JSON.stringify({ PowerRequest: { Type, No: 0, No1: 0 } }) };
        return (await fetch(`${bridge.url}/PowerRequest`, request)).json();
      };
      const [config, status] = [(await read(1)).PowerMonitorConfig, (await read(2)).PowerMonitorStatus];
      const readings = config.Devices.flatMap(
        ({ Channels }: { Channels: { Name: string }[] }, device: number) =>
          Channels.flatMap(({ Name }, place) => (Name === name ? status.Dev[device].Ch[place].Pwr : [])),
      );
      return readings[0];
    };
    await bridge.post('/iLightCommand', { RetRunProgram: { No: 1, Run: 0 } });
    await bridge.post('/simulation/ClockStep', 5);
    await bridge.post('/iLightCommand', { RetRunProgram: { No: 0, Run: 1 } });
    await bridge.post('/simulation/ClockStep', 5);
    const isWatering = async () => (await shown()).pump > 0;
    await until(isWatering, true);
    const { total, pump, sum } = await shown();
    assert.equal(pump, await truth('Garden pump'));
    assert.ok(Math.abs(total - (await truth('Whole house'))) <= 5, `${total}`);
    assert.ok(Math.abs(total - sum) <= 0.02 * total + 10, `${total} and ${sum}`);
  });

  it('shows a week’s total energy, and the unrecorded hours of five years', async () => {
    await using watched = await openPage(`${bridge.url}/#/energy`);
    const { page } = watched;
    await settle(page);
    await until(() => csvOf(page).then(({ rows }) => rows.length), 7);
    const { head, rows } = await csvOf(page);
    const used = rows.reduce((all, row) => all + Number(row[head.indexOf('used kWh')]), 0);
    near((await totals(page)).Used, used, 'used');
    await page.getByRole('radio', { name: 'Five years' }).click();
    await page.getByText(/^\d+ hours of this period were not recorded and are not counted\.$/).waitFor();
    assert.equal((await csvOf(page)).rows.length, 5);
  });

  /** Returns the names and figures in the tooltip. */
  const tipOf = async (page: Page): Promise<Record<string, string>> => {
    const tip = page.locator('.chart__tip');
    const [names, figures] = [tip.locator('dt'), tip.locator('dd')];
    const texts = await figures.allTextContents();
    const shown = (await names.allTextContents()).map((name, place) => [name, texts[place]!] as const);
    return { title: (await tip.locator('p').first().textContent()) ?? '', ...Object.fromEntries(shown) };
  };
  const numberIn = (text: string | undefined) => Number(text?.replaceAll(/[^\d.-]/g, ''));
  const bars = (page: Page) => page.locator('.energy-bars__one');

  it('opens a day from its bar by a click or by Enter, and returns to the week with Back', async () => {
    await using watched = await openPage(`${bridge.url}/#/energy`);
    const { page } = watched;
    await settle(page);
    await until(() => bars(page).count(), 7);
    const links = page.locator('a.energy-bars__one');
    const days = await links.count();
    assert.ok(days >= 2 && days < 7, `${days} days have begun`);
    await links.nth(days - 2).hover();
    const { title, Used, Sold } = await tipOf(page);
    const showsDay = async () => {
      await until(() => page.getByRole('heading', { level: 2 }).first().textContent(), title);
      await until(() => bars(page).count(), 24);
      assert.equal(await page.getByRole('radio', { name: 'Day' }).isChecked(), true);
    };
    await links.nth(days - 2).click();
    await showsDay();
    const hours = await csvOf(page);
    const sumOf = (name: string) =>
      hours.rows.reduce((sum, row) => sum + Number(row[hours.head.indexOf(name)]), 0);
    near(sumOf('used kWh'), numberIn(Used), 'the hours of the day: used');
    near(sumOf('sold kWh'), numberIn(Sold), 'the hours of the day: sold');
    near((await totals(page)).Used, numberIn(Used), 'the day: used');
    await page.goBack();
    await until(() => bars(page).count(), 7);
    await page.locator('.energy-bars__one[tabindex="0"]').focus();
    assert.match((await tipOf(page)).title!, /\d{4}$/);
    await page.keyboard.press('Home');
    await page.keyboard.press('End');
    for (let steps = 7 - (days - 1); steps > 0; steps--) await page.keyboard.press('ArrowLeft');
    assert.equal((await tipOf(page)).title, title);
    const focused = await page.evaluate(() => document.activeElement?.getAttribute('aria-label'));
    assert.ok(focused?.includes(`: Used ${Used}, From the grid `), focused ?? '');
    await page.keyboard.press('Enter');
    await showsDay();
    assert.equal(
      await page.evaluate(() => document.activeElement?.textContent),
      title,
      'the focus is on the day',
    );
    await page.goBack();
    await until(() => bars(page).count(), 7);
    await page.locator('summary').filter({ hasText: 'All values' }).click();
    await page
      .getByRole('rowheader')
      .getByRole('link')
      .nth(days - 2)
      .click();
    await showsDay();
    assert.deepEqual(watched.complaints, []);
  });

  it('draws the bars of energy and of cost to the scale of the axis', async () => {
    await using watched = await openPage(`${bridge.url}/#/energy`, { bypassCSP: true });
    const { page } = watched;
    await settle(page);
    await until(() => bars(page).count(), 7);
    const { head, rows } = await csvOf(page);
    const measure = () =>
      page.locator('.energy-bars').evaluate((figure) => {
        const ticks = [...figure.querySelectorAll('.energy-bars__axis span')].map((tick) => {
          const { top, height } = tick.getBoundingClientRect();
          return { value: Number(tick.textContent!.replace('−', '-')), y: top + height / 2 };
        });
        const [first, last] = [ticks[0]!, ticks.at(-1)!];
        const perPixel = (last.value - first.value) / (first.y - last.y);
        const heights = (of: string) =>
          [...figure.querySelectorAll('.energy-bars__one')].map((bar) =>
            [...bar.querySelectorAll(of)].reduce(
              (sum, part) => sum + part.getBoundingClientRect().height * perPixel,
              0,
            ),
          );
        return {
          perPixel,
          ticks: ticks.map(({ value }) => value),
          up: heights('.energy-bars__up span'),
          down: heights('.energy-bars__down span'),
          unit: figure.querySelector('.energy-bars__unit')!.textContent,
        };
      });
    const column = (name: string) => rows.map((row) => Number(row[head.indexOf(name)]));
    const same = (drawn: readonly number[], values: readonly number[], perPixel: number) => {
      for (const [place, value] of values.entries())
        assert.ok(Math.abs(drawn[place]! - value) <= 2 * perPixel, `${drawn[place]} instead of ${value}`);
    };
    const energy = await measure();
    assert.equal(energy.unit, 'kWh');
    same(energy.up, column('used kWh'), energy.perPixel);
    same(energy.down, column('sold kWh'), energy.perPixel);
    await page.getByRole('radio', { name: 'Cost' }).click();
    const cost = await measure();
    assert.equal(cost.unit, 'AUD');
    const costs = column('cost AUD');
    same(
      cost.up.map((up, place) => up - cost.down[place]!),
      costs,
      cost.perPixel,
    );
    assert.ok(cost.ticks.includes(0) && cost.ticks.at(-1)! >= Math.max(...costs), `${cost.ticks}`);
    await bars(page).first().hover();
    assert.match((await tipOf(page))['Cost, less feed-in']!, /^-?AUD\s[\d.]+$/);
    await page.keyboard.press('Escape');
    assert.equal(await page.locator('.chart__tip').count(), 1, 'Escape is for the bar that has the focus');
    await bars(page).first().focus();
    await page.keyboard.press('Escape');
    assert.equal(await page.locator('.chart__tip').count(), 0);
    await bars(page).last().focus();
    await page.locator('summary').filter({ hasText: 'All values' }).click();
    await page.addScriptTag({ path: axe });
    assert.deepEqual(await findInThemes(page), []);
    assert.deepEqual(watched.complaints, []);
  });

  it('explains how to let a week pass if little of the displayed period was recorded', async () => {
    await using watched = await openPage(`${bridge.url}/#/energy/Week/2026-01-05`);
    const { page } = watched;
    await page.getByText('168 hours of this period were not recorded').waitFor();
    assert.equal((await totals(page))['Self-sufficiency'], Number.NaN);
    assert.doesNotMatch((await page.locator('.energy-totals').textContent())!, /%/);
    await page.getByText('To let a week pass, choose “1 week”').waitFor();
    await page.getByRole('link', { name: 'simulator’s page' }).click();
    await page.getByRole('button', { name: 'Skip ahead 1 week' }).waitFor();
    await page.goto(`${bridge.url}/#/energy/Day`);
    await until(() => bars(page).count(), 24);
    assert.equal(await page.getByText('To let a week pass').count(), 0);
    assert.deepEqual(watched.complaints, []);
  });
});
