import type { RecordOf } from '@plenum/protocol/console';

/**
 * The subject kind of an outbox row: a component, the devices of a user as a set (Sync), or nothing (a test message).
 */
export type MessageKind = RecordOf<'Delivery'>['kind'];

/**
 * Reasons why nothing is sent to an endpoint: it responded with 410, it failed for days, or its developer disabled it.
 */
export type DisabledWhy = NonNullable<RecordOf<'Endpoint'>['disabled']>['why'];

/** Reasons why an attempt got no response. */
export type Problem = NonNullable<RecordOf<'Delivery'>['problem']>;

/** The result of one attempt. */
export type Verdict = RecordOf<'Delivery'>['verdict'];
