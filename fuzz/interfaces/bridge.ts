import assert from 'node:assert/strict';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { startBridge } from '@plenum/testbed/bridge';
import fc from '@plenum/testbed/fast-check';
import { freePort } from '@plenum/testbed/free-port';
import { readOperations } from '../contracts.ts';
import { assertPublic } from '../internal-text.ts';
import { bytesLike } from '../mutate.ts';
import { target } from '../target.ts';
import { limitBridgeGrowth } from './bridge-growth.ts';
import { assertAnswered, exchange, isAccepted, send, toBytes } from './exchange.ts';
import { type HttpCase, requestsLike } from './requests.ts';

/** Requests that would send something to a push service on the internet, or make the bridge misbehave on purpose. */
const leftOut = /^\/alerts\/(save|test|renew)$|^\/simulation\/Quirks$/;

const operations = readOperations('local.openapi.json').filter(({ path }) => !leftOut.test(path));

/** The state of the house and the settings of its bridge, without the time. */
const readState = async (port: number): Promise<string> => {
  const get = (path: string) => send(port, { method: 'GET', target: path });
  const stream = await get('/events');
  const snapshot = JSON.parse(/^data: (.*)$/m.exec(stream)?.[1] ?? '{}') as { components: unknown };
  const settings = [];
  for (const path of ['/groups', '/energy/tariff', '/favourites/exceptions', '/time-zone'])
    settings.push(await get(path));
  return JSON.stringify([snapshot.components, settings]);
};

const pauseClock = (port: number) =>
  send(port, { method: 'POST', target: '/simulation/ClockPause', body: '1' });

/** Every request is answered, none with 500 or an internal text, and a refused one changes nothing. */
export const bridgeHttp = target<HttpCase>({
  name: 'HTTP of the bridge',
  weight: 10,
  start: async (stack) => {
    const bridge = stack.use(await startBridge('--house', 'flat', '--time-scale', '0'));
    const port = Number(new URL(bridge.url).port);
    await pauseClock(port);
    let state = await readState(port);
    return {
      cases: requestsLike(operations, {}),
      check: async (given) => {
        let isRefused = true;
        for (const bytes of 'bytes' in given ? [given.bytes] : given.requests.map(toBytes)) {
          const { text, statuses } = await exchange(port, bytes, { isWhole: 'requests' in given });
          if ('requests' in given) assertAnswered(bytes, { text, statuses });
          assert.ok(!statuses.includes(500), text.slice(0, 500));
          assertPublic(text);
          if (isAccepted({ text, statuses })) isRefused = false;
        }
        if (!isRefused) await pauseClock(port);
        const now = await readState(port);
        // An incomplete request has no response that would tell.
        if (isRefused && 'requests' in given) assert.equal(now, state, 'a refused request changed the state');
        state = now;
        return !isRefused;
      },
      finish: await limitBridgeGrowth(port),
    };
  },
});

/** A datagram gets an answer to discovery or none, and the bridge then still answers discovery. */
export const bridgeUdp = target<{ readonly datagrams: readonly Buffer[] }>({
  name: 'discovery of the bridge',
  weight: 3,
  start: async (stack) => {
    const udpPort = await freePort();
    stack.use(await startBridge('--house', 'flat', '--udp-port', String(udpPort)));
    const [hostile, client] = [createSocket('udp4'), createSocket('udp4')];
    stack.defer(() => void hostile.close());
    stack.defer(() => void client.close());
    const answers: string[] = [];
    hostile.on('message', (bytes) => answers.push(bytes.toString('latin1')));
    const isAnswer = /^ASPort_12107,Mac_\d{9},IP_127\.0\.0\.1,/;
    return {
      cases: fc.record({
        datagrams: fc.array(
          bytesLike(['IASD', 'IASD\0\0', '', 'ASPort_12107,Mac_000000001']).map((bytes) =>
            bytes.subarray(0, 60_000),
          ),
          { minLength: 1, maxLength: 4 },
        ),
      }),
      check: async ({ datagrams }) => {
        for (const bytes of datagrams) hostile.send(bytes, udpPort, '127.0.0.1');
        const answered = once(client, 'message', { signal: AbortSignal.timeout(30_000) });
        client.send('IASD', udpPort, '127.0.0.1');
        const [bytes] = (await answered) as [Buffer];
        assert.match(bytes.toString('latin1'), isAnswer);
        const toHostile = answers.splice(0);
        for (const answer of toHostile) assert.match(answer, isAnswer);
        return toHostile.length > 0;
      },
    };
  },
});
