import { check } from '../check/check.ts';
import type { Field } from '../field/field.ts';
import type { Result } from '../refusal/refusal.ts';
import { type RefusalCode, refusals as refusalTable } from '../refusal/table.ts';
import { type AnswerOf, type BodyOf, type Endpoint, endpointMakers } from './endpoint.ts';
import { isAnswer } from './is-answer.ts';
import type { OpenShape, Shape } from './shape.ts';

/** An endpoint that a bridge adds to the interface. A POST without an answer is answered with `OK`. */
export interface BridgeEndpoint extends Endpoint {
  /** The name that its requests are counted under. */
  readonly counted: string;
  readonly query?: OpenShape;
  readonly body?: Shape;
  /** A body, where it explains more than one made from its shape. */
  readonly bodyExample?: unknown;
  /** Checks a body, where its shape is not all that is asked of it. */
  readonly check?: (body: unknown) => Result<unknown>;
  /** The JSON of success, and a sample of it. */
  readonly answer?: Shape;
  readonly example?: unknown;
  /** Whether an answer can be used, where its shape is not all that is asked of it. */
  readonly isUsable?: (answer: never) => boolean;
  /** A sample of the text of success, for one that answers neither JSON nor `OK`. */
  readonly text?: string;
  /** The events of a stream, which does not end, by name with a sample. */
  readonly events?: Readonly<Record<string, { readonly data: Shape; readonly example: unknown }>>;
  /** Explains more than the summary. */
  readonly description?: string;
  /** Served without the access key. */
  readonly isOpen?: true;
  /** Apps with the scope `history` may read it through the cloud. */
  readonly isForApps?: true;
  /** Only simulated houses have it. */
  readonly isSimulation?: true;
  /** The refusals that do not follow from the rest. */
  readonly refusals: readonly RefusalCode[];
}

/** A definition without what its maker adds. */
type About = Omit<BridgeEndpoint, 'method' | 'path' | 'refusals' | 'counted'> &
  Partial<Pick<BridgeEndpoint, 'refusals'>>;

/** The makers of endpoints whose requests are counted under a name. */
export const endpointsCountedAs = (counted: string) =>
  endpointMakers<BridgeEndpoint, About>((method, path, about) => ({
    method,
    path,
    counted,
    refusals: [],
    ...about,
  }));

/** The HTTP statuses with which an endpoint refuses a request. */
export const refusedStatusesOf = ({
  query,
  body,
  isOpen,
  isSimulation,
  refusals,
}: BridgeEndpoint): number[] => {
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
};

/** Checks the body of a request by the definition of its endpoint. */
export const checkBody = <E extends BridgeEndpoint>(endpoint: E, input: unknown): Result<BodyOf<E>> => {
  const { body, check: checkAll = (given: unknown) => check(body as Field, given) }: BridgeEndpoint =
    endpoint;
  return checkAll(input) as Result<BodyOf<E>>;
};

/** Whether what came from outside is an answer of an endpoint. */
export const isAnswerOf = <E extends BridgeEndpoint>(endpoint: E, value: unknown): value is AnswerOf<E> => {
  const { answer, isUsable = () => true }: BridgeEndpoint = endpoint;
  return answer !== undefined && isAnswer(answer, value) && isUsable(value as never);
};
