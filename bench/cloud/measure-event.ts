import { setTimeout as pause } from 'node:timers/promises';
import { verifyWebhook } from '@plenum/client';
import { startChild } from '../child.ts';
import type { Row } from '../row.ts';
import { openEndpoint } from './endpoint.ts';
import { startCloudEnvironment } from './environment.ts';
import { formatLatency, timeEach } from './latency.ts';

const count = 300;
const limits = { p50: 30, p99: 150 };

/** Measures the time from a command on the local network to the arrival of its signed Event. */
export const measureCloudEvent = async (): Promise<Row> => {
  await using environment = await startCloudEnvironment({ count: 0 });
  const account = await environment.enter();
  await account.allowApp();
  let onSetpoint: (setpoint: number) => void = () => {};
  using endpoint = await openEndpoint(account, (headers, body) => {
    // Throws unless the cloud signed the message, so that only valid events are measured.
    const { message } = verifyWebhook({ headers, body, secrets: [endpoint.secret] });
    if (message.requestType !== 'Event') return;
    for (const { componentId, datagram } of message.requestBody.devices)
      if (componentId.endsWith('_hvac_zone_1')) onSetpoint((datagram as { Setpoint: number }).Setpoint);
  });
  const token = await account.allowPairing();
  await using bridge = await startChild('paired-bridge', [JSON.stringify({ cloud: environment.url, token })]);
  await pause(2_000); // the snapshot's own events come first
  const change = async (turn: number) => {
    const Setpoint = 1_800 + 50 * (turn % 20);
    const arrived = new Promise<void>((resolve) => {
      onSetpoint = (setpoint) => setpoint === Setpoint && resolve();
    });
    await fetch(`http://127.0.0.1:${bridge.port}/HvacCommandV2`, {
      method: 'POST',
      body: JSON.stringify({ ZoneSetpoint: { Index: 1, Setpoint } }),
    });
    await arrived;
  };
  const { p50, p99 } = await timeEach(count, change, { rest: 5 });
  return {
    name: 'LAN change to signed event received',
    measured: formatLatency({ p50, p99 }),
    reference: `${count} changes, one after the other`,
    ratio: p50 / limits.p50,
    limit: `p50 < ${limits.p50} ms, p99 < ${limits.p99} ms`,
    within: p50 < limits.p50 && p99 < limits.p99,
  };
};
