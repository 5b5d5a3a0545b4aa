import type {
  AlertChoices,
  AlertRenewal,
  AlertSubscription,
  AlertsAnswer,
  AlertsChosen,
} from '@plenum/protocol/alert';
import { type HouseClient, isRequestError, toRequestError } from '../live/house-client.ts';

/** The server that notifies: a bridge or a cloud. Each rejects with a sentence. */
export interface AlertServer {
  /** Whether it can tell that a bridge is gone. */
  readonly knowsOffline: boolean;
  publicKey(): Promise<string>;
  /** What this browser chose; null where it is not notified. */
  read(endpoint: string): Promise<AlertChoices | null>;
  /** Confirms the subscription of this browser: what it chose, or null where it is not notified, which this does not change. */
  renew(renewal: AlertRenewal): Promise<AlertChoices | null>;
  save(subscription: AlertSubscription): Promise<void>;
  end(endpoint: string): Promise<void>;
  test(endpoint: string): Promise<void>;
}

/** The bridge that served the page. */
export const createBridgeAlerts = (client: HouseClient): AlertServer => {
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
    return (JSON.parse(text) as AlertsChosen).choices;
  };
  return {
    knowsOffline: false,
    publicKey: async () => ((await client.get('/alerts')) as AlertsAnswer).publicKey,
    read: (endpoint) => choices('read', { endpoint }),
    renew: (renewal) => choices('renew', renewal),
    save: (subscription) => post('save', subscription),
    end: (endpoint) => post('end', { endpoint }),
    test: (endpoint) => post('test', { endpoint }),
  };
};
