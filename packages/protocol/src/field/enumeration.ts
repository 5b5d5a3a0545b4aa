/** A labelled set of integers, open when read and closed when commanded (wire facts 4). */
export interface Enumeration<Label extends string = string> {
  readonly name: string;
  readonly section: string;
  readonly values: Readonly<Record<Label, number>>;
}

const enumeration = <Label extends string>(
  name: string,
  section: string,
  values: Readonly<Record<Label, number>>,
): Enumeration<Label> => ({ name, section, values });

/** Labels `type <from>` to `type <to>`, for the enumerations of which little more than the size is public; some are `known`. */
const numbered = <Known extends string = string>(
  name: string,
  section: string,
  { from, to, known }: { from: number; to: number; known?: Readonly<Record<Known, number>> },
): Enumeration<Known> => {
  const labels = new Map(Object.entries<number>(known ?? {}).map(([label, value]) => [value, label]));
  const values = Array.from({ length: to - from + 1 }, (_, n) => from + n);
  return enumeration(
    name,
    section,
    Object.fromEntries(values.map((value) => [labels.get(value) ?? `type ${value}`, value])) as Record<
      Known,
      number
    >,
  );
};

// The fields of these two are flags.
export const sysOn = enumeration('SysOn_e', '2.1', { off: 0, on: 1 });
export const irrigationEnable = enumeration('RetEn_e', '2.1', { off: 0, on: 1 });

export const sysMode = enumeration('SysMode_e', '2.1', {
  'not available': 0,
  cool: 1,
  heat: 2,
  vent: 3,
  dry: 4,
  auto: 5,
  exhaust: 6,
  'pump only': 7,
});

export const sysFan = enumeration('SysFan_e', '2.1', {
  'not available': 0,
  low: 1,
  medium: 2,
  high: 3,
  auto: 4,
  top: 5,
  'non-gas heat': 99,
});

export const roomUnitMode = enumeration('SysMode_e (split, VRF)', '2.1', {
  cool: 1,
  heat: 2,
  vent: 3,
  dry: 4,
  auto: 5,
});

export const splitFan = enumeration('SysFan_e (split)', '2.1', {
  'low (brand set: auto)': 1,
  'medium (brand set: quiet)': 2,
  'high (brand set: 1)': 3,
  'auto (brand set: 2)': 4,
  'brand set: 3': 5,
  'brand set: 4': 6,
  'brand set: 5': 7,
});

export const vrfFan = enumeration('SysFan_e (VRF)', '2.1', { low: 1, medium: 2, high: 3, auto: 4 });

export const zoneMode = enumeration('ZoneMode_e', '2.1', {
  open: 1,
  close: 2,
  auto: 3,
  override: 4,
  constant: 5,
});

export const zoneType = enumeration('ZoneType_e', '2.1', { 'open/close': 1, constant: 2, auto: 3 });

export const swing = enumeration('SplitSystemSwingType_e', '2.1', {
  none: 0,
  horizontal: 1,
  vertical: 2,
  both: 3,
});

export const sleepTimer = enumeration('SplitSystemSleepTimer_e', '2.1', {
  off: 0,
  '0.5 h': 1,
  '1 h': 2,
  '2 h': 3,
  '4 h': 4,
  '6 h': 5,
  '8 h': 6,
  '12 h': 7,
});

export const stationMode = enumeration('StnMode_e', '2.1', { auto: 0, manual: 1, disabled: 2 });
export const stationState = enumeration('station state', '2.8', {
  'not running': 0,
  soaking: 1,
  watering: 2,
});
export const stationError = enumeration('station error', '2.8', { none: 0, open: 1, short: 2 });
export const powerBattery = enumeration('CpmBatt_e', '2.1', { critical: 0, low: 1, normal: 2, full: 3 });

export const returnAirSensor = enumeration('ReturnAirSensor_e', 'wire facts 4', {
  'return air': 1,
  master: 2,
  zones: 3,
});
export const fanAutoType = enumeration('FanAutoType_e', 'wire facts 4', {
  'two-speed': 0,
  'three-speed': 1,
  variable: 2,
  'four-speed': 3,
});
export const cpuType = enumeration('AcCpuType_e', 'wire facts 4', {
  'standard (0)': 0,
  standard: 1,
  evaporative: 2,
});
export const rfSignal = enumeration('RfSignalLevel_e', 'wire facts 4', {
  full: 0,
  half: 1,
  quarter: 2,
  none: 3,
});
export const battery = enumeration('BatteryLevel_e', 'wire facts 4', { full: 0, half: 1, empty: 2 });
export const sensorType = enumeration('RoomSensorType_t', 'wire facts 4', {
  CCTS: 0,
  CSM: 1,
  iSense: 2,
  wireless: 3,
  wired: 4,
  none: 255,
});
export const evapSensor = enumeration('EvapControlSensor_e', 'wire facts 4', { screen: 0, remote: 1 });
export const gasHeat = numbered('GasHeatType_e', 'wire facts 4', {
  from: 0,
  to: 13,
  known: { none: 0, 'one gas stage': 8, 'two gas stages': 9 },
});
export const unitBrandSet = numbered('UnitBrandSet_e', 'wire facts 4', {
  from: 0,
  to: 22,
  known: { auto: 0 },
});
export const unitBrand = numbered('UnitBrand_e', 'wire facts 4', { from: 1, to: 24 });
export const oemMake = numbered('OemMake_e', 'wire facts 4', { from: 0, to: 7 });
