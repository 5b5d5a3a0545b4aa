import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { test } from 'node:test';
import type { LiveStream } from '../live-stream.ts';
import type { HttpRequest } from '../request.ts';
import { createEventsRoute } from './events.ts';

test('opens live streams up to the limits of an address and of the bridge, and refuses more', () => {
  const open: string[] = [];
  const live: LiveStream = {
    join: (_, place) => void open.push(place),
    size: (place) => (place === undefined ? open : open.filter((one) => one === place)).length,
    [Symbol.dispose]: () => {},
  };
  const { stream } = createEventsRoute(live, { streams: 3, addressStreams: 2 });
  const connect = (ip: string) => {
    const written: unknown[] = [];
    const response = {
      req: { headers: {} },
      writeHead: (...of: unknown[]) => void written.push(...of),
      end: (text: string) => void written.push(text),
    } as unknown as ServerResponse;
    void stream({ ip } as HttpRequest, response);
    return written;
  };
  const [status, headers] = connect('10.0.0.1') as [number, Record<string, string>];
  assert.deepEqual(
    [status, headers['Content-Type'], headers.Connection, headers['Cache-Control']],
    [200, 'text/event-stream', 'close', 'no-store'],
  );
  assert.equal(connect('2001:db8::1')[0], 200);
  assert.equal(connect('10.0.0.1')[0], 200);
  assert.deepEqual(open, ['10.0.0.1', '2001:db8:0:0::/64', '10.0.0.1']);
  const refusedFor = (ip: string) => {
    const [refused, , text] = connect(ip);
    return [refused, text];
  };
  assert.deepEqual(refusedFor('10.0.0.1'), [
    409,
    '{ERROR: One more live stream is not available: 2 from this address are already open.}',
  ]);
  assert.deepEqual(refusedFor('10.0.0.2'), [
    409,
    '{ERROR: One more live stream is not available: 3 are already open.}',
  ]);
  assert.equal(open.length, 3);
});
