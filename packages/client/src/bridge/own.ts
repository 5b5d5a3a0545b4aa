import {
  type AnswerOf,
  type BodyOf,
  type BridgeEndpoint,
  checkBody,
  isAnswerOf,
  type OpenShape,
  type QueryOf,
  toTarget,
} from '@plenum/protocol/endpoint';
import type { Queue } from '../command/queue.ts';
import { BridgeError } from '../exchange/bridge-error.ts';
import type { Connection, ConnectionRequest } from '../exchange/connection.ts';
import { failureOf, unknownForm } from '../exchange/failure-of.ts';
import { orThrow } from '../exchange/or-throw.ts';

/** Texts for errors, by endpoint: what other bridges lack, and the content that a Plenum bridge returns. */
const words: Readonly<Record<string, { readonly lacks: string; readonly what: string }>> = {
  automation: { lacks: 'does not act on its own', what: 'its automatic actions' },
  comfort: { lacks: 'does not learn about its rooms', what: 'what it learnt' },
  diagnostics: { lacks: 'does not make diagnostics bundles', what: 'its diagnostics' },
  energy: { lacks: 'does not record energy', what: 'its energy' },
  exceptions: { lacks: 'does not store exceptions of favourites', what: 'its exceptions' },
  explain: { lacks: 'does not offer explanations', what: 'explanations' },
  groups: { lacks: 'does not store groups of rooms', what: 'its groups' },
  history: { lacks: 'does not record history', what: 'its history' },
  simulation: { lacks: 'does not offer a simulation of its house', what: 'its simulation' },
  'time-zone': { lacks: 'does not know the time zone of its house', what: 'its time zone' },
};

/** Access to endpoints that only Plenum bridges have. */
export interface Own {
  /**
   * Reads an endpoint.
   * @throws BridgeError `refused` with the bridge's sentence, `unsupported` if it is not a Plenum bridge, `malformed`
   */
  readonly read: <E extends BridgeEndpoint>(endpoint: E, query: QueryOf<E>) => Promise<AnswerOf<E>>;
  /** Validates a body and posts it; an invalid body is never sent. */
  readonly write: <E extends BridgeEndpoint>(endpoint: E, body: BodyOf<E>) => Promise<void>;
  /** Posts a valid body. `retryIfLost` must be false if a second request would change something again. */
  readonly post: (
    endpoint: BridgeEndpoint,
    body: unknown,
    about?: Pick<ConnectionRequest, 'retryIfLost' | 'timeout'>,
  ) => Promise<void>;
}

/**
 * True if JSON resembles an answer from the endpoint, even in an unknown form. Other bridges may also return JSON for
 * the path.
 */
const isRelated = ({ answer }: BridgeEndpoint, value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  Object.keys((answer as OpenShape).members ?? value).some((key) => key in value);

export function createOwn(connection: Connection, queue: Queue): Own {
  const receive = async <E extends BridgeEndpoint>(endpoint: E, path: string): Promise<AnswerOf<E>> => {
    const { lacks, what } = words[endpoint.counted]!;
    const answer = await connection.send({ method: 'GET', path, retryIfLost: true });
    const failure = failureOf(connection, answer, lacks);
    if (failure !== undefined) throw failure;
    const value = answer.kind === 'json' ? answer.value : undefined;
    if (isAnswerOf(endpoint, value)) return value;
    if (isRelated(endpoint, value)) throw unknownForm(connection, what);
    throw new BridgeError('unsupported', `${connection.where} ${lacks}.`);
  };
  const post: Own['post'] = (endpoint, body, about = { retryIfLost: true }) => {
    const request = { method: 'POST', path: endpoint.path, body: JSON.stringify(body), ...about } as const;
    const run = async () => {
      const failure = failureOf(connection, await connection.send(request), words[endpoint.counted]!.lacks);
      if (failure !== undefined) throw failure;
    };
    return queue.write({ key: undefined, body, run });
  };
  return {
    read: (endpoint, query) => {
      const path = toTarget(endpoint, query);
      return queue.read(path, () => receive(endpoint, path));
    },
    write: async (endpoint, body) => post(endpoint, orThrow(checkBody(endpoint, body))),
    post,
  };
}
