import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type BridgeFrame, type CloudFrame, readBridgeFrame, uplink } from '@plenum/protocol/uplink';
import { listen } from '@plenum/testbed/listen';
import { type WebSocket, WebSocketServer } from 'ws';

/** A bridge that is connected to the scripted cloud. */
interface ConnectedBridge {
  readonly token: string;
  /** The next frame it sends. */
  next(): Promise<BridgeFrame>;
  send(frame: CloudFrame): void;
  cut(): void;
}

/** An HTTP response: status and JSON. */
type Scripted = readonly [status: number, members: object];

interface CloudScript {
  /** Decides on a token: `undefined` accepts it, otherwise the code of the refusal. */
  admit?: (token: string) => string | undefined;
  /** Responses to `POST` requests, by path; each function receives the body. */
  answers?: Record<string, (body: string, request: IncomingMessage) => Scripted>;
  /** The time that its clock shows, if different from the machine's. */
  date?: string;
  /** The `Retry-After` of its refusals. */
  retryAfter?: string;
}

const bearerOf = (request: IncomingMessage) => (request.headers.authorization ?? '').replace(/^Bearer /, '');

const readAll = async (request: IncomingMessage): Promise<string> => {
  let text = '';
  for await (const piece of request) text += piece;
  return text;
};

const toCaller = (socket: WebSocket, token: string): ConnectedBridge => {
  const frames: BridgeFrame[] = [];
  let wake = () => {};
  socket.on('message', (data) => {
    const read = readBridgeFrame(data.toString());
    if (!read.ok) throw new Error(`no frame: ${data}`);
    frames.push(read.value);
    wake();
  });
  socket.on('close', () => wake());
  return {
    token,
    next: async () => {
      while (frames.length === 0) {
        if (socket.readyState !== socket.OPEN) throw new Error('the bridge is gone');
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
      return frames.shift()!;
    },
    send: (frame) => socket.send(JSON.stringify(frame)),
    cut: () => socket.terminate(),
  };
};

/** A cloud that follows a script, on a free port of this machine. */
export async function startScriptedCloud(script: CloudScript = {}) {
  const callers: ConnectedBridge[] = [];
  let wake = () => {};
  const date: Record<string, string> = script.date === undefined ? {} : { Date: script.date };
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const found = script.answers?.[request.url ?? ''];
    const [status, members] = found?.(await readAll(request), request) ?? [404, {}];
    response.writeHead(status, { 'Content-Type': 'application/json', ...date });
    response.end(JSON.stringify(members));
  };
  const server = createServer((request, response) => void answer(request, response));
  const sockets = new WebSocketServer({ noServer: true, handleProtocols: () => uplink.subprotocol });
  server.on('upgrade', (request, socket, head) => {
    const token = bearerOf(request);
    const error = request.url === uplink.path ? script.admit?.(token) : 'wrong-path';
    if (error === undefined) {
      sockets.handleUpgrade(request, socket, head, (open) => {
        callers.push(toCaller(open, token));
        wake();
      });
      return;
    }
    const date = script.date === undefined ? '' : `Date: ${script.date}\r\n`;
    const retry = script.retryAfter === undefined ? '' : `Retry-After: ${script.retryAfter}\r\n`;
    const body = JSON.stringify({ error });
    socket.end(`HTTP/1.1 401 Unauthorized\r\n${date}${retry}Content-Length: ${body.length}\r\n\r\n${body}`);
  });
  return {
    ...(await listen(server)),
    script,
    /** The next bridge that connects. */
    caller: async (): Promise<ConnectedBridge> => {
      while (callers.length === 0)
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      return callers.shift()!;
    },
  };
}
