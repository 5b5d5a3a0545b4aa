import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { startBridge } from '@plenum/bridge';
import { connectUplink, signConnectToken } from '@plenum/bridge/uplink';
import { systemClock } from '@plenum/platform';
import { readBridgeFrame, readCloudFrame, uplink } from '@plenum/protocol/uplink';
import { enterAccount } from '@plenum/testbed/account';
import { createDataFolder } from '@plenum/testbed/data-folder';
import fc from '@plenum/testbed/fast-check';
import { toShippedHouse } from '@plenum/testbed/house';
import { type WebSocket, WebSocketServer } from 'ws';
import { createKey, pairBridges } from '../../bench/attack/bridges.ts';
import { assertPublic } from '../internal-text.ts';
import { bytesLike, jsonLike } from '../mutate.ts';
import { bridgeFrames, cloudFrames, cloudFramesWithin, session } from '../parsers/frames.ts';
import { target } from '../target.ts';
import { hangAfter, orHang } from './exchange.ts';
import { limitGrowth, secretName, startCloud } from './start-cloud.ts';

/** Number of hostile bridges that take turns, because a cloud limits how often a bridge connects. */
const bridges = 20;

/** Frames of a hostile bridge: each is acknowledged or ends its connection, and changes nothing of other accounts. */
export const bridgeToCloud = target<{ readonly isEarly: boolean; readonly frame: string }>({
  name: 'uplink of the cloud',
  weight: 2,
  start: async (stack) => {
    const cloud = await startCloud(stack);
    const { url, owner, systemId } = cloud;
    const attacker = await enterAccount(url, { email: 'attacker@example.org', password: 'an attacker 24/7' });
    await attacker.signUp();
    const key = await createKey();
    const all = await pairBridges(url, key, await attacker.allowPairing(), bridges);
    const [own] = all;
    const seeds = [own, systemId].flatMap((uid) =>
      bridgeFrames.map((frame) => ({
        ...frame,
        n: 2,
        ...('identity' in frame && { identity: { ...(frame.identity as object), uid } }),
      })),
    );
    const first = JSON.stringify({ ...seeds[0], n: 1 });
    const readOwner = () =>
      owner.call('/console/components').then((components) => JSON.stringify(components));
    const before = await readOwner();
    let count = 0;
    /** Reads something from the house as its owner, which sends a frame to the bridge; resolves to the response. */
    const readHouse = async (uid: string): Promise<string> =>
      attacker.call(`/console/houses/${uid}/recorded?path=/groups&query=`).then(JSON.stringify, String);
    return {
      cases: fc.record({
        isEarly: fc.oneof(
          { weight: 5, arbitrary: fc.constant(false) },
          { weight: 1, arbitrary: fc.constant(true) },
        ),
        frame: jsonLike(seeds),
      }),
      check: async ({ isEarly, frame }) => {
        const uid = all[count % all.length]!;
        const toOwn = (text: string) => text.replaceAll(own!, uid);
        const later = [toOwn(frame), JSON.stringify({ type: 'ping', n: isEarly ? 2 : 3 })];
        const received: string[] = [];
        let read: Promise<string> | undefined;
        const attack = async () => {
          const token = await signConnectToken({ key, systemId: uid, audience: url, now: Date.now() });
          return connectUplink({
            cloud: url,
            token,
            clock: systemClock,
            signal: AbortSignal.timeout(2 * hangAfter),
            opened: ({ send, close }) => {
              const sendLater = () => {
                for (const text of later.splice(0)) send(text);
              };
              if (isEarly) sendLater();
              else send(toOwn(first));
              return (text) => {
                received.push(text);
                const answer = readCloudFrame(text);
                if (!answer.ok || answer.value.type === 'close') return close();
                if (answer.value.type === 'read') sendLater();
                if (answer.value.type !== 'ack') return;
                if (answer.value.n >= (isEarly ? 2 : 3)) return close();
                // Without a response nothing was read, because the bridge counted as not connected yet.
                read ??= readHouse(uid).finally(sendLater);
              };
            },
          });
        };
        let rejection = await orHang('the frame was neither acknowledged nor refused', attack());
        // The cloud limits how many bridges of an account connect at a time, and the last one may not be gone yet.
        for (let turn = 0; rejection?.error === 'busy' && turn < 20; turn++) {
          await pause(rejection.retryAfter ?? 1_000);
          rejection = await orHang('the frame was neither acknowledged nor refused', attack());
        }
        assert.equal(rejection, undefined, 'the bridge was not admitted');
        for (const text of received) {
          assert.ok(readCloudFrame(text).ok, text);
          assertPublic(text, [secretName]);
        }
        const answer = await read;
        if (answer !== undefined) {
          assert.doesNotMatch(answer, /: 500 /);
          assertPublic(answer, [secretName]);
        }
        if (++count % 100 === 0)
          assert.equal(await readOwner(), before, 'the components of another account changed');
        return received.every((text) => !text.includes('"type":"close"'));
      },
      finish: await limitGrowth(cloud),
    };
  },
});

