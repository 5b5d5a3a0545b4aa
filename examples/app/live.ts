import type { ServerResponse } from 'node:http';

type Tell = (event: string, data: object) => void;

/** The pages that are open, and what is told to them: server-sent events. */
export interface Live {
  /** Takes a page in; gives what tells it alone. */
  add(key: string, response: ServerResponse): Tell;
  /** Tells all pages of somebody. */
  send(key: string, event: string, data: object): void;
  close(): void;
}

export const createLive = (): Live => {
  const pages = new Map<ServerResponse, string>();
  const toTell =
    (response: ServerResponse): Tell =>
    (event, data) =>
      void response.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
  return {
    add: (key, response) => {
      response.writeHead(200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' });
      response.write('retry: 1000\n\n');
      pages.set(response, key);
      response.on('close', () => pages.delete(response));
      return toTell(response);
    },
    send: (key, event, data) => {
      for (const [response, of] of pages) if (of === key) toTell(response)(event, data);
    },
    close: () => {
      for (const response of pages.keys()) response.end();
    },
  };
};
