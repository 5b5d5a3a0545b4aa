/** The facts about a request that its command line needs. */
interface CurlRequest {
  readonly method: string;
  /** Scheme, host and port of the bridge. */
  readonly origin: string;
  readonly path: string;
  readonly body: string | undefined;
  /** Headers; a value that begins with `$` is a variable of the shell. */
  readonly headers: readonly string[];
}

const quote = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

const methodOf = (method: string, body: string | undefined): string => {
  if (method === 'HEAD') return '--head ';
  return method === (body === undefined ? 'GET' : 'POST') ? '' : `-X ${method} `;
};

/** Returns a command line for a POSIX shell that sends a request with curl. Headers are quoted for variables. */
export const toCurl = ({ method, origin, path, body, headers }: CurlRequest): string =>
  [
    `curl ${methodOf(method, body)}${quote(`${origin}${path}`)}`,
    ...headers.map((header) => `-H "${header}"`),
    ...(body === undefined ? [] : [`-d ${quote(body)}`]),
  ].join(' ');
