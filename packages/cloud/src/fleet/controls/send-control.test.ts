import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { checkCommand } from '@plenum/protocol/command';
import { ok, refuse } from '@plenum/protocol/refusal';
import type { BridgeReply } from './bridge-reply.ts';
import type { ControlContext, ControlSender } from './bridge-requests.ts';
import { controlForOwner } from './control-for-owner.ts';
import { sendControl } from './send-control.ts';

const systemId = '000000001';

/** Creates bridges that always give the same reply, and records the commands they receive. */
const answering = (reply: BridgeReply) => {
  const sent: unknown[] = [];
  const controls: ControlSender = {
    control: async (...of: unknown[]) => {
      sent.push(of);
      return reply;
    },
  };
  return { controls, sent };
};

const sendOnce = (reply: BridgeReply, within = 10_000) => {
  const command = checkCommand({ SysOn: 1 });
  assert.ok(command.ok);
  const control = { systemId, command: command.value, now: 5_000, within };
  return sendControl(answering(reply).controls, control);
};

const failure = (status: number, detail: string) => ({
  ok: false,
  refusal: { status, result: 'Error', detail },
});

describe('sendControl', () => {
  it('sends a control to its bridge with its body, its deadline and its origin', async () => {
    const { controls, sent } = answering({ answer: 'done' });
    const command = checkCommand({ ZoneSetpoint: { Index: 1, Setpoint: 2200 } });
    assert.ok(command.ok);
    const by: ControlContext = { app: 'app', account: 'ann', garage: true, trace: 'trace' };
    const control = { systemId, command: command.value, now: 5_000, within: 10_000, by };
    assert.deepEqual(await sendControl(controls, control), {
      result: ok(undefined),
      wasNotExecuted: false,
    });
    assert.deepEqual(sent, [[systemId, { ZoneSetpoint: { Index: 1, Setpoint: 2200 } }, 15_000, by]]);
  });

  it("returns the bridge's sentence and refusal for a control that failed, perhaps in part", async () => {
    const why = refuse('internal');
    assert.ok(!why.ok);
    const reply = { answer: 'refused', status: 409, detail: 'No.', refusal: why.refusal } as const;
    assert.deepEqual(await sendOnce(reply), {
      result: failure(502, 'No.'),
      wasNotExecuted: false,
      refusal: why.refusal,
      noReply: undefined,
    });
  });

  for (const [answer, wasNotExecuted, detail] of [
    ['absent', true, 'The bridge is not connected; nothing was done.'],
    ['unreachable', true, 'The bridge cannot be reached from here at the moment; nothing was done.'],
    ['silent', false, 'The bridge did not answer within 7.5 s; it is not known whether it was done.'],
  ] as const)
    it(`a control may${wasNotExecuted ? '' : ' not'} be repeated if the bridge is ${answer}`, async () => {
      assert.deepEqual(await sendOnce({ answer }, 7_500), {
        result: failure(504, detail),
        wasNotExecuted,
        refusal: undefined,
        noReply: answer,
      });
    });

  it('a control may be repeated if the bridge dropped it because no caller was waiting', async () => {
    assert.deepEqual(await sendOnce({ answer: 'dropped' }), {
      result: failure(504, 'The client disconnected before the command was carried out; nothing was done.'),
      wasNotExecuted: true,
      refusal: undefined,
      noReply: undefined,
    });
  });

  it('reports an internal error if the reply to a control is one that only a read can get', async () => {
    for (const reply of [{ answer: 'cannot' }, { answer: 'read', status: 200, body: '{}' }] as const)
      await assert.rejects(sendOnce(reply), /a control got the reply to a read/);
  });
});

describe('controls from a page', () => {
  const send = (command: unknown) => {
    const { controls, sent } = answering({ answer: 'done' });
    return { sent, controlled: controlForOwner(controls, { systemId, command, now: 0, within: 1_000 }) };
  };

  it('checks a command from a page and sends it to the bridge', async () => {
    const { controlled, sent } = send({ ZoneSetpoint: { Index: 1, Setpoint: 2200 } });
    assert.deepEqual((await controlled).result, ok(undefined));
    assert.deepEqual(sent, [[systemId, { ZoneSetpoint: { Index: 1, Setpoint: 2200 } }, 1_000, undefined]]);
  });

  for (const [what, command, status, result, code] of [
    ['out of range', { ZoneSetpoint: { Index: 1, Setpoint: 9_900 } }, 400, 'InvalidRequest', 'too-high'],
    ['unknown', { Strange: 1 }, 400, 'InvalidRequest', 'unknown-command'],
    ['two commands', { SysOn: 1, SysMode: 1 }, 400, 'InvalidRequest', undefined],
    ['one of installers', { FanCapacity: 700 }, 403, 'UserNotAllowed', 'local-only'],
  ] as const)
    it(`refuses a command from a page as data if it is ${what}, and does not send it`, async () => {
      const { controlled, sent } = send(command);
      const got = await controlled;
      assert.ok(!got.result.ok);
      const failed = got.result.refusal;
      assert.deepEqual([failed.status, failed.result], [status, result]);
      if (code !== undefined) assert.equal(got.refusal?.code, code);
      assert.notEqual(failed.detail, '');
      assert.deepEqual(sent, []);
    });
});
