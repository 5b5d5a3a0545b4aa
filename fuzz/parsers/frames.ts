import { refuse } from '@plenum/protocol/refusal';
import type { BridgeFrame, CloudFrame, UplinkComponent } from '@plenum/protocol/uplink';
import fc from '@plenum/testbed/fast-check';
import { cloudBodies, readOperations } from '../contracts.ts';
import { valuesLike } from '../mutate.ts';
import { demoDatagrams } from './houses.ts';

/** Stands in for the session of a connection, which its bridge chooses. */
export const session = 'AAECAwQFBgcICQoLDA0ODw';

const components: readonly UplinkComponent[] = [
  ...demoDatagrams.zone.map((datagram, index) => ({ kind: 'zone', index, datagram }) as UplinkComponent),
  ...demoDatagrams.unit.map((datagram) => ({ kind: 'unit', index: 0, datagram }) as UplinkComponent),
];

const { refusal } = refuse('not-paired');

/** Frames as bridges send them. */
export const bridgeFrames: readonly BridgeFrame[] = [
  {
    type: 'snapshot',
    n: 1,
    session,
    at: 1_767_225_600_000,
    identity: { uid: '000000001', deviceType: 'ASH', firmware: 'Plenum 0.1.0' },
    components,
  },
  {
    type: 'change',
    n: 2,
    at: 0,
    components: components.slice(0, 2),
    removed: [{ kind: 'split', index: 13 }],
  },
  { type: 'result', n: 3, id: `${session}.1` },
  {
    type: 'result',
    n: 3,
    id: `${session}.1`,
    refusal: { status: 409, detail: 'Split 3 is not paired.', data: { ...refusal } },
    dropped: true,
  },
  { type: 'answer', n: 5, id: 1, status: 200, body: '{"groups":[],"currency":"AUD"}' },
  { type: 'answer', n: 5, id: 1, status: 409, body: 'Split 3 is not paired.', data: { ...refusal } },
  { type: 'ping', n: 4 },
] as readonly BridgeFrame[];

const local = readOperations('local.openapi.json');

/** Requests for what a bridge records, and for its settings. */
const recorded = local.filter(({ path }) =>
  /^\/(history|energy|favourites|groups|time-zone|alerts$|explain)/.test(path),
);

const toControl = (command: unknown) => ({
  type: 'control',
  id: `${session}.1`,
  after: 1,
  within: 10_000,
  command,
  by: { app: 'Thermo', account: 'ann@example.org', garage: true },
  trace: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
});

const toRead = (path: string, query: unknown) => {
  const texts = Object.entries((query ?? {}) as object).map(([key, value]) => [
    key,
    typeof value === 'string' ? value : (JSON.stringify(value) ?? ''),
  ]);
  return { type: 'read', id: 1, path, query: String(new URLSearchParams(texts)) };
};

/** The commands that a cloud may send. */
const commands = cloudBodies('000000001').flatMap((body) => {
  const { requestBody } = body as { requestBody?: unknown };
  return requestBody === undefined ? [] : [requestBody];
});

/** Frames as clouds send them, on a connection on which the bridge has sent one frame. */
export const cloudFrames: readonly CloudFrame[] = [
  { type: 'ack', n: 1 },
  ...commands.map(toControl),
  ...recorded.flatMap(({ method, path, query, bodies }): readonly object[] =>
    method === 'GET' ? [toRead(path, query)] : bodies.map((body) => ({ type: 'write', id: 1, path, body })),
  ),
  { type: 'cancel', id: `${session}.1` },
  { type: 'resend' },
  { type: 'close', reason: 'replaced', detail: 'The bridge has a newer connection.' },
] as readonly CloudFrame[];

/** Generates frames of a cloud in which only the command, the query or the body is changed. */
export const cloudFramesWithin: fc.Arbitrary<string> = fc
  .oneof(
    { weight: 2, arbitrary: valuesLike(commands).map(toControl) as fc.Arbitrary<object> },
    {
      weight: 1,
      arbitrary: fc.oneof(
        ...recorded.map(
          ({ method, path, query, bodies }): fc.Arbitrary<object> =>
            method === 'GET'
              ? valuesLike([query]).map((changed) => toRead(path, changed))
              : valuesLike(bodies).map((body) => ({ type: 'write', id: 1, path, body })),
        ),
      ),
    },
  )
  .map((frame) => JSON.stringify(frame));
