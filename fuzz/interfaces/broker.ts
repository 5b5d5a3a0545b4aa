import assert from 'node:assert/strict';
import type { Socket } from 'node:net';
import { startBridge } from '@plenum/testbed/bridge';
import fc from '@plenum/testbed/fast-check';
import { mosquittoMissing, startMosquitto } from '@plenum/testbed/mosquitto';
import { connectAsync } from 'mqtt';
import { bodiesAt, readOperations } from '../contracts.ts';
import { assertPublic } from '../internal-text.ts';
import { bytesLike, textsLike } from '../mutate.ts';
import { target } from '../target.ts';

const commands = bodiesAt(readOperations('local.openapi.json'), /Command(V2)?$/).map((body) =>
  JSON.stringify(body),
);

/**
 * Maximum length of a payload, less than what Plenum announces to the broker. Mosquitto drops a longer one, but keeps
 * counting it among the messages that Plenum has not acknowledged, and after 32 of them sends no more.
 */
const maxPayload = 100_000;

interface MqttCase {
  readonly messages: readonly { readonly path: string; readonly payload: Buffer }[];
}

const paths = [
  ...['command', 'zone/3/set/setpoint', 'zone/3/set/name', 'unit/set/climate_mode', 'unit/set/fan', 'zone/3'],
  ...[
    'favourite/2/set/activate',
    'program/1/set/stop',
    'station/2/set/valve',
    'power/0/1/set/name',
    'status',
  ],
  ...['split/0/set/fan', 'announced', 'answer', 'lamp/0/set/rgb'],
];

/**
 * Removes wildcards and characters for which a broker closes the connection (MQTT 5.0, 1.5.4 and 4.7), and limits the
 * length, because mosquitto does the same for 200 levels.
 */
const toTopic = (path: string): string => path.replace(/[\p{C}#+]/gu, '').slice(0, 190);

/** A message is answered or ignored; the house then still answers, and no answer reports an internal failure. */
export const broker = target<MqttCase>({
  name: 'MQTT',
  weight: 2,
  missing: mosquittoMissing,
  start: async (stack) => {
    const { url } = stack.use(await startMosquitto());
    const bridge = stack.use(await startBridge('--mqtt', url, '--time-scale', '0'));
    const query = { HvacV2Request: { Type: 1, No: 0, No1: 0 } };
    const { HvacDeviceUId: uid } = await bridge.query('/HvacRequestV2', query);
    const client = await connectAsync(url, { protocolVersion: 5, reconnectPeriod: 0 });
    (client.stream as unknown as Socket).setNoDelay(true);
    stack.defer(() => client.endAsync(true));
    const online = Promise.withResolvers<void>();
    client.once('message', () => online.resolve());
    // The status is published when the house has subscribed to its topics.
    await client.subscribeAsync(`plenum/${uid}/status`, { qos: 1 });
    await online.promise;
    await client.unsubscribeAsync(`plenum/${uid}/status`);
    await client.subscribeAsync(`plenum/${uid}/answer`, { qos: 1 });
    const closed = Promise.withResolvers<never>();
    closed.promise.catch(() => {});
    client.once('close', () => closed.reject(new Error('the broker closed the connection')));
    let count = 0;
    let received: (text: string) => void = () => {};
    client.on('message', (_, payload) => received(payload.toString()));
    /** Publishes a valid command; resolves to all answers up to its own. */
    const ask = (): Promise<string[]> => {
      const requestId = `own-${++count}`;
      const answers: string[] = [];
      const answered = Promise.withResolvers<string[]>();
      const timer = setTimeout(() => answered.reject(new Error('a valid command has no answer')), 30_000);
      received = (text) => {
        answers.push(text);
        if (!text.includes(`"${requestId}"`)) return;
        clearTimeout(timer);
        answered.resolve(answers);
      };
      void client.publishAsync(`plenum/${uid}/command`, JSON.stringify({ requestId, SysOn: count % 2 }), {
        qos: 1,
      });
      return answered.promise;
    };
    const message = fc.record({
      path: fc
        .oneof(
          { weight: 3, arbitrary: fc.constantFrom(...paths) },
          { weight: 1, arbitrary: textsLike(paths) },
        )
        .map(toTopic),
      payload: bytesLike([...commands, '21.5', 'on', 'heat', '1,2,3', 'press', 'open']).map((bytes) =>
        bytes.subarray(0, maxPayload),
      ),
    });
    return {
      cases: fc.record({ messages: fc.array(message, { minLength: 1, maxLength: 4 }) }),
      check: async ({ messages }) => {
        for (const { path, payload } of messages)
          await Promise.race([
            client.publishAsync(`plenum/${uid}/${path}`, payload, { qos: 1 }),
            closed.promise,
          ]);
        const answers = await ask();
        for (const answer of answers) {
          assert.doesNotMatch(answer, /"code":"internal"/);
          assertPublic(answer);
        }
        return answers.slice(0, -1).some((answer) => answer.includes('"ok":true'));
      },
    };
  },
});
