import { setTimeout as pause } from 'node:timers/promises';
import { verifyWebhook } from '@plenum/client';
import { alternate } from '../alternate.ts';
import { startChild } from '../child.ts';
import type { Samples } from '../measured.ts';
import { openEndpoint } from './endpoint.ts';
import { startCloudEnvironment } from './environment.ts';
import { timeEach, toLatencySamples } from './latency.ts';
import { post } from './post.ts';

const count = 200;

/** Measures the time from a command on the local network to the arrival of its signed Event. */
export async function measureCloudEvent(): Promise<readonly Samples[]> {
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
  await using bridge = await startChild('servers/paired-bridge', [
    JSON.stringify({ cloud: environment.url, token }),
  ]);
  await pause(2_000); // the snapshot's own events come first
  let changes = 0;
  const change = async () => {
    // Always another one than the last, also of the round before: what does not change is not sent.
    const Setpoint = 1_800 + 50 * (changes++ % 20);
    const arrived = new Promise<void>((resolve) => {
      onSetpoint = (setpoint) => setpoint === Setpoint && resolve();
    });
    await fetch(`http://127.0.0.1:${bridge.port}/HvacCommandV2`, {
      method: 'POST',
      body: JSON.stringify({ ZoneSetpoint: { Index: 1, Setpoint } }),
    });
    await arrived;
  };
  await using peer = await startChild('peers/raw-commit');
  const commit = () => post(`http://127.0.0.1:${peer.port}/`, '{}', {});
  const { ours, limit } = await alternate({
    ours: () => timeEach(count, change, { rest: 5 }),
    limit: () => timeEach(count, commit, { rest: 5 }),
  });
  return toLatencySamples('LAN change to webhook', ours, { 'raw node:http, one commit each': limit });
}
