import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createProgram } from '../program.ts';

test('every option of a command that serves is also a variable', () => {
  const { commands } = createProgram({ color: false } as never);
  const serving = commands.filter((command) =>
    ['start', 'bridge', 'cloud', 'fleet'].includes(command.name()),
  );
  assert.equal(serving.length, 4);
  for (const command of serving)
    for (const { long, envVar } of command.options) {
      const name = long!.slice(2).toUpperCase().replaceAll('-', '_');
      assert.ok(envVar === `PLENUM_${name}` || envVar === `PLENUM_FLEET_${name}`, `${long}: ${envVar}`);
    }
});
