/**
 * Returns the fault code of a unit; undefined for ` OK` (interface 2.2, 2.7) and if a device reports none. A device may
 * send a number instead of the text.
 */
export function faultCodeOf(code: unknown): string | undefined {
  const plain = String(code ?? '').trim();
  return plain === '' || plain === 'OK' ? undefined : plain;
}
