/** The subsystems of an installation. Each has one path for queries and one for commands (interface 4.2). */
export type Subsystem = 'ac' | 'split' | 'vrf' | 'irrigation' | 'power' | 'lighting';

/**
 * One subsystem: the paths of its queries and commands, the root key of a query, its display name, and the form of the
 * bridge's id in its responses: text (AC and the usual envelope) or number (interface 2.5-2.7).
 */
export interface SubsystemDefinition {
  readonly query: string;
  readonly control: string;
  readonly root: string;
  readonly noun: string;
  readonly uid: 'text' | 'number';
}

export const subsystems: Readonly<Record<Subsystem, SubsystemDefinition>> = {
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
  // Lighting shares its paths with irrigation. The root of a query and the name of a command distinguish them.
  lighting: {
    query: '/iLightRequest',
    control: '/iLightCommand',
    root: 'LiRequest',
    noun: 'lighting',
    uid: 'text',
  },
};

export const subsystemNames = Object.keys(subsystems) as readonly Subsystem[];

/** The subsystems that share a path; only irrigation and lighting do. */
export const subsystemsByPath: Readonly<
  Record<'query' | 'control', ReadonlyMap<string, readonly Subsystem[]>>
> = {
  query: Map.groupBy(subsystemNames, (name) => subsystems[name].query),
  control: Map.groupBy(subsystemNames, (name) => subsystems[name].control),
};
