/**
 * A control on one connection: the nonce that the bridge chose for the connection, and a number that counts up from 1.
 */
export interface ControlRef {
  readonly session: string;
  readonly no: number;
}

/** Returns the id of a control, `<session>.<no>`. */
export const toControlId = ({ session, no }: ControlRef): string => `${session}.${no}`;

/** Reads a control id whose form has already been checked. */
export function fromControlId(id: string): ControlRef {
  const dot = id.indexOf('.');
  return { session: id.slice(0, dot), no: Number(id.slice(dot + 1)) };
}
