import type { RecordOf } from '@plenum/protocol/console';

/** What an app asked for: a request of interface 4.3, a stream of changes, or something that was none of them. */
export type Operation = RecordOf<'Usage'>['operation'];
