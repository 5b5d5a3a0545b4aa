import { BridgedDeviceBasicInformationServer } from '@matter/main/behaviors/bridged-device-basic-information';

/** The basic information of every bridged node: its name, its ids, and whether it is reachable. */
export const Bridged = BridgedDeviceBasicInformationServer;
