import assert from 'node:assert/strict';
import { it } from 'node:test';
import { startCollector } from '@plenum/testbed/collector';
import { freePort } from '@plenum/testbed/free-port';
import { createTracer, tryCollector } from './create-tracer.ts';

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
const parentOf = (flags: string) => `00-${traceId}-00f067aa0ba902b7-${flags}`;

/** Creates a tracer, and a list of the sentences that it logs. */
const open = (url: string) => {
  const logged: string[] = [];
  const write = (_: object, sentence: string) => void logged.push(sentence);
  const log = { warn: write, info: write };
  return {
    logged,
    tracer: createTracer({
      url,
      service: 'plenum-test',
      version: '1.2.3',
      instance: 'vm:8090',
      log,
      delay: 1,
    }),
  };
};

it('a span reaches the collector with its parent, times, facts and failure', async () => {
  await using collector = await startCollector();
  const { tracer } = open(collector.url);
  const outer = tracer.start({ name: 'control', kind: 'server', parent: parentOf('01'), facts: { a: 'b' } });
  const inner = tracer.start({ name: 'outbox', kind: 'internal', parent: outer.traceparent, at: 1_000 });
  inner.end();
  outer.end({ status: 504 }, 'not connected');
  await tracer[Symbol.asyncDispose]();
  assert.equal(outer.traceparent, `00-${traceId}-${(await collector.came('control')).spanId}-01`);
  const [control, outbox] = [await collector.came('control'), await collector.came('outbox')];
  assert.deepEqual([control.traceId, control.parentSpanId, control.kind], [traceId, '00f067aa0ba902b7', 2]);
  assert.deepEqual([control.facts, control.failure], [{ a: 'b', status: 504 }, 'not connected']);
  assert.deepEqual([outbox.traceId, outbox.parentSpanId, outbox.kind], [traceId, control.spanId, 1]);
  assert.deepEqual([outbox.startedAt, outbox.failure], [1_000, undefined]);
  assert.deepEqual([control.service, control.instance], ['plenum-test', 'vm:8090']);
});

it('records a trace that begins here, and only passes on one that its caller does not record', async () => {
  await using collector = await startCollector();
  const { tracer } = open(collector.url);
  const own = tracer.start({ name: 'own', kind: 'server' });
  assert.match(own.traceparent, /^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/);
  const quiet = tracer.start({ name: 'quiet', kind: 'server', parent: parentOf('00') });
  assert.match(quiet.traceparent, new RegExp(`^00-${traceId}-[0-9a-f]{16}-00$`));
  quiet.end();
  own.end();
  await tracer[Symbol.asyncDispose]();
  assert.deepEqual(
    collector.spans.map(({ name, parentSpanId }) => [name, parentSpanId]),
    [['own', undefined]],
  );
});

it('logs once that a collector refuses traces or is gone, and stops nevertheless', async () => {
  await using collector = await startCollector();
  collector.status = 400;
  const { tracer, logged } = open(collector.url);
  for (let count = 0; count < 2; count++) {
    tracer.start({ name: 'lost', kind: 'server' }).end();
    const before = collector.requests;
    while (collector.requests === before) await new Promise(setImmediate);
  }
  collector.status = 200;
  tracer.start({ name: 'kept', kind: 'server' }).end();
  await collector.came('kept');
  await tracer[Symbol.asyncDispose]();
  const lost = 'traces cannot be sent to the collector; they are lost';
  assert.deepEqual(logged, [lost, 'traces are sent to the collector again']);

  const gone = open(`http://127.0.0.1:${await freePort()}`);
  gone.tracer.start({ name: 'lost', kind: 'server' }).end();
  await gone.tracer[Symbol.asyncDispose]();
  assert.deepEqual(gone.logged, [lost]);
});

it('tries a collector without sending a span', async () => {
  await using collector = await startCollector();
  assert.equal(await tryCollector(collector.url), undefined);
  assert.deepEqual([collector.requests, collector.spans], [1, []]);
  collector.status = 401;
  assert.match(String(await tryCollector(collector.url)), /401|Unauthorized/);
  assert.match(String(await tryCollector(`http://127.0.0.1:${await freePort()}`)), /ECONNREFUSED/);
});
