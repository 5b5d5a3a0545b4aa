import { toHouseTitle } from '../../../reading/house/house-title.ts';
import { useCloudQuery } from '../../context/account-context.tsx';

/** The names of the developer's houses, by system id. */
export type HouseTitles = ReadonlyMap<string, string>;

export const useHouseTitles = (): HouseTitles => {
  const { data = [] } = useCloudQuery('bridges');
  return new Map(data.map(({ systemId, name, unit }) => [systemId, toHouseTitle(name, unit?.Tag1)]));
};
