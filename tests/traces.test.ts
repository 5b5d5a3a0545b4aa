import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { runPlenum } from '@plenum/testbed/plenum';
import { startTracedZone } from './traced-zone.fixture.ts';

const parentOf = (traceId: string, flags: string) => `00-${traceId}-00f067aa0ba902b7-${flags}`;

test('the trace of a control, from cloud or local, appears in the logs and in its event', async () => {
  await using running = await startTracedZone();
  const { plenum, access, zone, control, controlLocally, headerOf } = running;

  const traced = parentOf('4bf92f3577b34da6a3ce929d0e0e4736', '01');
  await control(2900, traced);
  assert.equal(await headerOf(2900), traced);
  await plenum.line(
    /info: a control with a sampled trace was sent to a bridge .*"trace":"4bf92f3577b34da6a3ce929d0e0e4736"/,
  );
  await plenum.line(/info: traced a control from the cloud .*"trace":"4bf92f3577b34da6a3ce929d0e0e4736"/);

  const quiet = parentOf('aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa', '00');
  await control(2850, quiet);
  assert.equal(await headerOf(2850), quiet);

  await control(2800);
  assert.equal(await headerOf(2800), undefined);
  await control(2750, `${traced}-more`);
  assert.equal(await headerOf(2750), undefined);
  await control(2700, `01${traced.slice(2)}${'-x'.repeat(200)}`);
  assert.equal(await headerOf(2700), undefined);

  const overGrpc = parentOf('cccccccccccccccccccccccccccccccc', '01');
  const answer = await fetch(`${plenum.cloud}/plenum.cloud.v1.ClimateCloud/Control`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', traceparent: overGrpc },
    body: JSON.stringify({
      accessToken: access,
      requestId: randomUUID(),
      componentId: zone,
      requestBody: JSON.stringify({ ZoneSetpoint: { Index: 1, Setpoint: 2650 } }),
    }),
  });
  assert.equal(answer.status, 200);
  assert.equal(await headerOf(2650), overGrpc);
  await plenum.line(/"trace":"cccccccccccccccccccccccccccccccc".*"command":"ZoneSetpoint","outcome":"done"/);

  // The trace of a command on the local network also reaches the event, over the bridge's uplink.
  const fromHouse = parentOf('dddddddddddddddddddddddddddddddd', '01');
  await controlLocally(2600, fromHouse);
  assert.equal(await headerOf(2600), fromHouse);
  await plenum.line(/traced a control from the local network .*"trace":"dddddddddddddddddddddddddddddddd"/);
  await controlLocally(2550, `${fromHouse}-more`);
  assert.equal(await headerOf(2550), undefined);

  const typed = parentOf('eeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee', '00');
  const { host } = new URL(plenum.bridge);
  const words = ['control', host, 'ZoneSetpoint', 'Index=1', 'Setpoint=25C'];
  assert.equal((await runPlenum(words, { TRACEPARENT: typed })).code, 0);
  assert.equal(await headerOf(2500), typed);
});
