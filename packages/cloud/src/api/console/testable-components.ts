import { cloudLimits } from '@plenum/protocol/cloud';
import type { AnswerOf, RecordOf } from '@plenum/protocol/console';
import type { TestedComponent } from '../../delivery/outbox/outbox.ts';
import { selectAccess } from '../../fleet/bridge/access.ts';
import { nameOfComponent } from '../../fleet/component/component-name.ts';
import { readByBridge } from '../../fleet/component/read.ts';
import type { Db } from '../../kernel/database/store.ts';

/** Lists the components that some accounts can see, by house, up to the number that a page can show. */
export async function readTestable(
  db: Db,
  { accountIds, now }: { readonly accountIds: readonly string[]; readonly now: () => number },
): Promise<AnswerOf<'testableComponents'>> {
  // By id, because test users can share a house.
  const components = new Map<string, RecordOf<'TestableComponent'>>();
  for (const accountId of accountIds)
    for await (const some of readByBridge(db, { accountId, now })) {
      for (const { systemId, componentId, datagram } of some)
        components.set(componentId, { componentId, systemId, name: nameOfComponent(JSON.parse(datagram)) });
      if (components.size >= cloudLimits.maxTestable) break;
    }
  return { components: [...components.values()].slice(0, cloudLimits.maxTestable) };
}

/** Finds a component by id, if one of some accounts can see it. */
export async function findTestable(
  db: Db,
  { accountIds, now }: { readonly accountIds: readonly string[]; readonly now: number },
  componentId: string,
): Promise<TestedComponent | undefined> {
  if (accountIds.length === 0) return undefined;
  return db
    .selectFrom(selectAccess(db, accountIds, now).as('visible'))
    .innerJoin('component', 'component.system_id', 'visible.system_id')
    .select(['component.component_id as componentId', 'component.system_id as systemId'])
    .where('component.component_id', '=', componentId)
    .where('component.datagram', 'is not', null)
    .executeTakeFirst();
}
