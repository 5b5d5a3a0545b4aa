/** The fault code of a unit; undefined for ` OK` (interface 2.2, 2.7). */
export const faultCodeOf = (code: string): string | undefined => {
  const plain = code.trim();
  return plain === '' || plain === 'OK' ? undefined : plain;
};
