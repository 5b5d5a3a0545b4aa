/** Length in characters beyond which a stored list does not grow. */
export const maxAttributeList = 4_000;

const name = /^[A-Za-z0-9_]{1,64}$/;

/**
 * Joins names of members to the text in which they are stored and searched: `,Temp,Rh,`; null if there are none. A bridge
 * may send any name; those that no search can have are left out.
 */
export function toAttributeList(names: readonly string[]): string | null {
  const usable = names.filter((one) => name.test(one));
  if (usable.length === 0) return null;
  const list = `,${usable.join()},`;
  return list.length <= maxAttributeList ? list : list.slice(0, list.lastIndexOf(',', maxAttributeList) + 1);
}

/** Reads stored lists: the names in any of them, each once, in alphabetical order. */
export const readAttributeLists = (lists: readonly (string | null)[]): readonly string[] =>
  [...new Set(lists.flatMap((list) => list?.split(',').filter((one) => one !== '') ?? []))].sort();
