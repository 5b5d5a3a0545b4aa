export { type ConnectHouseDeps, connectHouse } from './connect-house.ts';
export type { House, Outcome } from './house.ts';