/** Frames of a hostile cloud: the bridge keeps its house as it was if it refuses them, and connects again. */
export const cloudToBridge = target<{ readonly frames: readonly (string | Buffer)[] }>({
  name: 'uplink of the bridge',
  weight: 3,
  start: async (stack) => {
    const sockets: WebSocket[] = [];
    let wake = () => {};
    const server = createServer((_, response) => response.writeHead(404).end());
    const accepting = new WebSocketServer({ server, handleProtocols: () => uplink.subprotocol });
    accepting.on('connection', (socket) => {
      socket.on('error', () => {});
      sockets.push(socket);
      wake();
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    stack.defer(async () => {
      for (const socket of accepting.clients) socket.terminate();
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    });
    const bridge = stack.use(
      await startBridge({
        house: toShippedHouse('demo'),
        timeScale: 0,
        httpPort: 0,
        udpPort: 0,
        notifyAddress: '127.0.0.1',
        notifyPort: 9,
        dataDir: stack.use(createDataFolder()).path,
        cloud: async () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
        clock: { ...systemClock, after: (milliseconds, run) => systemClock.after(milliseconds / 50, run) },
        uplinkPace: {
          pingInterval: 1_000,
          idleTimeout: 60_000,
          backoff: { first: 5, max: 50 },
          forgetAfter: 50,
        },
      }),
    );
    const connected = async (): Promise<WebSocket> => {
      while (sockets.length === 0)
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      return sockets.shift()!;
    };
    const lastId = (nonce: string) => `${nonce}.999999999999999`;
    /**
     * Sends frames after the snapshot of a connection, then reads until the result of a last control, which changes
     * nothing, or the end of the connection. Returns the texts before that.
     */
    const attack = async (frames: readonly (string | Buffer)[]): Promise<readonly string[]> => {
      const socket = await connected();
      const received: string[] = [];
      let nonce = '';
      const over = Promise.withResolvers<void>();
      socket.on('close', () => over.resolve());
      socket.on('message', (data) => {
        const text = data.toString();
        const frame = readBridgeFrame(text);
        if (!frame.ok)
          return over.reject(new Error(`the bridge sent an invalid frame: ${text.slice(0, 500)}`));
        if (frame.value.type === 'result' && frame.value.id === lastId(nonce)) return socket.close();
        received.push(text);
        socket.send(JSON.stringify({ type: 'ack', n: frame.value.n }));
        if (frame.value.type !== 'snapshot' || frame.value.n !== 1) return;
        nonce = frame.value.session;
        for (const [at, each] of frames.entries())
          socket.send(
            typeof each === 'string'
              ? each.replaceAll(`${session}.1`, `${nonce}.${at + 1}`).replaceAll(session, nonce)
              : each,
          );
        const command = { SysOn: bridge.device.datagrams().unit[0]!.SysOn };
        const last = { type: 'control', id: lastId(nonce), after: 1, within: 3_600_000, command };
        socket.send(JSON.stringify(last));
      });
      await over.promise;
      return received;
    };
    const state = () => JSON.stringify(bridge.device.datagrams());
    return {
      cases: fc.record({
        frames: fc.array(
          fc.oneof(
            { weight: 8, arbitrary: cloudFramesWithin },
            { weight: 4, arbitrary: jsonLike(cloudFrames) },
            { weight: 1, arbitrary: bytesLike(['{"type":"ack","n":1}']) },
          ),
          { minLength: 1, maxLength: 3 },
        ),
      }),
      check: async ({ frames }) => {
        const before = state();
        const received = await orHang('the bridge did not connect, answer or close', attack(frames));
        for (const each of received) if (!each.includes('"type":"snapshot"')) assertPublic(each);
        const isDone = received.some(
          (each) => /"type":"(result|change)"/.test(each) && !each.includes('"refusal"'),
        );
        // Once an invalid frame has ended the connection, the bridge no longer reports the controls before it.
        const mayBeUnreported =
          frames.length > 1 && frames.some((each) => String(each).includes('"control"'));
        if (!isDone && !mayBeUnreported) assert.equal(state(), before, 'a refused frame changed the house');
        return isDone;
      },
    };
  },
});
