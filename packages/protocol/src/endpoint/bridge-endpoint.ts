import { check } from '../check/check.ts';
import type { Field } from '../field/field.ts';
import type { Result } from '../refusal/refusal.ts';
import { type RefusalCode, refusals as refusalTable } from '../refusal/table.ts';
import { type AnswerOf, type BodyOf, type Endpoint, endpointMakers } from './endpoint.ts';
import { isAnswer } from './is-answer.ts';
import type { OpenShape, Shape } from './shape.ts';

/** An endpoint that a bridge adds to the interface. A POST without a defined response returns `OK`. */
export interface BridgeEndpoint extends Endpoint {
  /** The name of its requests in the counters. */
  readonly counted: string;
  readonly query?: OpenShape;
  readonly body?: Shape;
  /** An example body that is more instructive than one generated from the shape. */
  readonly bodyExample?: unknown;
  /** Checks a body beyond its shape. */
  readonly check?: (body: unknown) => Result<unknown>;
  /** The JSON response of a successful request, and an example. */
  readonly answer?: Shape;
  readonly example?: unknown;
  /** Returns true if a response is usable, for shapes that need a further check. */
  readonly isUsable?: (answer: never) => boolean;
  /** Set if the body or the response is a file instead of JSON. */
  readonly file?: 'body' | 'answer';
  /** An example of a text response that is neither JSON nor `OK`. */
  readonly text?: string;
  /** The events of an endless stream, by name, each with an example. */
  readonly events?: Readonly<Record<string, { readonly data: Shape; readonly example: unknown }>>;
  /** An explanation in addition to the summary. */
  readonly description?: string;
  /** Set if the endpoint needs no access key. */
  readonly isOpen?: true;
  /** Set if apps with the scope `history` may read it through the cloud. */
  readonly isForApps?: true;
  /** Set if only simulated houses have it. */
  readonly isSimulation?: true;
  /** Refusals that cannot be derived from the rest of the definition. */
  readonly refusals: readonly RefusalCode[];
}

/** A definition without the members that `get` and `post` add. */
type About = Omit<BridgeEndpoint, 'method' | 'path' | 'refusals' | 'counted'> &
  Partial<Pick<BridgeEndpoint, 'refusals'>>;

/** Returns functions that define endpoints whose requests are counted under a name. */
export const endpointsCountedAs = (counted: string) =>
  endpointMakers<BridgeEndpoint, About>((method, path, about) => ({
    method,
    path,
    counted,
    refusals: [],
    ...about,
  }));

/** Returns the HTTP statuses with which an endpoint refuses requests. */
export function refusedStatusesOf({ query, body, isOpen, isSimulation, refusals }: BridgeEndpoint): number[] {
  const codes: RefusalCode[] = [
    'foreign-host',
    ...(isOpen ? [] : (['key-required'] as const)),
    ...(query || body ? (['wrong-type'] as const) : []),
    ...(body ? (['too-large'] as const) : []),
    ...(isSimulation ? (['unknown-path'] as const) : []),
    ...refusals,
  ];
  return [...new Set(codes.map((code) => refusalTable[code].status as number))].sort(
    (one, other) => one - other,
  );
}

/** Checks the body of a request against the definition of its endpoint. */
export function checkBody<E extends BridgeEndpoint>(endpoint: E, input: unknown): Result<BodyOf<E>> {
  const { body, check: checkAll = (given: unknown) => check(body as Field, given) }: BridgeEndpoint =
    endpoint;
  return checkAll(input) as Result<BodyOf<E>>;
}

/** True if an untrusted value is a valid response of the endpoint. */
export function isAnswerOf<E extends BridgeEndpoint>(endpoint: E, value: unknown): value is AnswerOf<E> {
  const { answer, isUsable = () => true }: BridgeEndpoint = endpoint;
  // `isAnswer` has checked the value, whose type differs for each endpoint.
  return answer !== undefined && isAnswer(answer, value) && isUsable(value as never);
}
