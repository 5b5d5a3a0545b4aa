import type { Selectable } from 'kysely';
import { rowSet } from '../../kernel/database/row-set.ts';
import type { Db } from '../../kernel/database/store.ts';
import type { Tables } from '../../kernel/schema/tables.ts';

/** Selects those components with the given keys that are stored, including removed ones. */
export const selectComponents = (
  db: Db,
  keys: readonly Pick<Selectable<Tables['component']>, 'system_id' | 'component_id'>[],
) =>
  db
    .selectFrom(rowSet(db, { system_id: 'TEXT', component_id: 'TEXT' }, keys).as('wanted'))
    .innerJoin('component', (join) =>
      join
        .onRef('component.system_id', '=', 'wanted.system_id')
        .onRef('component.component_id', '=', 'wanted.component_id'),
    );
