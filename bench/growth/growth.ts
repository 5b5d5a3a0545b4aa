import type { Curve } from '../recording.ts';
import { growAccounts } from './accounts.ts';
import { growBridges } from './bridges.ts';
import { growEndpoints } from './endpoints.ts';
import { growHistory } from './history.ts';
import { growHouse } from './house.ts';

/** Measurements of growth, by the name with which they are selected. */
export const measureGrowth: Readonly<Record<string, () => Promise<Record<string, Curve>>>> = {
  'grow-bridges': growBridges,
  'grow-endpoints': growEndpoints,
  'grow-accounts': growAccounts,
  'grow-house': growHouse,
  'grow-history': growHistory,
};
