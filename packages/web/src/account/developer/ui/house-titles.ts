import type { RecordOf } from '@plenum/protocol/console';
import { toHouseTitle } from '../../../reading/house/house-title.ts';
import { useCloudQuery } from '../../account-context.tsx';

/** The names of the developer's houses, by system id. */
export type HouseTitles = ReadonlyMap<string, string>;

/** Returns the names of the developer's houses and, with their system ids, those of `testUsers`. */
export function useHouseTitles(testUsers: readonly RecordOf<'TestUser'>[] = []): HouseTitles {
  const { data = [] } = useCloudQuery('bridges');
  return new Map([
    ...data.map(({ systemId, name, unit }) => [systemId, toHouseTitle(name, unit?.Tag1)] as const),
    // Test houses that were created alike have the same name.
    ...testUsers.flatMap(({ houses }) =>
      houses.map(({ systemId, name }) => [systemId, `${name} · ${systemId}`] as const),
    ),
  ]);
}
