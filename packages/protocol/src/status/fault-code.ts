/** The fault code of a unit; undefined for ` OK` (interface 2.2, 2.7) and where a device reports none. */
export const faultCodeOf = (code: string | undefined): string | undefined => {
  const plain = code?.trim();
  return plain === '' || plain === 'OK' ? undefined : plain;
};
