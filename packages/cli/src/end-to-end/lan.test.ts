import assert from 'node:assert/strict';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { networkInterfaces } from 'node:os';
import { describe, it } from 'node:test';
import { apart, startInFolder } from '@plenum/testbed/server';

/**
 * Starts a command; returns the address that it serves. On Linux every address in 127.0.0.0/8 belongs to this machine.
 * So 127.0.0.2 reaches a program that serves every address, but not one that serves only 127.0.0.1, even without a
 * network.
 */
const start = async (...words: string[]) => {
  const running = startInFolder(...words, '--http-port', '0', ...apart);
  const [, port] = await running.line(/^ {2}http:\/\/127\.0\.0\.1:(\d+)$/m);
  const [, udpPort] = await running.line(/^Discovery: UDP port (\d+)\./m);
  const isReached = (address: string) =>
    fetch(`http://${address}:${port}/healthz`).then(
      ({ status }) => status === 200,
      () => false,
    );
  return { ...running, port, udpPort: Number(udpPort), isReached };
};

/** Returns the programs that answer a broadcast on loopback. */
const broadcast = async (udpPort: number): Promise<string> => {
  const socket = createSocket('udp4').bind(0, '127.0.0.9');
  await once(socket, 'listening');
  socket.setBroadcast(true);
  socket.send('IASD', udpPort, '127.255.255.255');
  const [bytes] = (await once(socket, 'message')) as [Buffer];
  socket.close();
  return bytes.toString();
};

describe('the address that a program serves', { skip: process.platform !== 'linux' }, () => {
  it('plenum start serves only this machine', async () => {
    await using running = await start('start', '--no-cloud');
    assert.deepEqual(
      [await running.isReached('127.0.0.1'), await running.isReached('127.0.0.2')],
      [true, false],
    );
    await running.line(/^Other machines cannot reach it; start with --lan to serve the network\.$/m);
  });

  for (const words of [['start', '--no-cloud', '--lan'], ['bridge']])
    it(`plenum ${words.join(' ')} is reachable from the network, at the printed addresses and by broadcast`, async () => {
      await using running = await start(...words);
      assert.ok(await running.isReached('127.0.0.2'));
      const own = Object.values(networkInterfaces()).flatMap((each) => each ?? []);
      for (const { address } of own.filter(({ family }) => family === 'IPv4'))
        await running.line(new RegExp(`^ {2}http://${address.replaceAll('.', '\\.')}:${running.port}$`, 'm'));
      assert.match(
        await broadcast(running.udpPort),
        /^ASPort_12107,Mac_\d{9},IP_127\.0\.0\.\d+,Hvac,HvacV2,/,
      );
    });
});
