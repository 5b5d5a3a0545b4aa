/** A control of one connection: the nonce the bridge chose for it, and a number that counts up from 1. */
export interface ControlRef {
  readonly session: string;
  readonly no: number;
}

/** The id of a control, `<session>.<no>`. */
export const toControlId = ({ session, no }: ControlRef): string => `${session}.${no}`;

/** Reads the id of a control that was checked as one. */
export const fromControlId = (id: string): ControlRef => {
  const dot = id.indexOf('.');
  return { session: id.slice(0, dot), no: Number(id.slice(dot + 1)) };
};
