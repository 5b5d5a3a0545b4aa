import type { Clock } from '@plenum/machine';
import type { StorePlace } from './kernel/database/store.ts';
import type { HttpLimits } from './kernel/http/limits.ts';
import type { Log } from './kernel/log/log.ts';
import type { Mount } from './mount.ts';

/** Everything a cloud is told when it starts. */
export interface CloudConfig {
  readonly store: StorePlace;
  readonly httpHost?: string;
  /** 0 finds a free one. */
  readonly httpPort?: number;
  /** Origin under which the world reaches this cloud; the address it listens on when left out. */
  readonly publicUrl?: string;
  /** Whose `X-Forwarded-For` is believed: addresses or ranges of balancers. */
  readonly trustedProxies?: readonly string[];
  /** What answers, in this order. */
  readonly mounts?: readonly Mount[];
  readonly limits?: Partial<HttpLimits>;
  readonly clock?: Clock;
  readonly log?: Log;
}
