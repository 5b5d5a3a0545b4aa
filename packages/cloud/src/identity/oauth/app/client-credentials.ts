import { hashSecret } from '../../account/secret.ts';

/** The app that a request claims to be from, and its secret. */
export interface ClientCredentials {
  readonly clientId: string;
  readonly secret: string | undefined;
}

/** Values of a request that can contain credentials (RFC 6749, 2.3.1): the header and the form. */
interface ShownCredentials {
  readonly authorization: string | undefined;
  readonly form: URLSearchParams | undefined;
}

/** Both parts of a Basic header are form-encoded before they are joined (RFC 6749, 2.3.1). */
const fromForm = (text: string): string => decodeURIComponent(text.replaceAll('+', ' '));

/** Parses the credentials of a Basic header. Returns `undefined` for another header or a malformed one. */
const readBasic = (authorization: string): Required<ClientCredentials> | undefined => {
  const encoded = /^Basic ([A-Za-z\d+/]+=*)$/i.exec(authorization)?.[1];
  if (encoded === undefined) return undefined;
  const [, clientId, secret] = /^([^:]+):(.+)$/s.exec(Buffer.from(encoded, 'base64').toString()) ?? [];
  if (clientId === undefined || secret === undefined) return undefined;
  try {
    return { clientId: fromForm(clientId), secret: fromForm(secret) };
  } catch {
    return undefined;
  }
};

const toBasic = ({ clientId, secret }: Required<ClientCredentials>): string =>
  `Basic ${Buffer.from(`${encodeURIComponent(clientId)}:${secret}`).toString('base64')}`;

/** Reads the credentials of a request. Returns `undefined` if they are missing, malformed, or given in two ways. */
export function readClientCredentials({
  authorization,
  form,
}: ShownCredentials): ClientCredentials | undefined {
  const clientId = form?.get('client_id') || undefined;
  const secret = form?.get('client_secret') || undefined;
  if (authorization === undefined) return clientId === undefined ? undefined : { clientId, secret };
  const basic = readBasic(authorization);
  if (basic === undefined || secret !== undefined) return undefined;
  return clientId === undefined || clientId === basic.clientId ? basic : undefined;
}

/** Replaces each secret with its hash, as it is stored. Malformed credentials stay unchanged. */
export function withHashedSecret({ authorization, form }: ShownCredentials): ShownCredentials {
  const basic = authorization === undefined ? undefined : readBasic(authorization);
  const hashed = form && new URLSearchParams(form);
  const secrets = hashed?.getAll('client_secret') ?? [];
  hashed?.delete('client_secret');
  for (const secret of secrets) hashed?.append('client_secret', secret === '' ? '' : hashSecret(secret));
  return {
    authorization:
      basic === undefined ? authorization : toBasic({ ...basic, secret: hashSecret(basic.secret!) }),
    form: hashed,
  };
}
