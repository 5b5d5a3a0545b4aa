import type { Subsystem } from '../command/command.ts';

/**
 * Where each subsystem is asked and commanded, the root key of its query body, what a reader calls it, and
 * whether its answers carry the bridge's id as text (AC and the usual envelope) or as a number (interface 2.5-2.7).
 */
export interface SubsystemDoor {
  readonly query: string;
  readonly control: string;
  readonly root: string;
  readonly noun: string;
  readonly uid: 'text' | 'number';
}

export const subsystems: Readonly<Record<Subsystem, SubsystemDoor>> = {
  ac: {
    query: '/HvacRequestV2',
    control: '/HvacCommandV2',
    root: 'HvacV2Request',
    noun: 'ducted air conditioner',
    uid: 'text',
  },
  split: {
    query: '/SplitSystemRequest',
    control: '/SplitSystemCommand',
    root: 'SplitSystemRequest',
    noun: 'split system',
    uid: 'number',
  },
  vrf: {
    query: '/VrfControlRequest',
    control: '/VrfControlCommand',
    root: 'VrfControlSystemRequest',
    noun: 'VRF system',
    uid: 'number',
  },
  irrigation: {
    query: '/iLightRequest',
    control: '/iLightCommand',
    root: 'RetRequest',
    noun: 'irrigation controller',
    uid: 'text',
  },
  power: {
    query: '/PowerRequest',
    control: '/PowerCommand',
    root: 'PowerRequest',
    noun: 'power monitor',
    uid: 'text',
  },
};

export const subsystemNames = Object.keys(subsystems) as readonly Subsystem[];
