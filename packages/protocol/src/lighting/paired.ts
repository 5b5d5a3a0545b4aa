/** The result of a pairing: 0 for nothing, 1 for a lamp or 2 for a switch, and its number (lighting 3). */
export interface Paired {
  readonly Type: 0 | 1 | 2;
  readonly No: number;
}
