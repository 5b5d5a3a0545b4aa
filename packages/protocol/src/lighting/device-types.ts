/** The text in a lamp's datagram for each number of `DeviceTypeChange` (lighting 4). */
export const deviceTypes = {
  1: 'CL5',
  2: 'CGPO',
  3: 'CGDO',
  4: 'CBLD',
  5: 'CDM',
  6: 'CACR',
  7: 'CACRGD',
  8: 'CACRTC',
  9: 'CACRTC',
  10: 'CGPOTC',
  11: 'CGPOTC',
  12: 'CVFC',
  13: 'CVFCGD',
  14: 'CACDSW',
  15: 'CVFCTC',
  16: 'CVFCTC',
} as const;

/** The kind of a lighting device, as in its datagram. */
export type DeviceType = (typeof deviceTypes)[keyof typeof deviceTypes];
export const deviceTexts = [...new Set(Object.values(deviceTypes))] as readonly DeviceType[];

/** The abilities of a kind of device. */
export interface Abilities {
  readonly dims: boolean;
  readonly isColoured: boolean;
  readonly isGarageDoor: boolean;
  readonly isBlind: boolean;
  /** True if the device switches a heater or cooler by its own setpoint. */
  readonly isThermostat: boolean;
}

const none: Abilities = {
  dims: false,
  isColoured: false,
  isGarageDoor: false,
  isBlind: false,
  isThermostat: false,
};

const abilities: Readonly<Record<DeviceType, Partial<Abilities>>> = {
  CL5: { dims: true, isColoured: true },
  CGPO: {},
  CGDO: { isGarageDoor: true },
  CBLD: { isBlind: true },
  CDM: { dims: true },
  CACR: {},
  CACRGD: { isGarageDoor: true },
  CACRTC: { isThermostat: true },
  CGPOTC: { isThermostat: true },
  CVFC: {},
  CVFCGD: { isGarageDoor: true },
  CACDSW: { dims: true },
  CVFCTC: { isThermostat: true },
};

const complete = new Map<string | undefined, Abilities>(
  Object.entries(abilities).map(([type, has]) => [type, { ...none, ...has }]),
);

/** Returns the abilities of a lighting device. A device of an unknown kind can only be switched. */
export const abilitiesOf = (type: string | undefined): Abilities => complete.get(type) ?? none;
