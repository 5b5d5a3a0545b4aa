/** The app a request names itself as, and the secret it shows. */
export interface ClientCredentials {
  readonly clientId: string;
  readonly secret: string | undefined;
}

const fromForm = (text: string): string => decodeURIComponent(text.replaceAll('+', ' '));

/** The credentials of a Basic header (RFC 6749, 2.3.1: both parts are form-encoded first); undefined where it is none. */
const readBasic = (authorization: string): ClientCredentials | undefined => {
  const encoded = /^Basic ([\w+/]+=*)$/i.exec(authorization)?.[1];
  if (encoded === undefined) return undefined;
  const [, clientId, secret] = /^([^:]+):(.+)$/s.exec(Buffer.from(encoded, 'base64').toString()) ?? [];
  if (clientId === undefined || secret === undefined) return undefined;
  try {
    return { clientId: fromForm(clientId), secret: fromForm(secret) };
  } catch {
    return undefined;
  }
};

/** How a request authenticates its app, in the header or in the form; undefined where it does neither, or both. */
export const readClientCredentials = (
  authorization: string | undefined,
  form: URLSearchParams,
): ClientCredentials | undefined => {
  const clientId = form.get('client_id') || undefined;
  const secret = form.get('client_secret') || undefined;
  if (authorization === undefined) return clientId === undefined ? undefined : { clientId, secret };
  const basic = readBasic(authorization);
  if (basic === undefined || secret !== undefined) return undefined;
  return clientId === undefined || clientId === basic.clientId ? basic : undefined;
};
