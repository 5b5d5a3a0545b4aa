import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toSides } from '../derive/to-sides.ts';
import { catalogue } from './catalogue.ts';
import { checkCommand } from './check-command.ts';

for (const { name, body } of catalogue.values())
  test(`${name} accepts values at each of its limits and refuses values beyond them`, () => {
    const { inside, outside } = toSides(body);
    assert.ok(inside.length > 0 && outside.length > 0);
    for (const value of inside)
      assert.deepEqual(checkCommand({ [name]: value }), { ok: true, value: { name, body: value } });
    for (const value of outside)
      assert.ok(!checkCommand({ [name]: value }).ok, `${name} took ${JSON.stringify(value)}`);
  });

test('a lighting number is rounded to the nearest step within its limits and refused beyond them', () => {
  const bright = (Bright: number) => {
    const checked = checkCommand({ LiBright: { No: 0, Bright } });
    return checked.ok ? (checked.value.body as { Bright: number }).Bright : 'refused';
  };
  assert.deepEqual([28.999999999999996, 0.4, 99.5, -0.001, 100.001].map(bright), [
    29,
    0,
    100,
    'refused',
    'refused',
  ]);
  const target = checkCommand({ CacrtcSetpoint: { No: 0, Setpoint: 2245 } });
  assert.deepEqual(target.ok && target.value.body, { No: 0, Setpoint: 2250 });
});
