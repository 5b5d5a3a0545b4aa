import assert from 'node:assert/strict';
import type { ConnectionOptions } from 'node:tls';
import { send } from './exchange.ts';

/** Maximum growth of a process while it is fuzzed, in bytes. Its garbage is collected late. */
const maxGrowth = 192 * 2 ** 20;

/** Returns a check that the process of a bridge did not grow while it was fuzzed. */
export async function limitBridgeGrowth(port: number, tls?: ConnectionOptions): Promise<() => Promise<void>> {
  const resident = async () => {
    const text = await send(port, { method: 'GET', target: '/metrics' }, tls);
    return Number(/^plenum_resident_bytes (\S+)$/m.exec(text)?.[1]);
  };
  const before = await resident();
  return async () => {
    const grown = (await resident()) - before;
    assert.ok(grown < maxGrowth, `the process grew by ${grown} bytes`);
  };
}
