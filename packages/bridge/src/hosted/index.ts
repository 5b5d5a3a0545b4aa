import { toHouseFile } from './house-choice.ts';
import { startHostedBridge } from './start-hosted-bridge.ts';

export type { HouseChoice } from './house-choice.ts';
export type {
  HostedBridge,
  HostedBridgeConfig,
  HostedLink,
  KeptEntry,
  KeptHouse,
  SimulationRequest,
} from './start-hosted-bridge.ts';

/** The bridges that a cloud runs in its own process (`hosting` of its configuration). */
export const hosting = { toHouseFile, start: startHostedBridge } as const;
