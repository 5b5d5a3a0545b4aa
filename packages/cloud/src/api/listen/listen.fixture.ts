import { type ListenedMessage, type ListenResult, listen, type OpenedListener } from '@plenum/protocol/cloud';
import WebSocket from 'ws';
import type { ClimateCloud } from '../../start/climate-cloud.ts';
import { type Owner, signUpOwner } from '../console/owner.fixture.ts';

/** A client id with its secret. */
export interface Keys {
  readonly clientId: string;
  readonly secret: string;
}

export const toBasic = ({ clientId, secret }: Keys): string =>
  `Basic ${Buffer.from(`${clientId}:${secret}`).toString('base64')}`;

/** Creates an app of a new developer, with test keys. */
export async function makeKeys(cloud: ClimateCloud, email = 'dev@example.org') {
  const developer = await signUpOwner(cloud, email);
  const keys = await makeKeysOf(developer);
  return { developer, ...keys };
}

/** Creates an app of a developer, with test keys. */
export async function makeKeysOf(developer: Owner): Promise<{ readonly live: Keys; readonly test: Keys }> {
  const { body } = await developer.post('/console/apps', {
    name: 'Evening Lights',
    redirectUri: 'https://app.example.org/callback',
    confidential: true,
  });
  const live = { clientId: body.app.clientId as string, secret: body.secret as string };
  const { body: test } = await developer.post(`/console/apps/${live.clientId}/test-keys`);
  return { live, test };
}

/** A response to a request of `plenum listen`. */
interface Answered {
  readonly status: number;
  readonly body: OpenedListener & { readonly error?: string; readonly sentence?: string };
}

/** Sends a request of `plenum listen`. */
export async function ask(
  url: string,
  authorization: string | undefined,
  body: unknown,
  path: string = listen.path,
): Promise<Answered> {
  const answer = await fetch(`${url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(authorization !== undefined && { authorization }) },
    body: JSON.stringify(body),
  });
  return { status: answer.status, body: (await answer.json()) as Answered['body'] };
}

/** Opens the WebSocket of a ticket, and answers each message, by default with 204. */
export function connect(
  url: string,
  ticket: string,
  answer: (message: ListenedMessage) => unknown = ({ number }): ListenResult => ({
    number,
    latency: 1,
    status: 204,
    answer: '',
  }),
) {
  const messages: ListenedMessage[] = [];
  const socket = new WebSocket(`${url.replace('http', 'ws')}${listen.path}`, [listen.subprotocol], {
    headers: { authorization: `Bearer ${ticket}` },
  });
  const refused = new Promise<number | undefined>((resolve) => {
    socket.on('open', () => resolve(undefined));
    socket.on('unexpected-response', (_, { statusCode }) => {
      resolve(statusCode);
      socket.terminate();
    });
  });
  const closed = new Promise<number>((resolve) => socket.on('close', resolve));
  socket.on('error', () => {});
  socket.on('message', (data) => {
    const message = JSON.parse(String(data)) as ListenedMessage;
    messages.push(message);
    const result = answer(message);
    if (result !== undefined) socket.send(typeof result === 'string' ? result : JSON.stringify(result));
  });
  return {
    socket,
    messages,
    /** Resolves when the connection is open, to true, or refused. */
    opened: refused.then((status) => status === undefined),
    /** Resolves to the status of a refusal; undefined if the connection is open. */
    refused,
    /** Resolves to the code with which the connection was closed. */
    closed,
    [Symbol.asyncDispose]: async () => {
      socket.terminate();
      await closed;
    },
  };
}
