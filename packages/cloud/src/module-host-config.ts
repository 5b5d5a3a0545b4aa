import type { CertificateFiles, Clock } from '@plenum/platform';
import type { StorePlace } from './kernel/database/store.ts';
import type { HttpLimits } from './kernel/http/limits.ts';
import type { Log } from './kernel/log/log.ts';
import type { Mount } from './mount.ts';

/** What a host of modules is started with. */
export interface ModuleHostConfig {
  readonly store: StorePlace;
  readonly httpHost?: string;
  /** 0 for any free port. */
  readonly httpPort?: number;
  /** Public origin of this cloud; by default the address it listens on. */
  readonly publicUrl?: string;
  /** The files of the certificate and its key, for TLS; both are read again when they change. */
  readonly tls?: CertificateFiles;
  /** Addresses or ranges of the balancers whose `X-Forwarded-For` is trusted. */
  readonly trustedProxies?: readonly string[];
  /** The modules, mounted in this order. */
  readonly mounts?: readonly Mount[];
  readonly limits?: Partial<HttpLimits>;
  readonly clock?: Clock;
  readonly log?: Log;
}
