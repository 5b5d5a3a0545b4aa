import { startCloud, startHouse } from '@plenum/testing';

// Vitest has no globals unless it is told to, Jest has them.
const { test } = typeof globalThis.test === 'function' ? globalThis : await import('vitest');

test('an app reads a house whose cloud and bridge the test forgets', async () => {
  const cloud = await startCloud();
  await startHouse({ cloud, bridge: true });
  const { components } = await cloud.client.discover();
  if (components.length === 0) throw new Error('The cloud shows no component.');
}, 60_000);
