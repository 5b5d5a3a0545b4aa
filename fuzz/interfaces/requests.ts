import fc from '@plenum/testbed/fast-check';
import type { Operation } from '../contracts.ts';
import { bytesLike, jsonLike, mostly, textsLike } from '../mutate.ts';
import { type Request, toBytes } from './exchange.ts';

/** Either complete requests with changed paths, queries and bodies, or the changed bytes of one. */
export type HttpCase = { readonly requests: readonly Request[] } | { readonly bytes: Buffer };

/** Values for the parameters of paths and the members of bodies. */
export type Known = Readonly<Record<string, unknown>>;

const toTarget = ({ path, query }: Operation, known: Known): string => {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => String(known[name] ?? '1'));
  const search = new URLSearchParams(
    Object.entries(query).map(([name, value]) => [name, String(known[name] ?? value)]),
  ).toString();
  return search === '' ? filled : `${filled}?${search}`;
};

const fill = (body: unknown, known: Known): unknown =>
  typeof body === 'object' && body !== null && !Array.isArray(body)
    ? Object.fromEntries(Object.entries(body).map(([key, value]) => [key, known[key] ?? value]))
    : body;

const toForm = (body: unknown): string =>
  new URLSearchParams(
    Object.entries((body ?? {}) as object).map(([key, value]) => [key, String(value)]),
  ).toString();

/** Generates the body of an operation, in its type; `undefined` if it has none. */
const bodyLike = (bodies: readonly unknown[], type: string | undefined): fc.Arbitrary<string | undefined> => {
  if (bodies.length === 0) return fc.constant(undefined);
  return type === 'application/x-www-form-urlencoded' ? textsLike(bodies.map(toForm)) : jsonLike(bodies);
};

/** The headers of each request, which also may be left out. */
export type Senders = readonly Readonly<Record<string, string>>[];

/** Removes the characters that end a header. */
const toHeader = (text: string): string => text.replace(/[\r\n]/g, '').slice(0, 12_000);

/** Generates the headers of a sender, sometimes with a changed value. */
const headersLike = (
  sender: Readonly<Record<string, string>>,
): fc.Arbitrary<Readonly<Record<string, string>>> =>
  fc.record(
    Object.fromEntries(
      Object.entries(sender).map(([name, value]) => [name, mostly(value, textsLike([value]).map(toHeader))]),
    ),
  );

/** Generates requests that resemble those of a contract, from the senders with these headers. */
export function requestsLike(
  operations: readonly Operation[],
  {
    known = {},
    senders = [{}],
    most = 3,
  }: { readonly known?: Known; readonly senders?: Senders; readonly most?: number },
): fc.Arbitrary<HttpCase> {
  const sender = fc.oneof(...senders.map(headersLike));
  const requests = operations.map((operation): fc.Arbitrary<Request> => {
    const { method, type } = operation;
    const target = toTarget(operation, known);
    const bodies = operation.bodies.map((body) => fill(body, known));
    return fc
      .record({
        method: mostly(method, fc.constantFrom('GET', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'HEAD')),
        target: mostly(
          target,
          textsLike([target]).map((text) => `/${text.slice(1)}`.slice(0, 12_000)),
        ),
        sender,
        type: mostly(
          type,
          fc.constantFrom(undefined, 'text/plain', 'application/json', 'application/x-www-form-urlencoded'),
        ),
        body: bodyLike(bodies, type),
      })
      .map(({ sender: headers, type: contentType, ...rest }) => ({
        ...rest,
        headers: { ...headers, ...(contentType !== undefined && { 'Content-Type': contentType }) },
      }));
  });
  const raw = operations.slice(0, 40).map((operation) =>
    toBytes({
      method: operation.method,
      target: toTarget(operation, known),
      headers: senders[0] ?? {},
      body: operation.bodies.length === 0 ? undefined : JSON.stringify(fill(operation.bodies[0], known)),
    }),
  );
  return fc.oneof(
    {
      weight: 15,
      arbitrary: fc
        .array(fc.oneof(...requests), { minLength: 1, maxLength: most })
        .map((all) => ({ requests: all })),
    },
    { weight: 1, arbitrary: bytesLike(raw).map((bytes) => ({ bytes })) },
  );
}
