import assert from 'node:assert/strict';
import { test } from 'node:test';
import '../../text/english.fixture.ts';
import { setLanguage } from '../../text/catalogue.fixture.ts';
import { toTariff, toTariffDraft } from './tariff-draft.ts';

const tariff = {
  currency: 'EUR',
  prices: [
    { from: '00:00', price: 0.285 },
    { from: '07:00', price: 1234.5 },
  ],
  feedIn: -0.05,
};

test("accepts prices with the reader's decimal separator, and sends them without rounding", () => {
  const pricesOf = () => {
    const draft = toTariffDraft({ tariff, isSet: true });
    assert.deepEqual(toTariff(draft), tariff);
    return [...draft.prices.map(({ price }) => price), draft.feedIn];
  };
  assert.deepEqual(pricesOf(), ['0.285', '1234.5', '-0.05']);
  setLanguage('de', 'de-DE');
  assert.deepEqual(pricesOf(), ['0,285', '1234,5', '-0,05']);
  setLanguage('en', 'en-GB');
});

test('sends a price that is not a number as it was typed, so that the bridge refuses it', () => {
  const draft = { currency: ' eur ', prices: [{ id: 0, from: '00:00 ', price: 'much' }], feedIn: 'x' };
  assert.deepEqual(toTariff(draft), {
    currency: 'EUR',
    prices: [{ from: '00:00', price: 'much' }],
    feedIn: 'x',
  });
});

test('keeps a price for sold energy that is not set', () => {
  const { feedIn: _, ...without } = tariff;
  const draft = toTariffDraft({ tariff: without, isSet: false });
  assert.equal(draft.feedIn, '');
  assert.deepEqual(toTariff(draft), without);
});
