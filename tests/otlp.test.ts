import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startCollector } from '@plenum/testbed/collector';
import { startTracedZone } from './traced-zone.fixture.ts';

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
const callersSpan = '00f067aa0ba902b7';

test('a control is one trace at the collector, from the request over the bridge to the webhook', async () => {
  await using collector = await startCollector();
  await using traced = await startTracedZone('--otlp', collector.url);
  const { zone, headerOf } = traced;
  const traceparent = `00-${traceId}-${callersSpan}-01`;
  await traced.control(2900, traceparent);
  const header = await headerOf(2900);

  const request = await collector.came('control', traceId);
  const sent = await collector.came('send to bridge', traceId);
  const executed = await collector.came('control ZoneSetpoint', traceId);
  const outbox = await collector.came('outbox', traceId);
  const webhook = await collector.came('webhook', traceId);
  const spans = [request, sent, executed, outbox, webhook];
  for (const span of spans) assert.equal(span.traceId, traceId, span.name);
  assert.deepEqual(
    spans.map(({ parentSpanId }) => parentSpanId),
    [callersSpan, request.spanId, sent.spanId, sent.spanId, outbox.spanId],
  );
  assert.deepEqual(
    [request.service, request.facts, request.failure],
    ['plenum-cloud', { componentId: zone, status: 200 }, undefined],
  );
  assert.deepEqual([executed.service, executed.facts], ['plenum-bridge', { outcome: 'done' }]);
  assert.match(request.instance, /^.+:\d+$/);
  assert.equal(webhook.facts.status, 204);
  assert.equal(header, `00-${traceId}-${webhook.spanId}-01`);
  assert.ok(request.startedAt <= sent.startedAt && sent.endedAt <= request.endedAt);

  await traced.controlLocally(2850);
  const [, localTrace, localSpan] = String(await headerOf(2850)).split('-');
  const command = await collector.came('command ZoneSetpoint', localTrace);
  assert.deepEqual([command.service, command.parentSpanId], ['plenum-bridge', undefined]);
  const localOutbox = await collector.came('outbox', localTrace);
  assert.equal(localOutbox.parentSpanId, command.spanId);
  const localWebhook = await collector.came('webhook', localTrace);
  assert.deepEqual([localWebhook.parentSpanId, localWebhook.spanId], [localOutbox.spanId, localSpan]);
});
