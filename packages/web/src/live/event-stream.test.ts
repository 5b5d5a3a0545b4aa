import assert from 'node:assert/strict';
import { createServer, type ServerResponse } from 'node:http';
import { test } from 'node:test';
import { listen } from '@plenum/testbed/listen';
import { type ConnectionState, openEventStream } from './event-stream.ts';

/** Starts a bridge that sends a given stream, and records the events that the page receives. */
const listenTo = async (answer: (response: ServerResponse, turn: number) => void) => {
  const server = createServer((_, response) => answer(response, ++turns));
  let turns = 0;
  const { url, [Symbol.asyncDispose]: close } = await listen(server);
  const notes: string[] = [];
  let told = () => {};
  const note = (text: string) => {
    notes.push(text);
    told();
  };
  const stream = openEventStream({
    path: '/events',
    fetch: (path, init) => fetch(`${url}${path}`, init),
    headers: () => ({}),
    onMessage: ({ event, data }) => note(`${event} ${data}`),
    onState: (state: ConnectionState) => note(state),
  });
  return {
    notes,
    stream,
    until: async (length: number) => {
      while (notes.length < length)
        await new Promise<void>((resolve) => {
          told = resolve;
        });
    },
    [Symbol.asyncDispose]: async () => {
      stream.stop();
      await close();
    },
  };
};

const open = (response: ServerResponse) => response.writeHead(200, { 'Content-Type': 'text/event-stream' });

test('reconnects after a broken stream, and replaces the state with the new snapshot', async () => {
  await using page = await listenTo((response, turn) => {
    open(response).write(`event: snapshot\ndata: ${turn}\n\n`);
    if (turn === 1) response.end();
  });
  await page.until(5);
  assert.deepEqual(page.notes, ['snapshot 1', 'live', 'lost', 'snapshot 2', 'live']);
});

test('reports a missing house as `gone` rather than as a lost connection, and retries', async () => {
  await using page = await listenTo((response, turn) => {
    if (turn === 1) response.writeHead(404).end();
    else open(response).write('event: snapshot\ndata: back\n\n');
  });
  await page.until(1);
  page.stream.checkConnection();
  await page.until(3);
  assert.deepEqual(page.notes, ['gone', 'snapshot back', 'live']);
});

test('reports a missing key as `locked`, no lost connection, and retries after checkConnection', async () => {
  await using page = await listenTo((response, turn) => {
    if (turn === 1) response.writeHead(401).end();
    else open(response).write('event: snapshot\ndata: in\n\n');
  });
  await page.until(1);
  page.stream.checkConnection();
  await page.until(3);
  assert.deepEqual(page.notes, ['locked', 'snapshot in', 'live']);
});
