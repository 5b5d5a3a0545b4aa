import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import type { SeededRandom } from '@plenum/testbed/seeded-random';

/** The probabilities with which a datagram is lost, repeated and delayed, and the longest delay in ms. */
const shares = { lost: 0.1, repeated: 0.1, delayed: 0.3 };
const maxDelay = 400;

/** Forwards datagrams to a port of this machine; loses, repeats and reorders some. */
export async function startUnreliableRelay(target: number, random: SeededRandom) {
  const socket = createSocket('udp4').bind(0, '127.0.0.1');
  await once(socket, 'listening');
  let isClosed = false;
  const send = (datagram: Buffer) => {
    if (!isClosed) socket.send(datagram, target, '127.0.0.1');
  };
  socket.on('error', () => {});
  socket.on('message', (datagram) => {
    if (random.fraction() < shares.lost) return;
    const times = random.fraction() < shares.repeated ? 2 : 1;
    for (let count = 0; count < times; count++) {
      if (random.fraction() < shares.delayed) setTimeout(send, random.fraction() * maxDelay, datagram);
      else send(datagram);
    }
  });
  return {
    port: socket.address().port,
    [Symbol.asyncDispose]: async () => {
      isClosed = true;
      socket.close();
    },
  };
}
