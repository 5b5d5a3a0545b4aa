import { BridgedDeviceBasicInformationServer } from '@matter/main/behaviors/bridged-device-basic-information';

/** What every bridged node says of itself: its name, its ids, and whether it answers. */
export const Bridged = BridgedDeviceBasicInformationServer;
