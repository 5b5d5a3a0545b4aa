import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createFakeClock } from '@plenum/platform/fake-clock';
import { createMemoryBus } from '../../kernel/bus/memory-bus.ts';
import { silent } from '../../kernel/log/log.ts';
import type { Connection } from './connection.ts';
import { createConnectionRegistry } from './connection-registry.ts';

/** A connection of one bridge, with why it was closed. */
const createClosable = (epoch: number) => {
  const closed: string[] = [];
  const close = (reason: string) => void closed.push(reason);
  return { connection: { systemId: '000000001', epoch, close } as unknown as Connection, closed };
};

test('an older connection that comes late is closed, and the newer one stays', async () => {
  const clock = createFakeClock();
  await using bus = createMemoryBus({ clock, log: silent });
  await using registry = await createConnectionRegistry({ bus, nodeId: 'N', now: clock.now });
  const [older, newer, newest] = [1, 2, 3].map(createClosable);
  registry.add(newer!.connection);
  registry.add(older!.connection);
  assert.deepEqual([older!.closed, newer!.closed], [['replaced'], []]);
  assert.deepEqual([...registry.all()], [newer!.connection]);
  registry.add(newest!.connection);
  assert.deepEqual([newer!.closed, newest!.closed], [['replaced'], []]);
  assert.deepEqual([...registry.all()], [newest!.connection]);
});
