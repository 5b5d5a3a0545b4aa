import { apart, type Server, startServer } from './server.ts';

/** A bridge with the demo house in a separate process. */
export interface BridgeProcess extends Server {
  post(path: string, body: unknown): Promise<string>;
  /** Resolves to the datagram in the response to a query. */
  query(path: string, body: unknown): Promise<Record<string, unknown>>;
}

const postTo =
  (url: string) =>
  async (path: string, body: unknown): Promise<string> => {
    const answer = await fetch(url + path, { method: 'POST', body: JSON.stringify(body) });
    return answer.text();
  };

const readHvac = async (url: string, Type: number, No: number): Promise<Record<string, unknown>> =>
  JSON.parse(await postTo(url)('/HvacRequestV2', { HvacV2Request: { Type, No, No1: 0 } }));

export const readZone = async (url: string, No: number): Promise<Record<string, number>> =>
  (await readHvac(url, 2, No)).ZonesV2 as Record<string, number>;

export const readUnit = async (url: string): Promise<Record<string, number>> =>
  (await readHvac(url, 1, 0)).SystemV2 as Record<string, number>;

export async function startBridge(...more: string[]): Promise<BridgeProcess> {
  const bridge = await startServer('bridge', '--http-host', '127.0.0.1', ...apart, ...more);
  const post = postTo(bridge.url);
  return { ...bridge, post, query: async (path, body) => JSON.parse(await post(path, body)) };
}
