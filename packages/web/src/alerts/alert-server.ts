import type {
  AlertChoices,
  AlertReader,
  AlertRenewal,
  AlertsAnswer,
  AlertsChosen,
  HouseAlertChoices,
  PushTarget,
} from '@plenum/protocol/alert';
import { isRequestError, type ServerClient, toRequestError } from '../live/server-client.ts';

/** The alerts that the user of a browser chose: for all houses, and for houses with a separate choice. */
export interface ChosenAlerts {
  readonly choices: AlertChoices;
  readonly houses: readonly HouseAlertChoices[];
}

/** A change to the choice of alerts. Without `houses`, separate choices stay unchanged. */
export type AlertChange = Pick<ChosenAlerts, 'choices'> & Partial<ChosenAlerts>;

/** A house that can have a separate choice. */
export interface AlertHouse {
  readonly systemId: string;
  readonly title: string;
}

/** The server that sends push notifications: a bridge or a cloud. Each method rejects with a sentence. */
export interface AlertServer {
  /** True if the server can detect that a bridge is offline. */
  readonly knowsOffline: boolean;
  /** Resolves to the houses that the server can notify of, if there can be several. */
  houses(): Promise<readonly AlertHouse[]>;
  publicKey(): Promise<string>;
  /** Resolves to the choice of this browser; `null` if it receives no push notifications. */
  read(endpoint: string): Promise<ChosenAlerts | null>;
  /**
   * Confirms the subscription of this browser, without starting or ending it. Resolves to its choice, or `null` if it
   * receives no push notifications.
   */
  renew(renewal: AlertRenewal): Promise<ChosenAlerts | null>;
  save(target: PushTarget, change: AlertChange, reader: AlertReader): Promise<void>;
  end(endpoint: string): Promise<void>;
  test(endpoint: string): Promise<void>;
}

/** Returns the alert server of the bridge that served the page. */
export function createBridgeAlerts(client: ServerClient): AlertServer {
  const post = async (name: string, body: unknown) => {
    const refused = await client.post(`/alerts/${name}`, body);
    if (isRequestError(refused)) throw new Error(refused.sentence);
  };
  const choices = async (name: string, body: unknown) => {
    const response = await client.fetch(`/alerts/${name}`, {
      method: 'POST',
      headers: client.headers(),
      body: JSON.stringify(body),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(toRequestError(text, response.status).sentence);
    const chosen = (JSON.parse(text) as AlertsChosen).choices;
    return chosen && { choices: chosen, houses: [] };
  };
  return {
    knowsOffline: false,
    houses: async () => [],
    publicKey: async () => ((await client.get('/alerts')) as AlertsAnswer).publicKey,
    read: (endpoint) => choices('read', { endpoint }),
    renew: (renewal) => choices('renew', renewal),
    save: (target, { choices: chosen }, reader) => post('save', { target, choices: chosen, reader }),
    end: (endpoint) => post('end', { endpoint }),
    test: (endpoint) => post('test', { endpoint }),
  };
}
