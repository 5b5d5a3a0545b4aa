import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AnyCommand } from '@plenum/protocol/command';
import { ok, toSentence } from '@plenum/protocol/refusal';
import { decorate } from './decorate.ts';
import type { Caller, Device } from './device.ts';
import { withAuthority } from './with-authority.ts';

const owners: AnyCommand = { name: 'SysOn', body: 1 };
const installers: AnyCommand = { name: 'FanCapacity', body: 700 };

const give = async (caller: Partial<Caller>, ...commands: AnyCommand[]) => {
  const done: string[] = [];
  const device = {
    commandFor: async (_: Caller, ...given: readonly AnyCommand[]) => {
      done.push(...given.map(({ name }) => name));
      return ok(undefined);
    },
  } as unknown as Device;
  const answer = await decorate(device, [withAuthority]).commandFor(
    { by: { over: 'local' }, ...caller },
    ...commands,
  );
  return [answer.ok ? 'OK' : toSentence(answer.refusal), done.join(' ')];
};

test('lets a caller without installer access give an owner’s commands, but not an installer’s', async () => {
  assert.deepEqual(await give({}, owners), ['OK', 'SysOn']);
  const refused =
    '"FanCapacity" is for installers. This bridge has no installer key, so it accepts this only directly from its own machine.';
  assert.deepEqual(await give({}, installers), [refused, '']);
  assert.deepEqual(await give({ installer: 'not-from-here' }, owners, installers), [refused, '']);
  assert.deepEqual(await give({ by: { over: 'cloud' } }, installers), [refused, '']);
});

test('refuses an installer’s commands without the installer key of the bridge', async () => {
  assert.deepEqual(await give({ installer: 'needs-key' }, installers), [
    '"FanCapacity" is for installers. Send the installer key of this bridge: Plenum-Installer-Key: KEY.',
    '',
  ]);
  assert.deepEqual(await give({ installer: 'allowed' }, owners, installers), ['OK', 'SysOn FanCapacity']);
});
