import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import '../../text/english.fixture.ts';
import { parseDate } from '@internationalized/date';
import type { EnergyAnswer, EnergyBar } from '@plenum/insight/energy';
import { formatCost } from '../number/cost.ts';
import {
  barName,
  barTitle,
  compare,
  energyCsv,
  formatEnergy,
  isComparable,
  missingHours,
  ownUse,
  pathOfBar,
  readEnergyPath,
  selfSufficiency,
  stepWindow,
  titleOf,
  type WindowKind,
  windowAt,
} from './energy.ts';

const timeZone = 'Australia/Sydney';
const now = Date.parse('2026-11-22T10:00+11:00');
const today = parseDate('2026-11-22');
const window = (kind: WindowKind, back = 0) => windowAt(kind, stepWindow(kind, today, -back), timeZone);
const local = (at: number) =>
  new Intl.DateTimeFormat('sv', { timeZone, dateStyle: 'short', timeStyle: 'short' }).format(at);

describe('a window of the energy page', () => {
  for (const [kind, back, from, to, title] of [
    ['Day', 0, '2026-11-22 00:00', '2026-11-23 00:00', 'Sunday 22 November 2026'],
    ['Day', 49, '2026-10-04 00:00', '2026-10-05 00:00', 'Sunday 4 October 2026'],
    ['Week', 0, '2026-11-16 00:00', '2026-11-23 00:00', '16–22 November 2026'],
    ['Week', 1, '2026-11-09 00:00', '2026-11-16 00:00', '9–15 November 2026'],
    ['Month', 0, '2026-11-01 00:00', '2026-12-01 00:00', 'November 2026'],
    ['Month', 9, '2026-02-01 00:00', '2026-03-01 00:00', 'February 2026'],
    ['Year', 1, '2025-01-01 00:00', '2026-01-01 00:00', '2025'],
    ['Years', 0, '2022-01-01 00:00', '2027-01-01 00:00', '2022–2026'],
  ] as const)
    it(`the energy of a ${kind.toLowerCase()}, ${back} back, has the title ${title}`, () => {
      const shown = window(kind, back);
      assert.deepEqual([local(shown.from), local(shown.to)], [from, to]);
      assert.equal(
        titleOf(kind, shown, timeZone)
          .replaceAll(/[\u2009\u202f ,]+/g, ' ')
          .replace(' – ', '–'),
        title,
      );
    });

  it('reads the kind of energy window and the day from a path', () => {
    for (const [path, kind, date] of [
      [[], 'Week', '2026-11-22'],
      [['Month'], 'Month', '2026-11-22'],
      [['Day', '2026-10-04'], 'Day', '2026-10-04'],
      [['Day', '2026-11-22'], 'Day', '2026-11-22'],
    ] as const)
      assert.deepEqual(readEnergyPath(path, now, timeZone), { kind, date: parseDate(date) });
  });

  it('opens today if the path contains no day that has begun', () => {
    for (const day of ['2026-11-23', '1970-12-31', '2026-02-30', 'yesterday', ''])
      assert.deepEqual(readEnergyPath(['Day', day], now, timeZone), { kind: 'Day', date: today }, day);
    assert.deepEqual(readEnergyPath(['zone', '3'], now, timeZone), { kind: 'Week', date: today });
  });

  it('a bar links to the energy window for the same period, unless the bar is an hour', () => {
    for (const [by, path] of [
      ['hour', undefined],
      ['day', ['Day', '2026-10-04']],
      ['week', ['Week', '2026-10-04']],
      ['month', ['Month', '2026-10-04']],
      ['year', ['Year', '2026-10-04']],
    ] as const)
      assert.deepEqual(pathOfBar(Date.parse('2026-10-04T00:00+10:00'), by, timeZone), path);
  });

  it('the bars of an energy window have short names', () => {
    const names = (['hour', 'day', 'week', 'month', 'year'] as const).map((by) => barName(now, by, timeZone));
    assert.deepEqual(names, ['10:00', 'Sun 22', '22 Nov', 'Nov', '2026']);
  });
});

