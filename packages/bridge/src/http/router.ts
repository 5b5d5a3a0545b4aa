/** The route for a request. `param` is the value of its parameter, empty if the path has none. */
export interface Found<T> {
  readonly served: T;
  readonly param: string;
}

/** A route whose path ends in a fixed name, in `:name` for any name, or in `*` for any further path. */
interface Routed {
  readonly method: string;
  readonly path: string;
}

/** Maximum length of the text that `:name` matches. */
const maxParam = 100;

/** Removes the server from a target in the form for proxies (RFC 9112, 3.2.2). */
const toOriginForm = (target: string): string => {
  const rest = target.startsWith('/') ? target : /^https?:\/\/[^/?#]*(.*)$/.exec(target)?.[1];
  return rest === '' ? '/' : (rest ?? target);
};

/** Removes the query, and the fragment that some clients send. */
const toPath = (target: string): string => {
  const end = target.search(/[?#]/);
  return end === -1 ? target : target.slice(0, end);
};

const decoded = (decode: (text: string) => string, text: string): string | undefined => {
  if (!text.includes('%')) return text;
  try {
    return decode(text);
  } catch {
    return undefined;
  }
};

/**
 * Creates a function that finds the route for a method and target. A fixed name takes precedence over `:name`, and
 * `:name` over `*`. Returns undefined if there is no route, and `malformed` if the path cannot be decoded.
 */
export function createRouter<T>(
  routes: Iterable<readonly [Routed, T]>,
): (method: string, target: string) => Found<T> | 'malformed' | undefined {
  const named = new Map<string, Found<T>>();
  const open = new Map<string, T>();
  for (const [{ method, path }, served] of routes) {
    const openEnd = /\/(:\w+|\*)$/.exec(path);
    if (openEnd === null) named.set(`${method} ${path}`, { served, param: '' });
    else open.set(`${method} ${path.slice(0, openEnd.index + 1)}${openEnd[1] === '*' ? '*' : ':'}`, served);
  }

  const findOpen = (method: string, path: string, cut: number, kind: ':' | '*'): Found<T> | undefined => {
    const served = open.get(`${method} ${decoded(decodeURI, path.slice(0, cut + 1))}${kind}`);
    const param = served && decoded(decodeURIComponent, path.slice(cut + 1));
    if (param === undefined || (kind === ':' && param.length > maxParam)) return undefined;
    return { served: served!, param };
  };

  return (method, target) => {
    // Fast path: most requests have a plain path without a query.
    const known = named.get(`${method} ${target}`);
    if (known !== undefined) return known;
    const path = toPath(toOriginForm(target));
    const plain = decoded(decodeURI, path);
    if (plain === undefined) return 'malformed';
    return (
      named.get(`${method} ${plain}`) ??
      findOpen(method, path, path.lastIndexOf('/'), ':') ??
      findOpen(method, path, path.indexOf('/', 1), '*')
    );
  };
}
