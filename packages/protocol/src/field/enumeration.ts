/** A labelled set of integers. Unlisted values are accepted when read but refused in commands (wire facts 4). */
export interface Enumeration<Label extends string = string> {
  readonly name: string;
  readonly section: string;
  readonly values: Readonly<Record<Label, number>>;
  /** The units that accept a value which most units refuse, for the sentence of a refusal. */
  readonly takers?: Readonly<Partial<Record<Label, string>>>;
}

const enumeration = <Label extends string>(
  name: string,
  section: string,
  values: Readonly<Record<Label, number>>,
  takers?: Readonly<Partial<Record<Label, string>>>,
): Enumeration<Label> => ({ name, section, values, ...(takers && { takers }) });

/**
 * Returns the labels `type <from>` to `type <to>`, for enumerations whose size is public but whose meanings are not.
 * `known` labels replace some.
 */
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

// Fields with one of these two enumerations are flags.
export const sysOn = enumeration('SysOn_e', '2.1', { off: 0, on: 1 });
export const irrigationEnable = enumeration('RetEn_e', '2.1', { off: 0, on: 1 });

const noUnit = { 'not available': 'not accepted by any unit' };
const coolers = 'only for evaporative coolers';

export const sysMode = enumeration(
  'SysMode_e',
  '2.1',
  { 'not available': 0, cool: 1, heat: 2, vent: 3, dry: 4, auto: 5, exhaust: 6, 'pump only': 7 },
  { ...noUnit, exhaust: coolers, 'pump only': coolers },
);

export const sysFan = enumeration(
  'SysFan_e',
  '2.1',
  { 'not available': 0, low: 1, medium: 2, high: 3, auto: 4, top: 5, 'non-gas heat': 99 },
  noUnit,
);

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
/** The kinds of heating. All have one fan speed unless the label says otherwise. */
export const gasHeat = enumeration('GasHeatType_e', 'installer 1', {
  'heat only': 0,
  'cool only': 1,
  'one heat, one cool': 2,
  'two heat, one cool': 3,
  'heat pump, one fan speed': 4,
  'heat pump, three fan speeds': 5,
  'heat pump with one heat': 6,
  'two heat pumps with one heat': 7,
  'one gas': 8,
  'two gas, two cool': 9,
  'remote on/off': 10,
  ventilation: 11,
  "another maker's": 12,
  "another maker's, one heat, one cool": 13,
});
export const filterMonths = enumeration('months of a filter', 'installer 1', {
  'no warning': 0,
  '3 months': 3,
  '6 months': 6,
  '12 months': 12,
});
export const brandFanType = enumeration('fan type of one unit brand', 'installer 1', {
  variable: 0,
  'three-speed': 1,
});
export const brandModeType = enumeration('expansion of one unit brand', 'installer 1', {
  'no expansion': 0,
  single: 1,
  series: 2,
  dry: 3,
});
export const unitBrandSet = numbered('UnitBrandSet_e', 'wire facts 4', {
  from: 0,
  to: 22,
  known: { auto: 0, 'brand A': 22 },
});
/** The number of the brand of `UnitBrandA` is not public. Plenum uses 22, in both lists. */
export const unitBrand = numbered('UnitBrand_e', 'wire facts 4', {
  from: 1,
  to: 24,
  known: { 'brand A': 22 },
});
export const oemMake = numbered('OemMake_e', 'wire facts 4', { from: 0, to: 7 });

export const deviceType = enumeration('device type', 'lighting 4', {
  lamp: 1,
  outlet: 2,
  'outlet as garage door': 3,
  'roller blind': 4,
  'dimmer module': 5,
  relay: 6,
  'relay as garage door': 7,
  'relay as heating controller': 8,
  'relay as cooling controller': 9,
  'outlet as heating controller': 10,
  'outlet as cooling controller': 11,
  'voltage-free relay': 12,
  'voltage-free relay as garage door': 13,
  'dimmer with wall switch': 14,
  'voltage-free relay as heating controller': 15,
  'voltage-free relay as cooling controller': 16,
});
export const lightEffect = enumeration('light effect', 'lighting 4', {
  none: 0,
  reading: 1,
  relaxing: 2,
  candle: 3,
  holiday: 4,
  rotate: 5,
  circadian: 6,
  music: 7,
  'automatic brightness': 8,
});
export const lightSpeed = enumeration('speed of change', 'lighting 4', {
  slow: 0,
  medium: 1,
  fast: 2,
  immediate: 3,
});
export const buttonFunction = enumeration('button and sensor function', 'lighting 4', {
  none: 0,
  'lamp group': 1,
  'AC on/off': 2,
  'AC zone': 3,
  'all off': 4,
  'all on': 5,
});
export const powerReturn = enumeration('power return', 'lighting 4', {
  'no change': 0,
  'previous setting': 1,
  'full white': 2,
});
export const lampPowerReturn = enumeration('power return of a lamp', 'lighting 4', {
  'as the system': 0,
  'no change': 1,
  'previous setting': 2,
  white: 3,
});
export const blindMove = enumeration('move of a blind', 'lighting 4', { stays: 0, up: 1, down: 2 });
export const blindDrive = enumeration('drive of a blind', 'lighting 4', { down: 0, up: 1, stop: 2 });
export const wallSwitchType = enumeration('wall switch of a dimmer', 'lighting 4', {
  latching: 0,
  momentary: 1,
});
export const outletType = enumeration('use of an outlet', 'lighting 4', { outlet: 2, 'garage door': 3 });
export const occupancyDelay = enumeration('occupancy delay', 'lighting 3', {
  never: 0,
  '10 min': 10,
  '15 min': 15,
  '20 min': 20,
  '30 min': 30,
  '60 min': 60,
});
export const removable = enumeration('what is removed', 'lighting 3', { lamp: 1, switch: 2 });
/** The devices that can be in pairing mode in a simulated house: a kind of device, or a wall switch. */
export const pairable = enumeration('device in pairing mode', 'lighting 3', {
  none: 0,
  ...deviceType.values,
  'wall switch': 100,
});
