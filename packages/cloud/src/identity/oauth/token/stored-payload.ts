import type { AdapterPayload } from 'oidc-provider';
import { hashSecret } from '../../account/secret.ts';
import type { Kind } from './kinds.ts';

/**
 * Replaces the item's own id in a stored payload. JSON text contains no control characters (RFC 8259, 7), so nothing an app
 * sent, such as its state, can be mistaken for it.
 */
const idPlaceholder = '\u0001';

/**
 * Begins the surrogate id of a device code that was found by its user code: the real id is not stored. No real id contains
 * `@`, and only the pages of the device flow accept a surrogate, never the token endpoint.
 */
const surrogatePrefix = '@';

export const toSurrogate = (idHash: string): string => `${surrogatePrefix}${idHash}`;

export const isSurrogate = (id: string): boolean => id.startsWith(surrogatePrefix);

/** The stored form of an id. A grant's id gives no access and is stored as it is, to find the items of the grant. */
export const toIdHash = (kind: Kind, id: string): string => {
  if (isSurrogate(id)) return id.slice(surrogatePrefix.length);
  return kind === 'Grant' ? id : hashSecret(id);
};

/**
 * The stored form of a payload: without its own id, the browser's session id and a device's user code. Nor is it stored that
 * somebody went on with a code (`inFlight`): an owner who leaves before the answer can enter it again, and the first answer
 * counts.
 */
export const toStoredPayload = (id: string, payload: AdapterPayload): string => {
  const { consumed: _, userCode: __, inFlight: ___, session, ...rest } = payload;
  const { cookie: ____, ...storedSession } = session ?? {};
  const stored = session === undefined ? rest : { ...rest, session: storedSession };
  return JSON.stringify(stored).replaceAll(id, idPlaceholder);
};

/** Restores a payload from its stored form and its id. */
export const fromStoredPayload = (id: string, stored: string): AdapterPayload =>
  JSON.parse(stored.replaceAll(idPlaceholder, () => id));
