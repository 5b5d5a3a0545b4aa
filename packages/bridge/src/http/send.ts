import type { ServerResponse } from 'node:http';
import { refusalType, toRefusalText } from '@plenum/protocol/refusal';
import type { Answer } from './answer.ts';

/** For clients that open an answer in a browser: it is data and not a page, belongs to this origin, and is not cached. */
export const securityHeaders = {
  'Cache-Control': 'no-store',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Cross-Origin-Resource-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
};

/** Clients (`@plenum/client`) send to this server without pauses, and need not read back what it acknowledged. */
const maker = { Server: 'Plenum' };

/** Whether a request asks for a persistent connection: `keep-alive` among the tokens of its header, and no `close`. */
export const asksToKeepAlive = (connection: string | undefined): boolean => {
  if (connection === undefined) return false;
  if (connection === 'keep-alive') return true;
  const tokens = connection.split(',').map((token) => token.trim().toLowerCase());
  return tokens.includes('keep-alive') && !tokens.includes('close');
};

/** Status, type and text as the client accepts them: a refusal is data for a client that names its type, else a sentence. */
const toAccepted = ({ status, plainStatus, type, text, refusal }: Answer, accept: string | undefined) =>
  refusal !== undefined && accept?.includes(refusalType)
    ? { status, type: refusalType, text: toRefusalText(refusal) }
    : { status: plainStatus ?? status, type, text };

/**
 * Sends an answer with its length and in one write, and closes unless the request asks otherwise (wire facts 7). The clients of
 * some devices look for `Content-Length` exactly as it is spelled here.
 */
export const sendAnswer = (response: ServerResponse, answer: Answer): void => {
  if (answer.write !== undefined) return void answer.write(response);
  const { headers } = answer;
  const { headers: asked } = response.req;
  const { status, type, text } = toAccepted(answer, asked.accept);
  if (status === 'unanswered') return void response.destroy();
  const close = asksToKeepAlive(asked.connection) ? undefined : { Connection: 'close' };
  const bytes = Buffer.byteLength(text);
  const length = { 'Content-Type': type, 'Content-Length': bytes };
  response.writeHead(status, { ...length, ...maker, ...securityHeaders, ...headers, ...close });
  // As many bytes as characters: it is ASCII, and is written a quarter faster as such.
  response.end(text, bytes === text.length ? 'latin1' : 'utf8');
};
