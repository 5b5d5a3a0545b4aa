import { refuse } from '@plenum/protocol/refusal';
import type { Frame, UplinkComponent } from '@plenum/protocol/uplink';
import { demoDatagrams } from './houses.ts';

const session = 'AAECAwQFBgcICQoLDA0ODw';

const components: readonly UplinkComponent[] = [
  ...demoDatagrams.zone.map(
    (datagram, index) => ({ kind: 'zone', index, datagram }) as unknown as UplinkComponent,
  ),
  ...demoDatagrams.unit.map(
    (datagram) => ({ kind: 'unit', index: 0, datagram }) as unknown as UplinkComponent,
  ),
];

const { refusal } = refuse('not-paired');

/** Frames as bridges send them. */
export const bridgeFrames: readonly Frame[] = [
  {
    ...{ type: 'snapshot', n: 1, session, at: 1_767_225_600_000 },
    ...{ identity: { uid: '000000001', deviceType: 'ASH', firmware: 'Plenum 0.1.0' }, components },
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
    ...{ type: 'result', n: 3, id: `${session}.1` },
    refusal: { status: 409, detail: 'Split 3 is not paired.', data: { ...refusal } },
  },
  { type: 'answer', n: 5, id: 1, status: 200, body: '{}' },
  { type: 'ping', n: 4 },
] as unknown as readonly Frame[];

/** Frames as clouds send them. */
export const cloudFrames: readonly Frame[] = [
  { type: 'ack', n: 4 },
  { type: 'control', id: `${session}.1`, after: 2, within: 10_000, command: { SysOn: 1 } },
  {
    type: 'control',
    id: `${session}.2`,
    after: 2,
    within: 10_000,
    command: { SysOn: 0 },
    by: { app: 'Thermo' },
  },
  { type: 'read', id: 1, path: '/history/events', query: 'from=1&to=2' },
  { type: 'read', id: 2, path: '/energy', query: 'by=day' },
  { type: 'write', id: 3, path: '/energy/tariff', body: { currency: 'AUD' } },
  { type: 'close', reason: 'replaced', detail: 'The bridge has a newer connection.' },
] as unknown as readonly Frame[];
