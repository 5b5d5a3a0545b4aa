import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { listen } from '@plenum/testbed/listen';

/** A request that a test cloud received. */
export interface ReceivedRequest {
  readonly path: string;
  readonly token: string | undefined;
  readonly body: string;
  readonly json: Record<string, unknown>;
}

export type RequestHandler = (requests: ReceivedRequest, answer: ServerResponse) => void;

const read = async (request: IncomingMessage): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks);
};

const parse = (body: string): Record<string, unknown> => {
  try {
    return JSON.parse(body);
  } catch {
    return {};
  }
};

/** A cloud whose responses are chosen by the test. */
export async function serveCloud(answering: RequestHandler) {
  const requests: ReceivedRequest[] = [];
  const server = createServer(async (request, answer) => {
    const bytes = await read(request);
    const path = request.url ?? '';
    const body = (path.endsWith('/Watch') ? bytes.subarray(5) : bytes).toString();
    const token = request.headers.authorization?.replace('Bearer ', '');
    const one = { path, token, body, json: parse(body) };
    requests.push(one);
    answering(one, answer);
  });
  return { ...(await listen(server)), requests };
}

export function sendJson(answer: ServerResponse, status: number, body: object, headers: object = {}): void {
  answer.writeHead(status, { 'Content-Type': 'application/json', ...headers });
  answer.end(JSON.stringify(body));
}

/** A Connect frame: a message of the stream, or its end if `isLast` is set. */
export function frame(message: object, isLast = false): Buffer {
  const body = Buffer.from(JSON.stringify(message));
  const head = Buffer.alloc(5);
  head[0] = isLast ? 2 : 0;
  head.writeUInt32BE(body.length, 1);
  return Buffer.concat([head, body]);
}
