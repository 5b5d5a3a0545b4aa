import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toSides } from '../derive/to-sides.ts';
import { catalogue } from './catalogue.ts';
import { checkCommand } from './check-command.ts';

for (const { name, body } of catalogue.values())
  test(`${name} accepts values within each of its limits and refuses values outside`, () => {
    const { inside, outside } = toSides(body);
    assert.ok(inside.length > 0 && outside.length > 0);
    for (const value of inside)
      assert.deepEqual(checkCommand({ [name]: value }), { ok: true, value: { name, body: value } });
    for (const value of outside)
      assert.ok(!checkCommand({ [name]: value }).ok, `${name} took ${JSON.stringify(value)}`);
  });
