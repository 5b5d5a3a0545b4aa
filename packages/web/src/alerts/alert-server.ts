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

/** What a browser chose: for all houses that its server notifies it of, and for those that have a choice of their own. */
export interface ChosenAlerts {
  readonly choices: AlertChoices;
  readonly houses: readonly HouseAlertChoices[];
}

/** What a browser chooses; without `houses`, those that had a choice of their own keep it. */
export type AlertChange = Pick<ChosenAlerts, 'choices'> & Partial<ChosenAlerts>;

/** A house that can have a choice of its own. */
export interface AlertHouse {
  readonly systemId: string;
  readonly title: string;
}

/** The server that notifies: a bridge or a cloud. Each rejects with a sentence. */
export interface AlertServer {
  /** Whether it can tell that a bridge is gone. */
  readonly knowsOffline: boolean;
  /** The houses of which it notifies, where there may be several. */
  houses(): Promise<readonly AlertHouse[]>;
  publicKey(): Promise<string>;
  /** What this browser chose; null where it is not notified. */
  read(endpoint: string): Promise<ChosenAlerts | null>;
  /** Confirms the subscription of this browser: what it chose, or null where it is not notified, which this does not change. */
  renew(renewal: AlertRenewal): Promise<ChosenAlerts | null>;
  save(target: PushTarget, change: AlertChange, reader: AlertReader): Promise<void>;
  end(endpoint: string): Promise<void>;
  test(endpoint: string): Promise<void>;
}

/** The bridge that served the page. */
export const createBridgeAlerts = (client: ServerClient): AlertServer => {
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
};
