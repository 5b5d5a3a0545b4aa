import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Answer } from './answer.ts';

/** One path of the bridge: how it is asked, and what answers. */
export interface Route {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  /** What its requests are counted under. */
  readonly door: string;
  /** Open to those without the access key. */
  readonly isOpen?: boolean;
  readonly handle: (request: FastifyRequest) => Answer | Promise<Answer>;
}

/** A path that takes a connection over and answers on it as long as it likes. */
export interface StreamRoute {
  readonly method: 'GET';
  readonly path: string;
  readonly door: string;
  /** Open to those without the access key. */
  readonly isOpen?: boolean;
  readonly stream: (request: FastifyRequest, reply: FastifyReply) => void | Promise<void>;
}
