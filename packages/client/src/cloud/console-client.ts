import {
  type AnswerOf,
  type BodyOf,
  type ConsoleRouteId,
  consoleHeaders,
  consoleRoute,
  type ParametersOf,
  type QueryOf,
  type RecordOf,
} from '@plenum/protocol/console';
import { parseJson } from '@plenum/protocol/json';

/** The reason why the cloud refused a request: a stable code, and one sentence in the language of the page. */
export type ConsoleRefusal = RecordOf<'Refusal'>;

/** The response of the cloud (undefined if the route returns nothing), or the reason for its refusal. */
export type ConsoleResult<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly refusal: ConsoleRefusal };

/** The values of the path parameters of a route, and its query. */
export type ConsoleTarget<Id extends ConsoleRouteId> = (unknown extends ParametersOf<Id>
  ? { readonly parameters?: undefined }
  : { readonly parameters: ParametersOf<Id> }) &
  (QueryOf<Id> extends undefined ? { readonly query?: undefined } : { readonly query?: QueryOf<Id> });

/** The body of a request to a route. */
export type ConsoleRequest<Id extends ConsoleRouteId> = ConsoleTarget<Id> &
  (BodyOf<Id> extends undefined ? { readonly body?: undefined } : { readonly body: BodyOf<Id> }) & {
    readonly formToken?: string | undefined;
  };

/**
 * The arguments after the id of a route: a single one, which is optional if requests to that route need no parameters
 * and no body.
 */
export type OptionalWhenEmpty<Request> =
  Record<never, never> extends Request ? [request?: Request] : [request: Request];

/** Sends requests of the console API to a cloud; resolves to a refusal after any failure. */
export type ConsoleClient = <Id extends ConsoleRouteId>(
  id: Id,
  ...request: OptionalWhenEmpty<ConsoleRequest<Id>>
) => Promise<ConsoleResult<AnswerOf<Id>>>;

interface ConsoleClientOptions {
  readonly fetch: typeof globalThis.fetch;
  /** Origin of the cloud; default: the origin of the page. */
  readonly origin?: string;
  /** Timeout of a request, in ms; default 30,000, since the cloud waits 10,000 for a bridge. */
  readonly timeout?: number;
}

interface AnyRequest {
  readonly parameters?: Readonly<Record<string, string>> | undefined;
  readonly query?: Readonly<Record<string, string | undefined>> | undefined;
  readonly body?: object | undefined;
  readonly formToken?: string | undefined;
}

const toPath = (id: ConsoleRouteId, { parameters = {}, query = {} }: AnyRequest): string => {
  const path = consoleRoute(id).path.replace(/\{(\w+)\}/g, (_, name) =>
    encodeURIComponent(parameters[name]!),
  );
  const pairs = Object.entries(query).filter((pair): pair is [string, string] => pair[1] !== undefined);
  return pairs.length === 0 ? path : `${path}?${new URLSearchParams(pairs)}`;
};

/** Returns the path of a route with its parameters and its query filled in. */
export const toConsolePath = <Id extends ConsoleRouteId>(
  id: Id,
  ...[target]: OptionalWhenEmpty<ConsoleTarget<Id>>
): string => toPath(id, (target ?? {}) as AnyRequest);

/** The code of a refusal that is created here because the cloud did not respond. */
export const noAnswerCode = 'unreachable';

const unknown = 'unknown';

/**
 * Reads a refusal: `{code, sentence, facts}` of the console API, or a result message of the HTTP server (interface 7).
 */
export function readRefusal(status: number, text: string): ConsoleRefusal {
  const body = parseJson(text) as Partial<ConsoleRefusal> & {
    response?: { result?: string; detail?: string };
  };
  if (typeof body?.code === 'string' && typeof body.sentence === 'string')
    return {
      code: body.code,
      sentence: body.sentence,
      ...(body.facts && { facts: body.facts }),
      ...(body.byBridge && { byBridge: body.byBridge }),
    };
  const { result = unknown, detail } = body?.response ?? {};
  if (detail !== undefined) return { code: result, sentence: detail };
  return { code: result, sentence: `The cloud answered with status ${status}.`, facts: { status } };
}

const noAnswer = 'The cloud does not answer.';
/** A request whose response is lost may have been carried out. */
const maybeChanged = 'The cloud does not answer; the change may or may not have been made.';

export function createConsoleClient({
  fetch,
  origin = '',
  timeout = 30_000,
}: ConsoleClientOptions): ConsoleClient {
  const send = async (id: ConsoleRouteId, request: AnyRequest) => {
    const { body = {}, formToken } = request;
    const isChange = consoleRoute(id).method === 'post';
    try {
      const response = await fetch(`${origin}${toPath(id, request)}`, {
        method: isChange ? 'POST' : 'GET',
        headers: {
          ...(isChange && { 'Content-Type': 'application/json' }),
          ...(isChange && formToken !== undefined && { [consoleHeaders.formToken]: formToken }),
        },
        ...(isChange && { body: JSON.stringify(body) }),
        cache: 'no-store',
        signal: AbortSignal.timeout(timeout),
      });
      const text = await response.text();
      if (!response.ok) return { ok: false, refusal: readRefusal(response.status, text) };
      return { ok: true, value: text === '' ? undefined : JSON.parse(text) };
    } catch {
      const change = { sentence: maybeChanged, facts: { asked: 'change' } };
      return { ok: false, refusal: { code: noAnswerCode, ...(isChange ? change : { sentence: noAnswer }) } };
    }
  };
  return ((id: ConsoleRouteId, request: AnyRequest = {}) => send(id, request)) as ConsoleClient;
}
