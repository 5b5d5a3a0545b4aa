import type { AdapterPayload } from 'oidc-provider';
import { hashSecret } from '../account/secret.ts';
import type { Kind } from './kinds.ts';

/**
 * Stands in a kept payload wherever the item's own id stood. JSON text has no control character in it (RFC 8259, 7), so
 * nothing an app sent, such as its state, can be taken for it.
 */
const mark = '\u0001';

/**
 * Stands for the id of a device code that was found by its user code: the id itself is not kept. `@` is in no real id, and
 * only the pages a device's owner is led through take it, never the token endpoint.
 */
const surrogateSign = '@';

export const toSurrogate = (idHash: string): string => `${surrogateSign}${idHash}`;

export const isSurrogate = (id: string): boolean => id.startsWith(surrogateSign);

/** How an id is kept. A grant's id opens nothing and is needed as it is, to find what belongs to the grant. */
export const toIdHash = (kind: Kind, id: string): string => {
  if (isSurrogate(id)) return id.slice(surrogateSign.length);
  return kind === 'Grant' ? id : hashSecret(id);
};

/** A payload as it is kept: without its own id, the browser's session id, or a device's user code. */
export const toKept = (id: string, payload: AdapterPayload): string => {
  const { consumed: _, userCode: __, session, ...rest } = payload;
  const { cookie: ___, ...keptSession } = session ?? {};
  const kept = session === undefined ? rest : { ...rest, session: keptSession };
  return JSON.stringify(kept).replaceAll(id, mark);
};

/** A kept payload as it was, for who knows its id. */
export const fromKept = (id: string, kept: string): AdapterPayload =>
  JSON.parse(kept.replaceAll(mark, () => id));
