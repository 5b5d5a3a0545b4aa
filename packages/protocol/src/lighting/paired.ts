/**
 * The result of a pairing: 0 for no device, 1 for a lamp or 2 for a switch, and the number of the device (lighting 3).
 */
export interface Paired {
  readonly Type: 0 | 1 | 2;
  readonly No: number;
}
