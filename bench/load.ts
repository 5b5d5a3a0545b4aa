import autocannon from 'autocannon';
import type { Child } from './child.ts';
import { median } from './median.ts';

/** The request to repeat. */
export interface Request {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The result of a load: requests per second, p99 in ms, server processor time per request in µs. */
export interface Load {
  readonly rate: number;
  readonly p99: number;
  readonly cpu: number;
}

const connections = 32;

/** Repeats a request over keep-alive connections for some seconds; every response must be a 2xx. */
export const loadServer = async (child: Child, request: Request, seconds: number): Promise<Load> => {
  const before = await child.cpu();
  const result = await autocannon({
    url: `http://127.0.0.1:${child.port}${request.path}`,
    method: request.method,
    headers: { connection: 'keep-alive', 'content-type': 'application/json', ...request.headers },
    ...(request.body !== undefined && { body: request.body }),
    connections,
    duration: seconds,
  });
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(
      `${request.path}: ${result.non2xx} answers were not 2xx, ${result.errors} requests failed`,
    );
  const requests = result.requests.total;
  const cpu = ((await child.cpu()) - before) / requests;
  return { rate: requests / result.duration, p99: result.latency.p99, cpu };
};

/** Returns the median of each figure over several loads. */
export const medianOf = (loads: readonly Load[]): Load => ({
  rate: median(loads.map(({ rate }) => rate)),
  p99: median(loads.map(({ p99 }) => p99)),
  cpu: median(loads.map(({ cpu }) => cpu)),
});

/** Alternates the load between two servers, so that both have the same conditions; returns the median of each. */
export const compare = async (
  ours: readonly [Child, Request],
  peer: readonly [Child, Request],
  { rounds = 3, seconds = 3 } = {},
): Promise<{ ours: Load; peer: Load }> => {
  const loads = { ours: [] as Load[], peer: [] as Load[] };
  for (let round = 0; round <= rounds; round++) {
    const [one, other] = [await loadServer(...ours, seconds), await loadServer(...peer, seconds)];
    if (round === 0) continue; // the first round warms both up
    loads.ours.push(one);
    loads.peer.push(other);
  }
  return { ours: medianOf(loads.ours), peer: medianOf(loads.peer) };
};
