import type { TestHouse } from './test-house.ts';

/** Waits until a house is connected to its cloud, or until it is not, in real time. */
type WaitForConnection = (isConnected: boolean) => Promise<void>;

/** The function that waits, for each house of a cloud. It is not a member of the house: only scenarios call it. */
export const connections = new WeakMap<TestHouse, WaitForConnection>();
