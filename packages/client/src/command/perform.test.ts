import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BridgeError } from '../exchange/bridge-error.ts';
import { type CommandDeps, perform } from './perform.ts';

/** The dependencies for sending a command to a Plenum bridge, and a record of how each write ended. */
const deps = ({ isFollowed, sent }: { readonly isFollowed: boolean; readonly sent: () => void }) => {
  const ended: string[] = [];
  const end = (how: string) => () => void ended.push(how);
  const knowledge = {
    isFollowed: () => isFollowed,
    begin: () => ({ forget: end('forgotten') }),
    accept: end('accepted'),
    lose: end('lost'),
  };
  const connection = { isPlenum: () => true, where: 'bridge', options: { clock: { now: () => 0 } } };
  const session = { sendCommand: async () => sent() };
  const queue = {
    write: ({ run }: { run: (state: object) => unknown }) => run({ isWanted: () => true }),
    heldBy: () => undefined,
  };
  const all = { connection, session, queue, knowledge, newest: new Map() };
  return { ended, deps: all as unknown as CommandDeps };
};

const command = { name: 'SysSetpoint', body: 2200 } as const;

test('forgets the write of a completed command unless a caller follows the bridge', async () => {
  for (const [isFollowed, how] of [
    [false, 'forgotten'],
    [true, 'accepted'],
  ] as const) {
    const one = deps({ isFollowed, sent: () => {} });
    assert.deepEqual(await perform(command, {}, one.deps), { verified: false });
    assert.deepEqual(one.ended, [how]);
  }
});

test('forgets the write of a command that the bridge refuses', async () => {
  const sent = () => {
    throw new BridgeError('refused', 'No.');
  };
  const one = deps({ isFollowed: true, sent });
  await assert.rejects(perform(command, {}, one.deps), { code: 'refused' });
  assert.deepEqual(one.ended, ['forgotten']);
});
