import { toHouseFile } from './house-choice.ts';
import { startHostedBridge } from './start-hosted-bridge.ts';

/** The bridges that a cloud runs in its own process (`hosting` of its configuration). */
export const hosting = { toHouseFile, start: startHostedBridge } as const;
