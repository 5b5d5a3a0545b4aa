/** What a pairing found: 0 nothing, 1 a lamp, 2 a switch, and its number (lighting 3). */
export interface Paired {
  readonly Type: 0 | 1 | 2;
  readonly No: number;
}
