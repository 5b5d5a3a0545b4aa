import { type DatagramOf, type Datagrams, initialDatagram, kinds } from '@plenum/protocol/component';
import { enumerations, type Weekday, weekdays } from '@plenum/protocol/field';
import { abilitiesOf, type DeviceType, deviceTypes, lightingLimits } from '@plenum/protocol/lighting';
import { readTime, toWire } from '../house-schema/fields.ts';
import type { LightingFile } from '../house-schema/house.ts';
import { createSwitchPlant, type LampPlant, type Plant } from '../model/state.ts';
import { toSetting } from './setting.ts';

type Lamp = DatagramOf<'lamp'>;
type LampFile = LightingFile['lamps'][number];
type SwitchFile = NonNullable<LightingFile['switches']>[number];
type FavouriteFile = NonNullable<LightingFile['favourites']>[number];

/** Value for no group, no light sensor, or no button pressed yet (lighting 2). */
export const noNumber = 255;
/** Hour and minute of a time that is switched off (lighting 2). */
const noTime = { H: 31, M: 63 } as const;

const version = 1;
const shortPress = 5;
const middleWhite = 50;

type TypeNumber = keyof typeof deviceTypes;

/** Returns the initial values of the fields that only some kinds of device have. */
const createOwnFields = (type: DeviceType): Partial<Lamp> => {
  const { isBlind, isThermostat, dims } = abilitiesOf(type);
  return {
    ...(isThermostat && { Setpoint: 2000, RoomTemp: 2000 }),
    ...(dims && type !== 'CL5' && { CacdLimit: 0 }),
    ...(type === 'CACDSW' && { SwitchType: 0, LedOnOff: 0 }),
    ...(type.startsWith('CVFC') && { ReverseOutput: 0 }),
    ...(isBlind && { AllOn: 0, AllOff: 0, Reverse: 0, Pos: 100 }),
    LiPwrOn: 0,
  };
};

const { required } = kinds.lamp.fields;
/** Fields that every kind of device has. */
const commonFields = Object.fromEntries(
  Object.entries(initialDatagram('lamp')).filter(([field]) => required.includes(field)),
) as Lamp;

/** Creates a newly paired device of a kind. It is off; a door is shut, and a blind is open. */
export function createLamp(Index: number, typeNumber: number): Lamp {
  const Type = deviceTypes[typeNumber as TypeNumber];
  return {
    ...commonFields,
    Index,
    GrNo: noNumber,
    Att: 1,
    Brig: 100,
    Temp: middleWhite,
    R: 255,
    G: 255,
    B: 255,
    Type,
    Pwrd: 1,
    Acce: enumerations.lightSpeed.values.medium,
    AlOf: 1,
    AlOn: 1,
    AlH: noTime.H,
    AlM: noTime.M,
    Reed: abilitiesOf(Type).isGarageDoor ? 1 : 0,
    Pulse: shortPress,
    ...createOwnFields(Type),
  };
}

const toLamp = (Index: number, file: LampFile): Lamp => {
  const created = createLamp(Index, enumerations.deviceType.values[file.type ?? 'lamp']);
  const { group = noNumber, page = 0, x = 50, y = 50, effect = 'none', emptyFor = 0, setpoint } = file;
  return {
    ...created,
    Name: file.name,
    GrNo: group,
    PgNo: page,
    LocX: x,
    LocY: y,
    Fx: enumerations.lightEffect.values[effect],
    D1: emptyFor,
    OccAuOn: file.comesOn === true ? 1 : 0,
    ...(created.Setpoint !== undefined && setpoint !== undefined && { Setpoint: toWire(setpoint) }),
  };
};

/** Creates the plant of a lamp that is off, a door that is shut, or a blind that is open. */
export const createLampPlant = (typeNumber: number): LampPlant => ({
  type: typeNumber,
  level: 0,
  fadeFrom: 0,
  fadeAt: 0,
  position: abilitiesOf(deviceTypes[typeNumber as TypeNumber]).isBlind ? 100 : 0,
  direction: 0,
  lastDirection: -1,
  movesSince: 0,
  blocked: false,
  alarmSince: 0,
  snoozedUntil: 0,
  occupiedAt: 0,
  isEmpty: false,
  isRunning: false,
  before: null,
});

