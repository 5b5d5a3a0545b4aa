import type { AdapterPayload } from 'oidc-provider';
import { hashSecret } from '../../account/secret.ts';
import type { Kind } from './kinds.ts';

/**
 * Replaces the item's own id in a stored payload. JSON text contains no control characters (RFC 8259, 7), so no value
 * from an app, such as its state, can be mistaken for the replacement.
 */
const idPlaceholder = '\u0001';

/**
 * Prefix of the surrogate id for a device code that was found by its user code, because its real id is not stored. No
 * real id contains `@`. Only the pages of the device flow accept a surrogate, never the token endpoint.
 */
const surrogatePrefix = '@';

export const toSurrogate = (idHash: string): string => `${surrogatePrefix}${idHash}`;

export const isSurrogate = (id: string): boolean => id.startsWith(surrogatePrefix);

/**
 * Returns the stored form of an id. The id of a grant gives no access and is stored unchanged, so that the items of the
 * grant can be found.
 */
export function toIdHash(kind: Kind, id: string): string {
  if (isSurrogate(id)) return id.slice(surrogatePrefix.length);
  return kind === 'Grant' ? id : hashSecret(id);
}

/**
 * Returns the stored form of a payload, without its own id, the browser's session id or a device's user code. Also
 * omits that a person has entered the code (`inFlight`), so that an owner who leaves without responding can enter it
 * again. The first response counts.
 */
export function toStoredPayload(id: string, payload: AdapterPayload): string {
  const { consumed: _, userCode: __, inFlight: ___, session, ...rest } = payload;
  const { cookie: ____, ...storedSession } = session ?? {};
  const stored = session === undefined ? rest : { ...rest, session: storedSession };
  return JSON.stringify(stored).replaceAll(id, idPlaceholder);
}

/** Restores a payload from its stored form and its id. */
export const fromStoredPayload = (id: string, stored: string): AdapterPayload =>
  JSON.parse(stored.replaceAll(idPlaceholder, () => id));
