import {
  type Bridge,
  type BridgeConfig,
  type HouseChanges,
  type HouseToRun,
  startBridge,
  toHouseToRun,
} from '@plenum/bridge';
import { type HouseName, readShippedHouse } from '@plenum/simulator';
import { createDataFolder } from './data-folder.ts';
import { onFreePorts } from './free-port.ts';
import { houseTime } from './house-time.ts';

/** Returns a shipped house whose clock begins at `houseTime`, unless the changes contain another time. */
export function toShippedHouse(name: HouseName, changes: HouseChanges = {}): HouseToRun {
  const file = readShippedHouse(name);
  if (!file.ok) throw new Error(`The house ${name} cannot be read.`);
  return toHouseToRun(file.value, { startsAt: houseTime, ...changes });
}

/** Runs the demo house behind a bridge in this process, on free ports of loopback; its clock is stopped. */
export async function runBridge(more: Partial<BridgeConfig> = {}): Promise<Bridge> {
  await using stack = new AsyncDisposableStack();
  const dataDir = stack.use(createDataFolder()).path;
  const house = toShippedHouse('demo', { seed: 1 });
  const bridge = stack.use(await startBridge({ house, dataDir, ...onFreePorts, timeScale: 0, ...more }));
  const running = stack.move();
  return { ...bridge, [Symbol.asyncDispose]: () => running.disposeAsync() };
}
