import type { Db } from '../../kernel/database/store.ts';
import type { Belonging } from '../bridge/shape.ts';
import type { StoredChange } from './shape.ts';

/**
 * What other nouns do about changes. `stored` and `belonging` are called inside the transaction that makes the change
 * (outbox rows belong to it; what they throw undoes it). To do something once it is durable they use
 * `store.afterCommit`.
 */
export interface Hooks {
  readonly stored: readonly ((db: Db, change: StoredChange) => Promise<void>)[];
  readonly belonging: readonly ((db: Db, belonging: Belonging) => Promise<void>)[];
}
