export {
  bridgeToken,
  type EntryError,
  entryErrors,
  maxAnswerBytes,
  maxBridgeLength,
  maxComponents,
  maxControls,
  maxDatagramLength,
  maxFrameBytes,
  maxReads,
  otherVersion,
  uplink,
  uplinkTimes,
} from './connection.ts';
export { type ControlRef, fromControlId, toControlId } from './control-id.ts';
export { cloudKinds, readPath, readQuery, systemId } from './fields.ts';
export {
  type BridgeFrame,
  type BridgeFrameOf,
  bridgeFrames,
  type ChangedComponent,
  type CloseReason,
  type CloudFrame,
  type CloudFrameOf,
  closeReasons,
  cloudFrames,
  type Frame,
  type UnnumberedFrame,
  type UplinkComponent,
  type UplinkRef,
} from './frames.ts';
export type { HostedBridge, HostedLink, KeptEntry, KeptHouse, SimulationRequest } from './hosted.ts';
export { isTakenByCloud, readBridgeFrame, readCloudFrame } from './read-frame.ts';
