import type { ServerResponse } from 'node:http';
import { refusalType, toRefusalText } from '@plenum/protocol/refusal';
import type { Answer } from './answer.ts';

/**
 * Headers for responses that are opened in a browser: they are data, not pages, belong to this origin and are not
 * cached.
 */
export const securityHeaders = {
  'Cache-Control': 'no-store',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Cross-Origin-Resource-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
};

/** Clients (`@plenum/client`) that see this header send without pauses and do not read back acknowledged commands. */
const maker = { Server: 'Plenum' };

/** True if a request asks for a persistent connection: its header contains `keep-alive` and not `close`. */
export function asksToKeepAlive(connection: string | undefined): boolean {
  if (connection === undefined) return false;
  if (connection === 'keep-alive') return true;
  const tokens = connection.split(',').map((token) => token.trim().toLowerCase());
  return tokens.includes('keep-alive') && !tokens.includes('close');
}

const acceptsData = ({ refusal }: Answer, accept: string | undefined): boolean =>
  refusal !== undefined && accept?.includes(refusalType) === true;

/** Returns the status for a client with an `Accept` header. */
export const statusFor = (answer: Answer, accept: string | undefined): number | 'unanswered' =>
  acceptsData(answer, accept) ? answer.status : (answer.plainStatus ?? answer.status);

/**
 * Returns status, type and text for a client: a refusal is data if the client accepts that type, otherwise a sentence.
 */
const toAccepted = (answer: Answer, accept: string | undefined) => ({
  status: statusFor(answer, accept),
  ...(acceptsData(answer, accept)
    ? { type: refusalType, text: toRefusalText(answer.refusal!) }
    : { type: answer.type, text: answer.text }),
});

/**
 * Sends a response with its length in one write, and closes the connection unless the request asks otherwise (wire
 * facts 7). Clients of some devices search for `Content-Length` in exactly this spelling.
 */
export function sendAnswer(response: ServerResponse, answer: Answer): void {
  const { headers: asked } = response.req;
  const close = asksToKeepAlive(asked.connection) ? undefined : { Connection: 'close' };
  if (answer.write !== undefined) return void answer.write(response, close);
  const { headers } = answer;
  const { status, type, text } = toAccepted(answer, asked.accept);
  if (status === 'unanswered') return void response.destroy();
  const bytes = Buffer.byteLength(text);
  const length = { 'Content-Type': type, 'Content-Length': bytes };
  response.writeHead(status, { ...length, ...maker, ...securityHeaders, ...headers, ...close });
  // If there are as many bytes as characters, the text is ASCII, and `latin1` writes it a quarter faster.
  response.end(text, bytes === text.length ? 'latin1' : 'utf8');
}
