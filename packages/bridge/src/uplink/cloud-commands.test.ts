import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import { silent } from '@plenum/platform/quiet-log';
import { nothingInstalled } from '@plenum/protocol/component';
import { ok } from '@plenum/protocol/refusal';
import { toControlId } from '@plenum/protocol/uplink';
import type { Caller, Device } from '../device/device.ts';
import { createCloudCommands } from './cloud-commands.ts';

const nonce = 'AAAAAAAAAAAAAAAAAAAAAA';

/** A device that holds every command, and records its sender. */
const createHolding = () => {
  const callers: Caller[] = [];
  const commandFor: Device['commandFor'] = async (caller) => {
    callers.push(caller);
    return ok(undefined);
  };
  return { callers, device: { commandFor, datagrams: () => nothingInstalled } as unknown as Device };
};

test('aborts a waiting command from the cloud at its deadline, and refuses a late one', async () => {
  const { callers, device } = createHolding();
  const controls = createCloudCommands({
    device,
    nonce,
    readOnly: false,
    log: silent,
    sentAt: () => 0,
    elapsed: () => 9_970,
  });
  const control = (no: number, within: number) =>
    controls.execute({
      type: 'control',
      id: toControlId({ session: nonce, no }),
      after: 0,
      within,
      command: { SysOn: 1 },
    } as never);
  assert.ok((await control(1, 10_000))!.result.ok);
  const signal = callers[0]!.signal!();
  assert.equal(signal.aborted, false);
  await once(signal, 'abort');
  const late = await control(2, 9_969);
  assert.ok(late !== undefined && !late.result.ok && late.result.refusal.code === 'too-late');
  assert.equal(callers.length, 1);
});

test('refuses a command that fails unexpectedly, and logs the reason without sending it', async () => {
  const broken = new Error('the disk is gone');
  const device = {
    commandFor: () => Promise.reject(broken),
    datagrams: () => nothingInstalled,
  } as unknown as Device;
  const errors: unknown[] = [];
  const log = { ...silent, error: (facts: object) => void errors.push(facts) };
  const controls = createCloudCommands({
    device,
    nonce,
    readOnly: false,
    sentAt: () => 0,
    elapsed: () => 0,
    log,
  });
  const id = toControlId({ session: nonce, no: 1 });
  const failed = await controls.execute({
    type: 'control',
    id,
    after: 0,
    within: 10_000,
    command: { SysOn: 1 },
  } as never);
  assert.ok(failed !== undefined && !failed.result.ok);
  assert.equal(failed.result.refusal.code, 'internal');
  assert.deepEqual(errors, [{ err: broken, command: 'SysOn' }]);
});
