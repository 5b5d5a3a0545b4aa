import assert from 'node:assert/strict';
import type { Socket } from 'node:net';
import { entitiesOf, entityKinds } from '@plenum/entities';
import { startBridge } from '@plenum/testbed/bridge';
import fc from '@plenum/testbed/fast-check';
import { mosquittoMissing, startMosquitto } from '@plenum/testbed/mosquitto';
import { connectAsync, type IClientPublishOptions } from 'mqtt';
import { bodiesAt, readOperations } from '../contracts.ts';
import { assertPublic } from '../internal-text.ts';
import { byteChanges, bytesLike, jsonLike, mostly, textsLike } from '../mutate.ts';
import { demoDatagrams } from '../parsers/houses.ts';
import { target } from '../target.ts';
import { orHang } from './exchange.ts';

const commands = bodiesAt(readOperations('local.openapi.json'), /Command(V2)?$/);

/** The topics that set a value of the demo house, each with a payload: the present value, or the press of a button. */
const settings = entitiesOf(entityKinds, demoDatagrams).flatMap(({ kind, path, source }) =>
  Object.entries(kind.members).flatMap(([member, { read, write }]) => {
    if (write === undefined) return [];
    const value = read?.(source, { datagrams: demoDatagrams, energy: undefined }) ?? 'press';
    return [{ path: `${path}/set/${member}`, payload: String(value) }];
  }),
);

/**
 * Maximum length of a payload, less than what Plenum announces to the broker. Mosquitto drops a longer one, but keeps
 * counting it among the messages that Plenum has not acknowledged, and after 32 of them sends no more.
 */
const maxPayload = 100_000;

interface Message {
  readonly path: string;
  readonly payload: Buffer;
  readonly retain: boolean;
  /** Properties of MQTT 5 that the broker passes on. */
  readonly properties: IClientPublishOptions['properties'];
}

interface MqttCase {
  readonly messages: readonly Message[];
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
    (client.stream as Socket).setNoDelay(true);
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
    const plain = [
      ...commands.map((body) => JSON.stringify(body)),
      '21.5',
      'on',
      'heat',
      '1,2,3',
      'press',
      'open',
    ];
    const content = fc.oneof(
      {
        weight: 4,
        arbitrary: fc
          .tuple(
            fc.constantFrom(...settings),
            fc.option(fc.constantFrom('on', 'off', '21.5', '1', 'heat', 'auto', 'open', '1,2,3')),
            mostly((bytes: Uint8Array) => Buffer.from(bytes), byteChanges),
          )
          .map(([{ path, payload }, other, change]) => ({
            path,
            payload: change(Buffer.from(other ?? payload)),
          })),
      },
      {
        weight: 2,
        arbitrary: jsonLike(commands).map((text) => ({ path: 'command', payload: Buffer.from(text) })),
      },
      {
        weight: 1,
        arbitrary: fc.record({
          path: fc.oneof(fc.constantFrom(...paths), textsLike(paths)),
          payload: bytesLike(plain),
        }),
      },
    );
    const properties = fc.record(
      {
        contentType: fc.constantFrom('application/json', '温'),
        responseTopic: fc.constantFrom(`plenum/${uid}/answer`, 'x'),
        correlationData: fc.uint8Array({ maxLength: 40 }).map((bytes) => Buffer.from(bytes)),
        userProperties: fc.constantFrom({ a: 'b' }, { a: ['b', 'c'] }),
        messageExpiryInterval: fc.constantFrom(1, 4_294_967_295),
      },
      { requiredKeys: [] },
    );
    const message = fc.tuple(content, mostly(false, fc.constant(true)), mostly<object>({}, properties)).map(
      ([{ path, payload }, retain, given]): Message => ({
        path: toTopic(path),
        payload: payload.subarray(0, maxPayload),
        retain,
        properties: given,
      }),
    );
    return {
      cases: fc.record({ messages: fc.array(message, { minLength: 1, maxLength: 4 }) }),
      check: async ({ messages }) => {
        for (const { path, payload, ...how } of messages)
          await orHang(
            'the broker did not acknowledge a message',
            Promise.race([
              client.publishAsync(`plenum/${uid}/${path}`, payload, { qos: 1, ...how }),
              closed.promise,
            ]),
          );
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
