import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createFakeClock } from '@plenum/platform/fake-clock';
import { send } from '../../fixture/http.fixture.ts';
import { startSmallBridge } from '../../fixture/start-small-bridge.fixture.ts';

const minute = 60_000;

describe('GET /explain', () => {
  it('explains a component in steps, with values, sentences and the recorded trend', async () => {
    const clock = createFakeClock();
    await using bridge = await startSmallBridge({ clock });
    const ask = async () => JSON.parse((await send(bridge.http.port, '/explain?component=zone.0')).text);
    clock.advance(10 * minute);
    const early = await ask();
    assert.equal(early.kind, 'zone');
    assert.equal(early.timeZone, 'Australia/Sydney');
    assert.ok(early.status.sentence.length > 0 && early.changes.length > 0);
    const trend = (steps: readonly { code: string }[]) => steps.find(({ code }) => code.startsWith('trend'));
    assert.equal(trend(early.steps), undefined, 'ten minutes are too short for a trend');
    clock.advance(60 * minute);
    const later = await ask();
    const { code, figures } = trend(later.steps) as never as {
      code: string;
      figures: Record<'difference' | 'span' | 'rate', { value: number; unit: string }>;
    };
    const rise = (later.status.facts.temperature - early.status.facts.temperature) / 100;
    assert.equal(code, rise > 0 ? 'trend-up' : 'trend-down');
    assert.deepEqual(figures.span, { value: 60, unit: 'min' });
    // The fixture records one sample per minute, and its zones get warmer by 0.06 °C between samples.
    assert.ok(Math.abs(figures.difference.value - Math.abs(rise)) < 0.07, `${rise}`);
    assert.ok(Math.abs(figures.rate.value - rise) < 0.07);
  });

  it('refuses components that cannot be explained, with the reason, and requires the key', async () => {
    await using bridge = await startSmallBridge({ accessKey: 'secret-key' });
    const ask = (path: string, key = 'secret-key') =>
      send(bridge.http.port, path, { headers: { Authorization: `Bearer ${key}` } });
    for (const [query, status, sentence] of [
      ['', 400, '{ERROR: The key component is missing.}'],
      ['?component=', 400, '{ERROR: The key component is missing.}'],
      ['?component=garage', 400, '{ERROR: component: "garage" is not one of unit, zone.N, split.N, vrf.N.}'],
      ['?component=zone.0&component=zone.1', 400, undefined],
      ['?component=zone.13', 409, undefined],
    ] as const) {
      const { status: answered, text } = await ask(`/explain${query}`);
      assert.equal(answered, status, text);
      if (sentence !== undefined) assert.equal(text.trim(), sentence);
    }
    assert.equal((await ask('/explain?component=zone.0', 'wrong')).status, 401);
    assert.equal((await ask('/explain?component=zone.0')).status, 200);
  });
});
