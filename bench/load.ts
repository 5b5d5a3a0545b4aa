import autocannon from 'autocannon';
import { alternate } from './alternate.ts';
import type { Server } from './child.ts';
import type { Samples } from './measured.ts';

/** The request to repeat. */
export interface Request {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The result of a load: requests per second, server CPU time per request in µs. */
interface Load {
  readonly rate: number;
  readonly cpu: number;
}

const connections = 32;
const seconds = 1;

/** Repeats a request over keep-alive connections; every response must be a 2xx. */
const loadServer = async (server: Server, request: Request): Promise<Load> => {
  const before = await server.cpu();
  const result = await autocannon({
    url: `http://127.0.0.1:${server.port}${request.path}`,
    method: request.method,
    headers: { connection: 'keep-alive', 'content-type': 'application/json', ...request.headers },
    ...(request.body !== undefined && { body: request.body }),
    connections,
    duration: seconds,
    sampleInt: 250,
  });
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(
      `${request.path}: ${result.non2xx} answers were not 2xx, ${result.errors} requests failed`,
    );
  const requests = result.requests.total;
  return { rate: requests / result.duration, cpu: ((await server.cpu()) - before) / requests };
};

/** Returns the bytes that a server answers. */
export async function bytesOf({ port }: Server, { method, path, body, headers }: Request): Promise<Buffer> {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
    method,
    ...(headers !== undefined && { headers }),
    ...(body !== undefined && { body }),
  });
  return Buffer.from(await answer.arrayBuffer());
}

/** Loads several servers in turns; returns the rates, and the CPU time of a request. */
export async function compareLoads(
  request: Request,
  ours: Server,
  others: Readonly<Record<string, Server>>,
): Promise<{ rate: Omit<Samples, 'name'>; cpu: Omit<Samples, 'name'> }> {
  const servers = { ours, ...others };
  const loads = await alternate(
    Object.fromEntries(
      Object.entries(servers).map(([name, server]) => [name, () => loadServer(server, request)]),
    ),
  );
  const pick = (figure: keyof Load): Omit<Samples, 'name'> => {
    const { ours, ...rest } = Object.fromEntries(
      Object.entries(loads).map(([name, values]) => [name, values.map((load) => load[figure])]),
    );
    return { ours: ours!, others: rest };
  };
  return { rate: pick('rate'), cpu: pick('cpu') };
}
