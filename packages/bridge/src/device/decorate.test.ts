import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AnyCommand } from '@plenum/protocol/command';
import type { Identity } from '@plenum/protocol/query';
import { ok } from '@plenum/protocol/refusal';
import { type Decorator, decorate } from './decorate.ts';
import type { Caller, Device } from './device.ts';
import { withAuthority } from './with-authority.ts';

const local: Caller = { by: { over: 'local' } };
const switchOn: AnyCommand = { name: 'SysOn', body: 1 };
const installers: AnyCommand = { name: 'FanCapacity', body: 700 };

/** Creates a device and decorators that note the commands they receive. */
const startNotes = () => {
  const notes: string[] = [];
  const note =
    (name: string): Decorator =>
    (device) => ({
      commandFor: (caller, ...commands) => {
        notes.push(name);
        return device.commandFor(caller, ...commands);
      },
    });
  const device = {
    command: async () => {
      notes.push('device, past its layers');
      return ok(undefined);
    },
    commandFor: async ({ untilConfirmed = false }: Caller, ...commands: readonly AnyCommand[]) => {
      notes.push(
        `device: ${commands.map(({ name }) => name).join(' ')}${untilConfirmed ? ', confirmed' : ''}`,
      );
      return ok(undefined);
    },
  } as unknown as Device;
  return { notes, note, device };
};

test('passes a command to the last decorator first and to the first decorator last', async () => {
  const { notes, note, device } = startNotes();
  await decorate(device, [note('inner'), note('outer')]).commandFor(local, switchOn);
  assert.deepEqual(notes, ['outer', 'inner', 'device: SysOn']);
});

test('passes the bridge’s own commands through every decorator until they are confirmed', async () => {
  const { notes, note, device } = startNotes();
  await decorate(device, [note('inner'), note('outer')]).command(switchOn);
  assert.deepEqual(notes, ['outer', 'inner', 'device: SysOn, confirmed']);
});

test('allows the bridge itself to give an installer’s commands', async () => {
  const { notes, device } = startNotes();
  const decorated = decorate(device, [withAuthority]);
  assert.equal((await decorated.commandFor(local, installers)).ok, false);
  assert.equal((await decorated.command(installers)).ok, true);
  assert.deepEqual(notes, ['device: FanCapacity, confirmed']);
});

test('computes a decorated getter at each access, even through further decorators', () => {
  const { note, device } = startNotes();
  let uid = '000000001';
  const withChangingUid: Decorator = () => ({
    get identity() {
      return { uid } as Identity;
    },
  });
  const decorated = decorate(device, [withChangingUid, note('outer')]);
  uid = '000000002';
  assert.equal(decorated.identity.uid, '000000002');
});
