import type { Tracer } from '@plenum/protocol/trace';
import type { AnswerAssistant } from '../api/assistants/shape.ts';
import type { RequestDeps } from '../api/requests/requests.ts';
import type { EventDeliveryDeps } from '../delivery/event-delivery.ts';
import type { PasswordCost } from '../identity/account/password/password.ts';
import type { SmtpConfig } from '../identity/mail/smtp.ts';
import type { AuthorizationRates } from '../identity/oauth/limits.ts';
import type { NatsConfig } from '../kernel/bus/nats-connection.ts';
import type { PushNotificationsDeps } from '../push-notification/push-notifications.ts';
import type { BridgeHosting } from '../sandbox/port.ts';
import type { HostConfig } from './host.ts';

/** The configuration of a whole cloud: its port, its store and its modules. */
export interface ClimateCloudConfig extends HostConfig, Pick<RequestDeps, 'rate' | 'controlWithin'> {
  /**
   * The NATS server that connects the nodes, as a URL or as an object with connection settings. Omitted for a single
   * process.
   */
  readonly nats?: string | NatsConfig;
  /**
   * Keys that encrypt the secrets of endpoints in the store: 32 bytes each in base64, separated by commas. The first
   * one encrypts, and all of them decrypt. Nodes that share a database need the same keys. In a data folder, a key is
   * created at the first start.
   */
  readonly endpointKey?: string;
  /**
   * Fingerprints of keys that are lost. Without them, a node refuses to start if secrets in the store are encrypted with
   * a key that it does not have.
   */
  readonly lostKeys?: readonly string[];
  /**
   * Maximum number of bridges per account. The quota of an account on a node increases with this number (`limits`).
   */
  readonly bridgesPerAccount?: number;
  /** False to let a node keep more than its share of the bridges. True by default. */
  readonly spreadBridges?: boolean;
  /** The SMTP server that sends e-mail to owners. If it is missing, nothing that needs e-mail is offered. */
  readonly smtp?: SmtpConfig;
  /** Development mode: a demo account and app, and endpoints on plain http and this machine. Never for a public cloud. */
  readonly development?: boolean;
  /**
   * True if the program that starts the cloud announces development mode in the terminal that shows the log. Otherwise
   * the log warns of it.
   */
  readonly isAnnounced?: boolean;
  readonly events?: Pick<EventDeliveryDeps, 'limits' | 'retryPolicy' | 'logRetention'>;
  /** The certificate authority of a push service in tests. */
  readonly push?: Pick<PushNotificationsDeps, 'ca' | 'isDevelopment'>;
  /** The cost of hashing a password. Tests use less than the default. */
  readonly passwordCost?: PasswordCost;
  /** Rate limits of the authorization server that differ from the defaults. */
  readonly authorizationRates?: Partial<AuthorizationRates>;
  /**
   * Loads the handler for assistants (`@plenum/mcp`) when the first message arrives at `/mcp`. If it is set, apps may
   * register themselves. If not, there are neither assistants nor registrations.
   */
  readonly assistants?: () => Promise<AnswerAssistant>;
  /** Records controls and deliveries as parts of traces; nothing is recorded by default. */
  readonly tracer?: Tracer | undefined;
  /**
   * Loads the bridges that this process runs for the houses of test users (`@plenum/bridge/hosted`), when the first one
   * is needed. If it is missing, there are no test users.
   */
  readonly hosting?: () => Promise<BridgeHosting>;
  /** True to have only the houses of test users: bridges, and live keys of apps, are refused. */
  readonly onlyTestUsers?: boolean;
  /** The folder of the built web application, served at `/`; none by default. */
  readonly webFolder?: string;
  /** The folder of the built documentation, served below `/docs/`; none by default. */
  readonly docsFolder?: string;
}
