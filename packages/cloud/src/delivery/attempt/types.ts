import type { RecordOf } from '@plenum/protocol/console';

/** What an outbox row is about: a component, the devices of a user as a set (Sync), or nothing (a test message). */
export type MessageKind = RecordOf<'Delivery'>['kind'];

/** Why nothing is sent to an endpoint: it answered 410, it failed for days, or its developer disabled it. */
export type DisabledWhy = NonNullable<RecordOf<'Endpoint'>['disabled']>['why'];

/** Why an endpoint gave no answer. */
export type Problem = NonNullable<RecordOf<'Delivery'>['problem']>;

/** The result of one attempt. */
export type Verdict = RecordOf<'Delivery'>['verdict'];
