import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { BridgeFrameOf, CloudFrame } from '@plenum/protocol/uplink';
import { createFleetMetrics } from './metrics.ts';
import { createUplink } from './simulated-bridge.ts';

/** Opens the uplink of a simulated bridge whose other end is the test. */
const open = () => {
  const metrics = createFleetMetrics();
  const uplink = createUplink({ systemId: '900000000', metrics });
  const sent: BridgeFrameOf<'snapshot' | 'change' | 'result'>[] = [];
  uplink.open({ send: (text) => void sent.push(JSON.parse(text)), close: () => {} });
  const { session } = sent[0] as BridgeFrameOf<'snapshot'>;
  return {
    uplink,
    metrics,
    /** The frames sent since the last call. */
    sent: () => sent.splice(0),
    receive: (frame: CloudFrame) => uplink.receive(JSON.stringify(frame)),
    control: (no: number, command: object) =>
      uplink.receive(
        JSON.stringify({ type: 'control', id: `${session}.${no}`, after: 1, within: 1_000, command }),
      ),
  };
};

test('sends the change of a control that came while another waited, then the result', () => {
  const { uplink, receive, control, sent } = open();
  receive({ type: 'ack', n: 1 });
  sent();
  uplink.change(10);
  assert.deepEqual(
    sent().map(({ type }) => type),
    ['change'],
  );
  control(1, { Setpoint: 2500 });
  assert.deepEqual(sent(), []);
  assert.equal(uplink.acknowledged(), undefined);
  receive({ type: 'ack', n: 2 });
  const [change, result, ...more] = sent();
  assert.ok(change?.type === 'change' && result?.type === 'result');
  const unit = change.components.find(({ kind }) => kind === 'unit');
  assert.equal(unit?.datagram.Setpoint, 2500);
  assert.deepEqual(more, []);
  receive({ type: 'ack', n: 4 });
  assert.deepEqual(sent(), []);
  assert.equal(uplink.acknowledged()?.[0]?.datagram.Setpoint, 2500);
});

test('sends the change and the result of a control immediately if nothing waits', () => {
  const { receive, control, sent } = open();
  receive({ type: 'ack', n: 1 });
  sent();
  control(1, { Setpoint: 2500 });
  assert.deepEqual(
    sent().map(({ type }) => type),
    ['change', 'result'],
  );
});

test('sends a snapshot again if the cloud asks for one', () => {
  const { receive, sent } = open();
  const [first] = sent();
  receive({ type: 'resend' });
  assert.deepEqual(sent(), []);
  receive({ type: 'ack', n: 1 });
  const [second] = sent();
  assert.ok(first?.type === 'snapshot' && second?.type === 'snapshot');
  assert.deepEqual([second.n, second.session], [2, first.session]);
});
