import { cloudLimits } from '@plenum/protocol/cloud';
import type { AnswerOf, RecordOf } from '@plenum/protocol/console';
import type { TestedComponent } from '../../delivery/outbox/outbox.ts';
import { selectVisible, type Viewer } from '../../fleet/bridge/access.ts';
import { nameOfComponent } from '../../fleet/component/component-name.ts';
import { readByBridge } from '../../fleet/component/read.ts';
import type { Db } from '../../kernel/database/store.ts';

/** Lists the components that a developer can see, by house, up to the number that a page can show. */
export const readTestable = async (
  db: Db,
  developer: { readonly accountId: string; readonly now: () => number },
): Promise<AnswerOf<'testableComponents'>> => {
  const components: RecordOf<'TestableComponent'>[] = [];
  for await (const some of readByBridge(db, developer)) {
    for (const { systemId, componentId, datagram } of some)
      components.push({ componentId, systemId, name: nameOfComponent(JSON.parse(datagram)) });
    if (components.length >= cloudLimits.maxTestable) break;
  }
  return { components: components.slice(0, cloudLimits.maxTestable) };
};

/** Finds a component by id, if the developer can see it. */
export const findTestable = async (
  db: Db,
  developer: Viewer,
  componentId: string,
): Promise<TestedComponent | undefined> =>
  selectVisible(db, developer)
    .innerJoin('component', 'component.system_id', 'bridge.system_id')
    .select(['component.component_id as componentId', 'component.system_id as systemId'])
    .where('component.component_id', '=', componentId)
    .where('component.datagram', 'is not', null)
    .executeTakeFirst();