const toSwitch = (Index: number, { buttons, occupancy }: SwitchFile): DatagramOf<'wallSwitch'> => {
  const functionOf = (place: number) => enumerations.buttonFunction.values[buttons[place]?.does ?? 'none'];
  const numberOf = (place: number) => buttons[place]?.no ?? noNumber;
  return {
    Index,
    But1: functionOf(0),
    But1No: numberOf(0),
    But2: functionOf(1),
    But2No: numberOf(1),
    But3: functionOf(2),
    But3No: numberOf(2),
    Occ: enumerations.buttonFunction.values[occupancy?.does ?? 'none'],
    OccNo: occupancy?.no ?? noNumber,
    Lit: noNumber,
    Att: 1,
    NoBut: buttons.length,
  };
};

const toTime = (written: string | undefined) => {
  const time = written === undefined ? undefined : readTime(written);
  return time === undefined ? noTime : { H: time.hour, M: time.minute };
};

const toFavourite = (
  Fav: number,
  file: FavouriteFile | undefined,
  lamps: readonly Lamp[],
): DatagramOf<'lightFavourite'> => {
  const { name = '', enabled = false, days = weekdays, on, off, settings = [] } = file ?? {};
  const has = (day: Weekday) => (days.includes(day) ? 1 : 0);
  return {
    Fav,
    Name: name,
    En: enabled ? 1 : 0,
    On: toTime(on),
    Off: toTime(off),
    Days: {
      M: has('M'),
      Tu: has('Tu'),
      W: has('W'),
      Th: has('Th'),
      F: has('F'),
      Sa: has('Sa'),
      Su: has('Su'),
    },
    iLightFav: settings.map(({ lamp, on: isOn, brightness, white, colour }) => {
      const [R, G, B] = colour ?? [];
      return {
        X: lamp,
        S: toSetting({
          ...lamps[lamp]!,
          On: isOn ? 1 : 0,
          ...(brightness !== undefined && { Brig: brightness }),
          ...(white !== undefined && { Temp: white }),
          ...(colour !== undefined && { R: R!, G: G!, B: B!, Rgb: 1 }),
        }),
      };
    }),
  };
};

const toSystem = (file: LightingFile, clock: DatagramOf<'lighting'>['Time']): DatagramOf<'lighting'> => {
  const { lamps, switches = [], pages = [] } = file;
  const names = Object.fromEntries(
    Array.from({ length: lightingLimits.pages }, (_, page) => [`Pg${page + 1}N`, pages[page] ?? '']),
  );
  return {
    ...initialDatagram('lighting'),
    ...names,
    IntV: version,
    Tag1: file.tag1 ?? 'Lighting',
    LiNext: lamps.length,
    SWNext: switches.length,
    LiLast: lamps.length - 1,
    SwLast: switches.length === 0 ? noNumber : switches.length - 1,
    RfCh: 1,
    Time: clock,
  };
};

/** Creates the diagnostics of a newly paired device. */
export const createDiagnostics = (Index: number): DatagramOf<'lampDiagnostics'> => ({
  ...initialDatagram('lampDiagnostics'),
  Index,
  Temp: 2500,
  LightSetpoint: 65_535,
  LampOverride: noNumber,
  OccCurrentAction: noNumber,
  Powered: 1,
});

/**
 * Creates the initial lighting of a house: lamps off, doors shut, blinds open. There are always nine favourites; unused
 * ones have no name. Returns an empty result if the house has no lighting.
 */
export function createLighting(
  file: LightingFile | undefined,
  clock: DatagramOf<'lighting'>['Time'],
): { datagrams: Partial<Datagrams>; plant: Pick<Plant, 'lighting'> } {
  if (file === undefined) return { datagrams: {}, plant: { lighting: undefined } };
  const lamp = file.lamps.map((each, Index) => toLamp(Index, each));
  return {
    datagrams: {
      lighting: [toSystem(file, clock)],
      lamp,
      wallSwitch: (file.switches ?? []).map((each, Index) => toSwitch(Index, each)),
      lightFavourite: Array.from({ length: lightingLimits.favourites }, (_, Fav) =>
        toFavourite(Fav, file.favourites?.[Fav], lamp),
      ),
      lampDiagnostics: lamp.map(({ Index }) => createDiagnostics(Index)),
      lightNetwork: [{ ...initialDatagram('lightNetwork'), Dhcp: '1' }],
      lastButton: [{ Sw: noNumber, But: noNumber }],
    },
    plant: {
      lighting: {
        lamps: file.lamps.map(({ type }) => createLampPlant(enumerations.deviceType.values[type ?? 'lamp'])),
        switches: (file.switches ?? []).map(createSwitchPlant),
        hasPower: true,
        pairing: 0,
      },
    },
  };
}
