import type { AssistedHouse, NamedHouse } from './house.ts';
import { refused } from './refused.ts';

const toText = ({ id, name }: NamedHouse): string => (name === '' ? id : `${name} (${id})`);

/** Finds a house by its id or name, ignoring case; without one, returns the only house. */
export function chooseHouse(houses: readonly NamedHouse[], typed: string | undefined): AssistedHouse {
  if (houses.length === 0) throw refused('This account has no house. Pair its bridge with the cloud first.');
  const wanted = typed?.trim().toLowerCase();
  const byId = houses.filter(({ id }) => id === wanted);
  const found =
    wanted === undefined
      ? houses
      : byId.length > 0
        ? byId
        : houses.filter(({ name }) => name.toLowerCase() === wanted);
  if (found.length === 1) return found[0]!.house;
  const list = (found.length > 0 ? found : houses).map(toText).join(', ');
  if (wanted === undefined) throw refused(`There is more than one house. Name one of them: ${list}.`);
  if (found.length > 1) throw refused(`${typed} is ambiguous. Use the id: ${list}.`);
  throw refused(`There is no house ${typed}. Use one of: ${list}.`);
}
