import type { StoreOptions } from './cloud-options.ts';

/** Everything `plenum audit` may be told. */
export interface AuditOptions extends StoreOptions {
  readonly account?: string;
  readonly since?: number;
  readonly json?: true;
}
