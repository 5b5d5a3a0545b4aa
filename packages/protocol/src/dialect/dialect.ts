import { coolerCommands } from '../unit/air-commands.ts';
import { unitSetupCommands } from '../unit/installer-commands.ts';

/** One table of renames, from neutral word to the word of the dialect. */
export type Renames = Readonly<Record<string, string>>;

/** The parts of the wire format in which a brand may use its own words. */
export const wordTables = ['paths', 'tokens', 'keys', 'notifications', 'kinds'] as const;
export type WordTable = (typeof wordTables)[number];

/**
 * The words that a maker uses instead of the neutral ones of the interface: paths of endpoints, tokens of discovery,
 * keys of JSON objects, change notices and kinds of cloud components (wire facts 1). A word in no table is the same in
 * both dialects. Only names are renamed, never values.
 */
export interface Dialect extends Readonly<Record<WordTable, Renames>> {
  readonly name: string;
}

/** The neutral words of the interface. */
export const neutral: Dialect = {
  name: 'neutral',
  paths: {},
  tokens: {},
  keys: {},
  notifications: {},
  kinds: {},
};

/**
 * Returns the commands whose name begins with the neutral word for a brand of units, renamed to contain the brand's
 * word.
 */
const ofBrand = (neutralWord: string, brand: string): Renames =>
  Object.fromEntries(
    [...coolerCommands, ...unitSetupCommands].flatMap(({ name }) =>
      name.startsWith(neutralWord) ? [[name, brand + name.slice(neutralWord.length)]] : [],
    ),
  );

/** The words of the maker of existing devices (wire facts 1). */
export const izone = {
  name: 'izone',
  paths: {
    '/HvacRequestV2': '/iZoneRequestV2',
    '/HvacCommandV2': '/iZoneCommandV2',
  },
  tokens: {
    Hvac: 'iZone',
    HvacV2: 'iZoneV2',
  },
  keys: {
    HvacV2Request: 'iZoneV2Request',
    HvacDeviceUId: 'AirStreamDeviceUId',
    HvacOnOff: 'iZoneOnOff',
    HvacMode: 'iZoneMode',
    HvacFan: 'iZoneFan',
    HvacSetpoint: 'iZoneSetpoint',
    HvacStatusV2: 'iZoneStatusV2',
    UnitBrandA: 'Temperzone',
    UnitBrandAInfoV2: 'TemperzoneInfoV2',
    Evap: 'Coolbreeze',
    ...ofBrand('UnitBrandA', 'Temperzone'),
    ...ofBrand('Evap', 'Coolbreeze'),
  },
  notifications: {
    HvacChanged_System: 'iZoneChanged_System',
    HvacChanged_Zones: 'iZoneChanged_Zones',
    HvacChanged_Schedules: 'iZoneChanged_Schedules',
    HvacChanged_Lights: 'iZoneChanged_Lights',
  },
  kinds: {
    hvac_systemsettings: 'izone_systemsettings',
    hvac_zone: 'izone_zone',
    hvac_schedule: 'izone_schedule',
  },
} as const satisfies Dialect;

/** The dialects that come with the package, by name. */
export const dialects: readonly Dialect[] = [neutral, izone];