const bar: EnergyBar = {
  from: Date.UTC(2026, 0, 1),
  to: Date.UTC(2026, 0, 2),
  known: 82_800,
  used: 12_345,
  solar: 8_000,
  import: 7_000,
  export: 2_655,
  surplus: 2_655,
  cost: 1.5,
};

describe('the texts about energy', () => {
  it('shows energy in kWh, and a dash if it is unknown', () => {
    assert.deepEqual([0, 940, 12_345, 1_234_567, null].map(formatEnergy), [
      '0.00',
      '0.94',
      '12.3',
      '1,235',
      '–',
    ]);
  });

  it('shows the share of consumption covered by own sun, and none without consumption', () => {
    assert.equal(selfSufficiency({ ...bar, used: 8_000, import: 6_000 }), 25);
    assert.equal(selfSufficiency({ ...bar, used: 8_000, import: 8_000 }), 0);
    assert.equal(selfSufficiency({ ...bar, used: 0, import: 0 }), null);
    assert.equal(selfSufficiency({ ...bar, used: null }), null);
  });

  it('does not compare energy with a value that is nearly 0', () => {
    assert.equal(compare(100, 49), undefined);
    assert.deepEqual(compare(100, 50), { is: 'more', share: 100 });
    const inCurrency = (cost: number) => formatCost(cost, 'AUD');
    assert.equal(compare(1, 0.049, inCurrency), undefined);
    assert.deepEqual(compare(1, 0.05, inCurrency), { is: 'times', times: 20 });
  });

  it('compares with a percentage up to 1000 %, and above with a multiple', () => {
    assert.deepEqual(compare(11_000, 1_000), { is: 'more', share: 1_000 });
    assert.deepEqual(compare(11_010, 1_000), { is: 'times', times: 11 });
    assert.deepEqual(compare(-9_000, 1_000), { is: 'less', share: 1_000 });
    assert.equal(compare(-9_010, 1_000), undefined);
  });

  it('the title of a bar contains the whole time that it covers', () => {
    const titleAt = (from: string, to: string, by: 'hour' | 'day') =>
      barTitle({ ...bar, from: Date.parse(from), to: Date.parse(to) }, by, timeZone).replaceAll(
        /[\u2009\u202f ,]+/g,
        ' ',
      );
    assert.match(titleAt('2026-10-04T01:00+10:00', '2026-10-04T03:00+11:00', 'hour'), /^01:00 ?– ?03:00$/);
    assert.equal(titleAt('2026-10-04T00:00+10:00', '2026-10-05T00:00+11:00', 'day'), 'Sunday 4 October 2026');
  });

  it('counts used energy that did not come from the grid as own use', () => {
    assert.equal(ownUse(bar), 5_345);
    assert.equal(ownUse({ ...bar, import: null }), null);
  });

  it('compares energy only if both values are known', () => {
    assert.deepEqual(compare(90, 100), { is: 'less', share: 10 });
    assert.deepEqual(compare(103, 100), { is: 'more', share: 3 });
    assert.deepEqual(compare(100.4, 100), { is: 'same', share: 0 });
    for (const [one, other] of [
      [null, 1],
      [1, null],
      [1, 0],
    ] as const)
      assert.equal(compare(one, other), undefined);
  });

  it('compares energy only with a period that is recorded about as completely', () => {
    const before = (known: number) =>
      isComparable({ total: { ...bar, known: 1_000 }, before: { ...bar, known } });
    assert.deepEqual([949, 950, 1_000, 1_050, 1_051].map(before), [false, true, true, true, false]);
  });

  it('shows the number of hours without recorded energy', () => {
    assert.equal(missingHours(bar), 1);
    assert.equal(missingHours({ ...bar, known: 86_399 }), 0);
  });

  it('formats a cost with the code of its currency, and as a bare number without one', () => {
    const plain = (cost: number | null, currency?: string) =>
      formatCost(cost, currency).replace('\u00a0', ' ');
    assert.equal(plain(3.2, 'AUD'), 'AUD 3.20');
    assert.equal(plain(3, 'JPY'), 'JPY 3');
    assert.equal(plain(-0.5), '-0.50');
    assert.equal(plain(null, 'AUD'), '–');
  });

  it('exports energy as a table with a row for each bar and empty cells for unknown values', () => {
    const answer: EnergyAnswer = {
      by: 'day',
      timeZone,
      bars: [bar, { ...bar, used: null, solar: null, import: null, export: null, surplus: null, cost: null }],
      total: bar,
      before: bar,
      channels: [
        {
          series: 'power.0.1',
          name: '=Oven, "big"',
          isGenerator: false,
          isTotal: false,
          energy: [1_200.5, null],
          cost: [0.36, null],
          before: { energy: null, cost: null },
        },
      ],
      rooms: {
        channels: ['Ducted'],
        zones: [{ index: 0, name: 'Lounge', energy: [900, null], cost: [0.25, null] }],
        rest: { energy: [40, null], cost: [0.01, null] },
      },
      tariff: { currency: 'AUD', prices: [{ from: '00:00', price: 0.3 }] },
    };
    const [head, first, second, end] = energyCsv(answer).split('\r\n');
    assert.match(
      head!,
      /^from,to,used kWh,solar kWh,solar used at home kWh,from grid kWh,sold kWh,cost AUD,".*Oven, ""big"" kWh",".*Oven, ""big"" cost AUD",room Lounge kWh,room Lounge cost AUD,"?Air conditioner, no room kWh"?,"?Air conditioner, no room cost AUD"?$/,
    );
    assert.doesNotMatch(head!, /,"?=/);
    assert.equal(
      first,
      '2026-01-01 11:00,2026-01-02 11:00,12.345,8,5.345,7,2.655,1.5,1.2005,0.36,0.9,0.25,0.04,0.01',
    );
    assert.equal(second, '2026-01-01 11:00,2026-01-02 11:00,,,,,,,,,,,,');
    assert.equal(end, '');
  });

  it('lists energy by the local days and hours of the house when its clock changes', () => {
    const spans = (by: 'day' | 'hour', ...instants: string[]) => {
      const at = instants.map((instant) => Date.parse(instant));
      const bars = at.slice(1).map((to, place) => ({ ...bar, from: at[place]!, to }));
      const answer = {
        by,
        timeZone,
        bars,
        total: bar,
        before: bar,
        channels: [],
        rooms: null,
        tariff: null,
        derivedTo: null,
      };
      const [, ...rows] = energyCsv(answer).trim().split('\r\n');
      return rows.map((row) => row.split(',').slice(0, 2));
    };
    const days = ['2026-10-03T00:00+10:00', '2026-10-04T00:00+10:00', '2026-10-05T00:00+11:00'];
    assert.deepEqual(spans('day', ...days), [
      ['2026-10-03 00:00', '2026-10-04 00:00'],
      ['2026-10-04 00:00', '2026-10-05 00:00'],
    ]);
    // An hour is skipped in spring, and repeated in autumn.
    const spring = ['2026-10-04T01:00+10:00', '2026-10-04T03:00+11:00', '2026-10-04T04:00+11:00'];
    assert.deepEqual(spans('hour', ...spring), [
      ['2026-10-04 01:00', '2026-10-04 03:00'],
      ['2026-10-04 03:00', '2026-10-04 04:00'],
    ]);
    const autumn = [
      '2026-04-05T01:00+11:00',
      '2026-04-05T02:00+11:00',
      '2026-04-05T02:00+10:00',
      '2026-04-05T03:00+10:00',
    ];
    assert.deepEqual(spans('hour', ...autumn), [
      ['2026-04-05 01:00', '2026-04-05 02:00'],
      ['2026-04-05 02:00', '2026-04-05 02:00'],
      ['2026-04-05 02:00', '2026-04-05 03:00'],
    ]);
  });
});
