import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { toSentence } from '@plenum/protocol/refusal';
import { currencyOfZone } from './currency.ts';
import { checkTariff, defaultTariff, pricesOn } from './tariff.ts';

const all = [{ from: '00:00', price: 0.3 }];
const peak = [
  { from: '00:00', price: 0.25 },
  { from: '15:00', price: 0.48 },
];

describe('a tariff', () => {
  it('a tariff has a currency, prices by time of day, and optional weekend and feed-in prices', () => {
    for (const given of [
      { currency: 'AUD', prices: all },
      { currency: 'EUR', prices: peak, weekend: all, feedIn: 0 },
      { currency: 'JPY', prices: [{ from: '00:00', price: 1_000 }], feedIn: 1_000 },
    ]) {
      const checked = checkTariff(given);
      assert.deepEqual(checked, { ok: true, value: given });
    }
  });

  const many = Array.from({ length: 13 }, (_, hour) => ({
    from: `${String(hour).padStart(2, '0')}:00`,
    price: 0.1,
  }));
  for (const [given, sentence] of [
    [undefined, 'tariff: undefined is not an object.'],
    [{ prices: all }, 'tariff: The key currency is missing.'],
    [
      { currency: 'aud', prices: all },
      /^tariff\.currency: "aud" is not a currency code of three capital letters/,
    ],
    [{ currency: 'AUD' }, 'tariff: The key prices is missing.'],
    [{ currency: 'AUD', prices: [] }, 'tariff.prices: There are 0 entries. Send at least 1.'],
    [{ currency: 'AUD', prices: many }, 'tariff.prices: There are 13 entries. Send at most 12.'],
    [{ currency: 'AUD', prices: all, feedin: 1 }, /^tariff: There is no key feedin|^tariff: .*feedin/],
    [
      { currency: 'AUD', prices: [{ from: '00:00', price: -0.01 }] },
      /price: -0\.01 .* below the minimum of 0/,
    ],
    [
      { currency: 'AUD', prices: [{ from: '00:00', price: 1_000.01 }] },
      /price: 1000\.01 .* above the maximum of 1000/,
    ],
    [{ currency: 'AUD', prices: all, feedIn: -1 }, /^tariff\.feedIn: -1 /],
    [
      { currency: 'AUD', prices: [{ from: '7:00', price: 1 }] },
      /from: "7:00" is not a time at a full quarter of an hour, such as 07:00/,
    ],
    [{ currency: 'AUD', prices: [{ from: '00:10', price: 1 }] }, /"00:10" is not a time at a full quarter/],
    [{ currency: 'AUD', prices: [{ from: '24:00', price: 1 }] }, /"24:00" is not a time/],
    [
      { currency: 'AUD', prices: [{ from: '07:00', price: 1 }] },
      'tariff.prices.0.from: "07:00" cannot be the first time: it must be 00:00, the beginning of the day.',
    ],
    [
      { currency: 'AUD', prices: all, weekend: [...peak, { from: '15:00', price: 1 }] },
      'tariff.weekend.2.from: "15:00" cannot be a time after 15:00: prices must be in order of time, with each time listed once.',
    ],
  ] as const)
    it(`refuses a tariff with "${sentence}"`, () => {
      const checked = checkTariff(given);
      assert.ok(!checked.ok);
      const actual = toSentence(checked.refusal);
      if (typeof sentence === 'string') assert.equal(actual, sentence);
      else assert.match(actual, sentence);
    });

  it('the default tariff is the power monitor’s price in the currency of the time zone', () => {
    const prices = [{ from: '00:00', price: 0.345 }];
    for (const [timeZone, currency] of [
      ['Australia/Sydney', 'AUD'],
      ['Europe/Berlin', 'EUR'],
      ['America/Indiana/Knox', 'USD'],
      ['Etc/GMT', 'XXX'],
      ['Europe/Kaliningrad', 'XXX'],
    ] as const)
      assert.deepEqual(defaultTariff(3_450, timeZone), { currency, prices });
    assert.equal(defaultTariff(0, 'Europe/Berlin'), undefined);
    assert.equal(defaultTariff(undefined, 'Europe/Berlin'), undefined);
  });

  it('knows only time zones that exist, each with one currency that exists', () => {
    const zones = Intl.supportedValuesOf('timeZone');
    const known = zones.filter((zone) => currencyOfZone(zone) !== undefined);
    assert.ok(known.length > 120 && known.length < zones.length, `${known.length}`);
    const currencies = new Set(Intl.supportedValuesOf('currency'));
    for (const zone of known) assert.ok(currencies.has(currencyOfZone(zone)!), zone);
  });

  it('weekends have the prices of weekdays if no others are set', () => {
    const tariff = { currency: 'AUD', prices: peak };
    assert.deepEqual(
      [0, 1, 5, 6].map((day) => pricesOn(tariff, day)),
      [peak, peak, peak, peak],
    );
    const other = { ...tariff, weekend: all };
    assert.deepEqual(
      [0, 1, 5, 6].map((day) => pricesOn(other, day)),
      [all, peak, peak, all],
    );
  });
});
