import { once } from 'node:events';
import { createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { WebSocket, WebSocketServer } from 'ws';

/** What was done to messages so far. */
export interface Mischief {
  passed: number;
  delayed: number;
  repeated: number;
  swapped: number;
  lost: number;
  cut: number;
  halfCut: number;
}

/** How often each is done to a message, of 1. */
const odds = { delayed: 0.1, repeated: 0.02, swapped: 0.02, lost: 0.02, cut: 0.01, halfCut: 0.01 };
const longestDelay = 80;

/** Numbers 0 <= n < 1, the same for the same seed (mulberry32). */
export const seeded = (seed: number) => () => {
  seed = (seed + 0x6d2b79f5) | 0;
  let mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed);
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
};

/**
 * Stands between bridges and a cloud at `target`, and mistreats the frames between them: delays, repeats, swaps and
 * loses them, cuts connections on both sides, or on one so that the other goes on hearing what was delayed.
 */
export const startHostileProxy = async ({ target, random }: { target: string; random: () => number }) => {
  const mischief: Mischief = {
    passed: 0,
    delayed: 0,
    repeated: 0,
    swapped: 0,
    lost: 0,
    cut: 0,
    halfCut: 0,
  };
  let isHostile = false;
  let to = target;
  const sockets = new Set<WebSocket>();
  const keep = (socket: WebSocket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => {});
  };

  const choose = (): keyof typeof odds | 'passed' => {
    let dice = random();
    for (const [name, chance] of Object.entries(odds)) {
      if (dice < chance) return name as keyof typeof odds;
      dice -= chance;
    }
    return 'passed';
  };

  const relay = (from: WebSocket, into: WebSocket) => {
    let held: string | undefined;
    const pass = (text: string) => {
      if (into.readyState === into.OPEN) into.send(text);
    };
    from.on('message', (data) => {
      const text = data.toString();
      const what = isHostile ? choose() : 'passed';
      mischief[what]++;
      const acts: Record<typeof what, () => void> = {
        passed: () => pass(text),
        delayed: () => void setTimeout(pass, random() * longestDelay, text),
        repeated: () => [pass(text), pass(text)],
        swapped: () => {
          held = text;
        },
        lost: () => {},
        cut: () => [from.terminate(), into.terminate()],
        halfCut: () => [void setTimeout(pass, random() * longestDelay * 4, text), from.terminate()],
      };
      const before = held;
      held = undefined;
      acts[what]();
      if (before !== undefined) pass(before);
    });
    from.on('close', () => {
      // Now and then the other side is left alone with what is still on its way.
      const end = () => into.terminate();
      if (isHostile && random() < 0.5) setTimeout(end, random() * longestDelay * 10);
      else end();
    });
  };

  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    const { url, method, headers } = request;
    const onward = httpRequest(`${to}${url}`, { method: method!, headers, agent: false }, (answer) => {
      response.writeHead(answer.statusCode!, answer.headers);
      answer.pipe(response);
    });
    onward.on('error', () => response.destroy());
    request.pipe(onward);
  });
  const accepting = new WebSocketServer({ noServer: true, handleProtocols: ([first]) => first! });
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on('error', () => {});
    const onward = new WebSocket(
      `${to.replace('http', 'ws')}${request.url}`,
      (request.headers['sec-websocket-protocol'] ?? '').split(',').filter((name) => name !== ''),
      { headers: { Authorization: request.headers.authorization ?? '' }, perMessageDeflate: false },
    );
    keep(onward);
    onward.on('error', () => socket.destroy());
    onward.on('unexpected-response', (_, answer) => {
      const { date = '' } = answer.headers;
      let body = '';
      answer.on('data', (piece) => {
        body += piece;
      });
      answer.on('end', () => {
        socket.end(
          `HTTP/1.1 ${answer.statusCode} No\r\nDate: ${date}\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
        );
        onward.terminate();
      });
    });
    onward.on('open', () =>
      accepting.handleUpgrade(request, socket, head, (inward) => {
        keep(inward);
        relay(inward, onward);
        relay(onward, inward);
      }),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    mischief,
    /** Begins, or stops, to mistreat what passes. */
    set hostile(value: boolean) {
      isHostile = value;
    },
    set target(value: string) {
      to = value;
    },
    [Symbol.asyncDispose]: async () => {
      for (const socket of sockets) socket.terminate();
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
};
