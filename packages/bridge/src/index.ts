export { type Clock, systemClock } from '@plenum/platform';
export { type BackupHead, readBackup } from './backup/backup-file.ts';
export { revertRestore } from './backup/pending-restore.ts';
export { type Bridge, startBridge } from './bridge.ts';
export { bridgeFailures } from './bridge-failures.ts';
export { advanceComfort, type ComfortState, noComfort } from './comfort/advance-comfort.ts';
export { createFavouriteRuns, type FavouriteTime } from './comfort/favourite-runs.ts';
export { fitHouse, type HouseFit, nothingKnown, type RoomFit, rateAt } from './comfort/learn/fit-house.ts';
export { followRooms, type RoomFollower } from './comfort/learn/follow-rooms.ts';
export { hasFullDemand, observe, signOf, type Way } from './comfort/learn/observe.ts';
export type { StartSettings } from './comfort/plan-start.ts';
export type { AttachedBridgeConfig, BridgeConfig, BridgeSettings } from './config.ts';
export type { Changes, Device } from './device/device.ts';
export { toReplayedHouse } from './diagnostics/replayed-house.ts';
export { type HouseChanges, type HouseToRun, isLocalTime, toHouseToRun } from './house/house-to-run.ts';
export {
  isFile,
  openHouseFile,
  orRefuseFile,
  orRefuseWeather,
  readTextFile,
} from './house/open-house-file.ts';
export type { HouseSnapshot } from './simulated/house-snapshot.ts';
export { inMemory } from './store/data-files.ts';
export type { Uplink, UplinkStatus } from './uplink/keep-connected.ts';
export type { BridgeRegistration } from './uplink/uplink-settings.ts';
