import type { ServerResponse } from 'node:http';

type Send = (event: string, data: object) => void;

/** The open pages, which receive server-sent events. */
export interface Live {
  /** Adds a page; returns a function that sends to this page only. */
  add(key: string, response: ServerResponse): Send;
  /** Sends to all pages of a visitor. */
  send(key: string, event: string, data: object): void;
  close(): void;
}

export function createLive(): Live {
  const pages = new Map<ServerResponse, string>();
  const toSend =
    (response: ServerResponse): Send =>
    (event, data) =>
      void response.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
  return {
    add: (key, response) => {
      response.writeHead(200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' });
      response.write('retry: 1000\n\n');
      pages.set(response, key);
      response.on('close', () => pages.delete(response));
      return toSend(response);
    },
    send: (key, event, data) => {
      for (const [response, of] of pages) if (of === key) toSend(response)(event, data);
    },
    close: () => {
      for (const response of pages.keys()) response.end();
    },
  };
}
