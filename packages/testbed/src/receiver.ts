import { createServer, type IncomingHttpHeaders } from 'node:http';
import { listen } from './listen.ts';

/** A message as received by an integrator. */
export interface ReceivedMessage {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** An integrator's reaction to a message: it responds, does not respond, or breaks the connection. */
export type Reaction =
  | {
      readonly status: number;
      readonly headers?: Record<string, string>;
      readonly body?: string | Buffer;
      /** Delays the response until this promise resolves. If omitted, the response is sent immediately. */
      readonly after?: Promise<unknown>;
    }
  | 'silence'
  | 'break';

export interface Receiver extends AsyncDisposable {
  readonly url: string;
  readonly port: number;
  readonly messages: ReceivedMessage[];
  react: (message: ReceivedMessage, count: number) => Reaction;
  /** Resolves when `count` messages have arrived in total. */
  came(count: number): Promise<void>;
}

/** Starts an integrator's HTTP server on this machine, which accepts every message unless configured otherwise. */
export async function startReceiver(): Promise<Receiver> {
  let waiting: { count: number; resolve: () => void }[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    try {
      for await (const chunk of request) chunks.push(chunk);
    } catch {
      return;
    }
    const message: ReceivedMessage = {
      path: request.url ?? '',
      headers: request.headers,
      body: Buffer.concat(chunks).toString('utf8'),
    };
    receiver.messages.push(message);
    const reaction = receiver.react(message, receiver.messages.length);
    const count = receiver.messages.length;
    for (const one of waiting) if (one.count <= count) one.resolve();
    waiting = waiting.filter((one) => one.count > count);
    if (reaction === 'silence') return;
    if (reaction === 'break') return void request.socket.destroy();
    await reaction.after;
    response.writeHead(reaction.status, reaction.headers ?? {});
    response.end(reaction.body ?? '');
  });
  const listening = await listen(server);
  const receiver: Receiver = {
    ...listening,
    url: `${listening.url}/events`,
    messages: [],
    react: () => ({ status: 204 }),
    came: (count) =>
      receiver.messages.length >= count
        ? Promise.resolve()
        : new Promise((resolve) => waiting.push({ count, resolve })),
  };
  return receiver;
}
