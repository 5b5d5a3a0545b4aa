/**
 * The fault code of a unit; undefined for ` OK` (interface 2.2, 2.7) and where a device reports none. A device may send a number
 * in place of the text.
 */
export const faultCodeOf = (code: unknown): string | undefined => {
  const plain = String(code ?? '').trim();
  return plain === '' || plain === 'OK' ? undefined : plain;
};
