import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A request on the local network: a POST with a JSON body, or a GET. */
export interface LocalRequest {
  readonly path: string;
  readonly body?: unknown;
}

/** Sends a request to a bridge; returns the text of its answer. */
export const askBridge = async (bridge: string, { path, body }: LocalRequest): Promise<string> => {
  const init = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
  return (await fetch(bridge + path, init)).text();
};

/** Sends a command or a simulation override; throws unless the answer is OK. */
export const command = async (bridge: string, path: string, body: unknown): Promise<void> => {
  const answer = await askBridge(bridge, { path, body });
  if (!/^(OK|\{OK\})$/.test(answer)) throw new Error(`${path} ${JSON.stringify(body)}: ${answer}`);
};

/** The first event of the live stream: every component of the house, and the instant of the house in ms UTC. */
export interface Snapshot {
  readonly at: number;
  readonly components: readonly {
    readonly kind: string;
    readonly index: number;
    readonly datagram: object;
  }[];
}

/** Reads the first event of the live stream. */
export const readSnapshot = async (bridge: string): Promise<Snapshot> => {
  const stop = new AbortController();
  const answer = await fetch(`${bridge}/events`, { signal: stop.signal });
  let text = '';
  for await (const piece of answer.body!) {
    text += Buffer.from(piece).toString('utf8');
    if (text.includes('\n\n')) break;
  }
  stop.abort();
  return JSON.parse(/^data: (.*)$/m.exec(text)![1]!);
};

/** The examples in the contract of the local interface. */
export interface LocalContract {
  readonly queries: readonly LocalRequest[];
  readonly commands: readonly LocalRequest[];
  readonly overrides: readonly LocalRequest[];
}

interface OpenApi {
  readonly paths: Readonly<
    Record<
      string,
      {
        readonly get?: object;
        readonly post?: {
          readonly requestBody: {
            readonly content: Readonly<
              Record<string, { readonly examples: Readonly<Record<string, { readonly value: unknown }>> }>
            >;
          };
        };
      }
    >
  >;
}

/** Reads the example of every query, command and simulation override from the contract of a checkout. */
export const readLocalContract = (checkout: string): LocalContract => {
  const { paths } = JSON.parse(
    readFileSync(join(checkout, 'contracts/local.openapi.json'), 'utf8'),
  ) as OpenApi;
  const posts = Object.entries(paths).flatMap(([path, { post }]) =>
    Object.values(post?.requestBody.content ?? {}).flatMap(({ examples }) =>
      Object.values(examples).map(({ value }) => ({ path, body: value })),
    ),
  );
  const isQuery = ({ path }: LocalRequest) => /Request(V2)?$/.test(path);
  const isOverride = ({ path }: LocalRequest) => path.startsWith('/simulation/');
  const reads = Object.keys(paths).filter((path) => /^\/(SystemSettings|Zones|Schedules)/.test(path));
  return {
    queries: [...posts.filter(isQuery), ...reads.map((path) => ({ path }))],
    commands: posts.filter((one) => !isQuery(one) && !isOverride(one)),
    overrides: posts.filter((one) => isOverride(one) && !one.path.includes('/Clock')),
  };
};
