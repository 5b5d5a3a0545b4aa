import type { Fields, RecordField } from '../field/field.ts';
import { bool, number, object, record, word } from '../field/make.ts';
import type { RecordValue } from '../field/value.ts';
import {
  answerBody,
  changedComponents,
  components,
  controlId,
  controlOrigin,
  frameNumber,
  identity,
  instant,
  readNumber,
  readPath,
  readQuery,
  removed,
  sentence,
  sessionNonce,
  traceparent,
} from './fields.ts';

/** One kind of frame: JSON text in one WebSocket message, an object whose `type` is its name. */
export interface Frame<
  Name extends string = string,
  F extends Fields = Fields,
  Optional extends string = string,
> {
  readonly name: Name;
  readonly summary: string;
  readonly body: RecordField<F, Optional>;
}

const frame = <const Name extends string, F extends Fields, Optional extends keyof F & string = never>(
  name: Name,
  about: { summary: string; body: F; optional?: readonly Optional[] },
): Frame<Name, F & { type: ReturnType<typeof word<Name>> }, Optional> => ({
  name,
  summary: about.summary,
  body: record(
    about.summary,
    { type: word('kind of frame', [name]), ...about.body },
    { optional: about.optional ?? [] },
  ),
});

const refusalData = object('the refusal as data (`readRefusal`), for pages that translate it');

const refusal = record(
  'the reason why it was not carried out',
  {
    status: number('the HTTP status it would have on the local network', { min: 400, max: 599 }),
    detail: sentence,
    data: refusalData,
  },
  { optional: ['data'] },
);

const dropped = bool('whether it was cancelled before anything was sent to the device; only with a refusal');

/**
 * The frames a bridge sends. They are numbered from 1 on each connection. The first is a snapshot, and another one is sent
 * only if the cloud asks for it (`resend`). A change or a further snapshot is sent when the one before it has been
 * acknowledged. Until then, newer changes of a component replace older ones.
 */
export const bridgeFrames = [
  frame('snapshot', {
    summary: 'All components, as they are now; a component that is not among them no longer exists.',
    body: { n: frameNumber, session: sessionNonce, at: instant, identity, components },
  }),
  frame('change', {
    summary: 'The components that changed, and those that are gone.',
    body: { n: frameNumber, at: instant, components: changedComponents, removed },
  }),
  frame('result', {
    summary: 'The result of a control. Every change that it made was sent before.',
    body: { n: frameNumber, id: controlId, refusal, dropped },
    optional: ['refusal', 'dropped'],
  }),
  frame('answer', {
    summary: 'The answer to a read or a write.',
    body: {
      n: frameNumber,
      id: readNumber,
      status: number('the HTTP status it would have on the local network', { min: 200, max: 599 }),
      body: answerBody,
      data: refusalData,
    },
    optional: ['data'],
  }),
  frame('ping', { summary: 'The bridge is still connected.', body: { n: frameNumber } }),
] as const;

/** Reasons why a cloud closes a connection. */
export const closeReasons = {
  malformed: 'A frame does not belong to this protocol.',
  'out-of-order': 'A frame is missing, repeated or out of order.',
  replaced: 'The bridge has a newer connection.',
  released: 'The bridge was released by its owner.',
  silent: 'Nothing was received from the bridge for too long.',
  stopping: 'This node is stopping; another takes over.',
  failed: 'The cloud could not store what the bridge sent.',
} as const;

export type CloseReason = keyof typeof closeReasons;

/**
 * The frames a cloud sends. A control must not be executed later than `within` ms after the bridge sent its frame
 * `after`, so the cloud and the bridge do not need a common clock. Numbers of controls increase; a control is executed
 * only if its number is higher than all earlier ones.
 */
export const cloudFrames = [
  frame('ack', {
    summary: 'Every frame up to this one is stored.',
    body: { n: frameNumber },
  }),
  frame('control', {
    summary: 'A command to carry out at most once, before its deadline.',
    body: {
      id: controlId,
      after: frameNumber,
      within: number('deadline, ms', { min: 0, max: 3_600_000 }),
      command: object('one command of interface 4.4, neutral words'),
      by: controlOrigin,
      trace: traceparent,
    },
    optional: ['by', 'trace'],
  }),
  frame('cancel', {
    summary:
      'A control is no longer needed: it must not be carried out if it has not been sent to the device yet.',
    body: { id: controlId },
  }),
  frame('read', {
    summary: 'Asks for data that the bridge does not send automatically: history, energy, explanations.',
    body: { id: readNumber, path: readPath, query: readQuery },
  }),
  frame('write', {
    summary:
      'Changes settings of the bridge that are not commands: the tariff, single dates of favourites, groups of rooms, the time zone.',
    body: {
      id: readNumber,
      path: readPath,
      body: object('the body to post to this path on the local network'),
      by: controlOrigin,
    },
    optional: ['by'],
  }),
  frame('resend', {
    summary: 'Asks for another snapshot, because the cloud may have lost what it acknowledged.',
    body: {},
  }),
  frame('close', {
    summary: 'The cloud ends the connection.',
    body: {
      reason: word('why', Object.keys(closeReasons) as CloseReason[]),
      detail: sentence,
    },
  }),
] as const;

type FrameValue<F> =
  F extends Frame<infer Name, infer Members, infer Optional>
    ? { readonly type: Name } & Omit<RecordValue<Members, Optional>, 'type'>
    : never;

export type BridgeFrame = FrameValue<(typeof bridgeFrames)[number]>;
export type CloudFrame = FrameValue<(typeof cloudFrames)[number]>;
export type BridgeFrameOf<Name extends BridgeFrame['type']> = Extract<BridgeFrame, { type: Name }>;
export type CloudFrameOf<Name extends CloudFrame['type']> = Extract<CloudFrame, { type: Name }>;

type Unnumbered<F> = F extends { n: number } ? Omit<F, 'n'> : never;
/** A frame from a bridge before it is numbered. */
export type UnnumberedFrame = Unnumbered<BridgeFrame>;

/** A component as it is sent in a frame. */
export type UplinkComponent = BridgeFrameOf<'snapshot'>['components'][number];
/** A component that changed, with the trace of the local request that changed it. */
export type ChangedComponent = BridgeFrameOf<'change'>['components'][number];
/** The kind and index of a component, for kinds on a cloud. */
export type UplinkRef = BridgeFrameOf<'change'>['removed'][number];
