import { setTimeout as pause } from 'node:timers/promises';
import type { BridgeAttack } from '../attack/bridge-attacks.ts';
import { startChild } from '../child.ts';
import { formatLatency, timeEach } from '../cloud/latency.ts';
import { post } from '../cloud/post.ts';
import type { Measurement, Row } from '../row.ts';

const query = '{"HvacV2Request":{"Type":1,"No":0,"No1":0}}';
/** Days of recorded history; two of them have samples for every minute. */
const days = 7;
const pace = { count: 200, rest: 25 };

/** Measures the response times of a client on the local network before and during an attack from other addresses. */
const measure = async (attack: BridgeAttack, { from, limit }: { from: readonly string[]; limit: number }) => {
  await using bridge = await startChild('servers/bridge', [String(days)]);
  const act = () => post(`http://127.0.0.1:${bridge.port}/HvacRequestV2`, query, {});
  const before = await timeEach(pace.count, act, pace);
  const resident = await bridge.resident();
  await using _attacker = await startChild('servers/bridge-attacker', [
    JSON.stringify({ port: bridge.port, from, attack }),
  ]);
  await pause(3_000);
  const under = await timeEach(pace.count, act, pace);
  const grown = ((await bridge.resident()) - resident) / 1_048_576;
  return {
    name: `local query during an attack by ${attack}`,
    measured: `${formatLatency(under)}, ${grown.toFixed(0)} MB more`,
    reference: `before: ${formatLatency(before)}`,
    ratio: under.p50,
    limit: `<= ${limit} ms`,
    within: under.p50 <= limit,
  } satisfies Row;
};

/**
 * Measures the response times of a client on the local network while another client uses as much as it can
 * (docs/security.md, "Bridge").
 */
export const measureBridgeNeighbours: Measurement = async () => [
  await measure('history', { from: ['127.0.0.2'], limit: 250 }),
  await measure('energy', { from: ['127.0.0.2'], limit: 250 }),
  await measure('unread', { from: ['127.0.0.2'], limit: 250 }),
  await measure('nested', { from: ['127.0.0.2'], limit: 10 }),
  await measure('members', { from: ['127.0.0.2'], limit: 10 }),
  await measure('house', { from: ['127.0.0.2'], limit: 10 }),
  await measure('metrics', { from: ['127.0.0.2'], limit: 10 }),
  await measure('streams', { from: ['127.0.0.2', '127.0.0.3', '127.0.0.4', '127.0.0.5'], limit: 50 }),
];
