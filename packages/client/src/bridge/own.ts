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
import { failureOf, unknownForm } from '../answer/failure-of.ts';
import type { Connection } from '../connection/connection.ts';
import { BridgeError } from '../error/bridge-error.ts';
import { orThrow } from '../error/or-throw.ts';
import type { Queue } from '../queue/queue.ts';

/** What a bridge that is not one of Plenum does not do, and what one answers, by the name that an endpoint is counted under. */
const words: Readonly<Record<string, { readonly lacks: string; readonly what: string }>> = {
  diagnostics: { lacks: 'makes no diagnostics bundle', what: 'its diagnostics' },
  energy: { lacks: 'does not record energy', what: 'its energy' },
  exceptions: { lacks: 'keeps no exceptions of favourites', what: 'its exceptions' },
  explain: { lacks: 'explains nothing', what: 'explanations' },
  groups: { lacks: 'keeps no groups of rooms', what: 'its groups' },
  history: { lacks: 'records no history', what: 'its history' },
  simulation: { lacks: 'does not offer a simulation of its house', what: 'its simulation' },
  'time-zone': { lacks: 'does not know the time zone of its house', what: 'its time zone' },
};

/** The endpoints that only a bridge of Plenum has. */
export interface Own {
  /**
   * Reads one.
   * @throws BridgeError `refused` with the sentence of the bridge, `unsupported` by another bridge, `malformed`
   */
  readonly read: <E extends BridgeEndpoint>(endpoint: E, query: QueryOf<E>) => Promise<AnswerOf<E>>;
  /** Posts a body, which is checked before: one that is wrong never leaves this machine. */
  readonly write: <E extends BridgeEndpoint>(endpoint: E, body: BodyOf<E>) => Promise<void>;
  /** Posts a body that was checked; `retryIfLost` unless a repetition would change something again. */
  readonly post: (endpoint: BridgeEndpoint, body: unknown, retryIfLost?: boolean) => Promise<void>;
}

/** Whether JSON is an answer at all, though perhaps of an unknown form: other bridges answer JSON too. */
const isRelated = ({ answer }: BridgeEndpoint, value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  Object.keys((answer as OpenShape).members ?? value).some((key) => key in value);

export const createOwn = (connection: Connection, queue: Queue): Own => {
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
  const post: Own['post'] = (endpoint, body, retryIfLost = true) => {
    const request = { method: 'POST', path: endpoint.path, body: JSON.stringify(body), retryIfLost } as const;
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
};
