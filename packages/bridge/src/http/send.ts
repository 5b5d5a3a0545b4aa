import { refusalType, toRefusalText } from '@plenum/protocol/refusal';
import type { FastifyReply } from 'fastify';
import type { Answer } from './answer.ts';
import { asksToKeep } from './connection.ts';

/** For those who open an answer in a browser: it is data of this bridge, not a page, and never kept. */
export const safety = {
  'Cache-Control': 'no-store',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Cross-Origin-Resource-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
};

/** Tells clients that this bridge needs no pause between requests and stores before it says OK (`@plenum/client`). */
const maker = { Server: 'Plenum' };

/** An answer in the form its reader asks for: a refusal is data for who names its type, else a sentence. */
const toAsked = ({ type, text, refusal }: Answer, accept: string | undefined) =>
  refusal !== undefined && accept?.includes(refusalType)
    ? { type: refusalType, text: toRefusalText(refusal) }
    : { type, text };

/**
 * Sends an answer with its length and in one write, and closes unless the request asks otherwise (wire facts 7).
 * Written past Fastify's reply, which spells header names in small letters: some devices' clients look for
 * `Content-Length` to the letter.
 */
export const sendAnswer = (reply: FastifyReply, answer: Answer): void => {
  reply.hijack();
  const { raw, request } = reply;
  const { status, headers } = answer;
  const { type, text } = toAsked(answer, request.headers.accept);
  const close = asksToKeep(request.headers.connection) ? undefined : { Connection: 'close' };
  const length = { 'Content-Type': type, 'Content-Length': Buffer.byteLength(text) };
  raw.writeHead(status, { ...length, ...maker, ...safety, ...headers, ...close });
  raw.end(text);
};
