import assert from 'node:assert/strict';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { it } from 'node:test';
import { createSeededRandom } from '@plenum/testbed/seeded-random';
import { startUnreliableRelay } from './notices.ts';

it('the unreliable relay loses, repeats and reorders datagrams', async () => {
  const end = createSocket('udp4').bind(0, '127.0.0.1');
  await once(end, 'listening');
  // One datagram is lost, one is repeated, one is delayed by the longest delay, and the last is neither.
  const drawn = [0, 0.5, 0, 0.5, 0.5, 0.5, 0.5, 0, 1, 0.5, 0.5, 0.5];
  const random = { ...createSeededRandom(1), fraction: () => drawn.shift()! };
  await using relay = await startUnreliableRelay(end.address().port, random);
  const received: string[] = [];
  const all = new Promise<void>((resolve) => {
    end.on('message', (datagram) => {
      received.push(String(datagram));
      if (received.length === 4) resolve();
    });
  });
  for (const datagram of ['lost', 'repeated', 'delayed', 'last']) end.send(datagram, relay.port, '127.0.0.1');
  await all;
  assert.deepEqual(received, ['repeated', 'repeated', 'last', 'delayed']);
  assert.deepEqual(drawn, []);
  end.close();
});
