import type { Refusal, RefusalFacts } from './refusal.ts';
import type { RefusalCode } from './table.ts';

type Example = Omit<Refusal, 'code'>;

const about = (place: string, input: unknown, facts: RefusalFacts = {}): Example => ({
  path: place === '' ? [] : place.split('.'),
  input,
  facts,
});

const degrees = { unit: '°C', scale: 100 };
const spot = 'ZoneSetpoint.Setpoint';

/** One refusal of each code, for the manual and the descriptions of endpoints. */
export const refusalExamples: Readonly<Record<RefusalCode, Example>> = {
  'too-large': about('', undefined, { most: 65_536 }),
  'answer-too-large': about('', undefined, { most: 245_760 }),
  malformed: about('', undefined, { why: 'Unexpected end of JSON input' }),
  'not-utf8': about('', undefined),
  'too-deep': about('', undefined, { most: 16 }),
  'duplicate-key': about('', undefined),
  'not-an-object': about('', undefined, { expected: 'one command' }),
  'unknown-command': about('', 'ZoneSetPoint', { nearest: 'ZoneSetpoint' }),
  'unknown-intervention': about('', 'Wether', { nearest: 'Weather' }),
  'wrong-path': about('', 'RetEnable', { expected: '/iLightCommand' }),
  'one-command': about('', undefined, { count: 2 }),
  'several-queries': about('', undefined, { keys: ['RetRequest', 'LiRequest'] }),
  'unknown-query': about('PowerRequest.Type', 3, { choices: ['1 (configuration)', '2 (readings)'] }),
  'unknown-key': about('ZoneName', 'Nam', { keys: ['Index', 'Name'] }),
  'missing-key': about('ZoneName', undefined, { key: 'Name' }),
  'twice-named': about('ChannelName', undefined, { keys: ['Name', 'String'] }),
  'wrong-type': about('SysSetpoint', '22', { expected: 'a number' }),
  'not-whole': about(spot, 21.5, degrees),
  'too-low': about(spot, 1450, { ...degrees, min: 1500 }),
  'too-high': about(spot, 3050, { ...degrees, max: 3000 }),
  'off-step': about(spot, 2155, { ...degrees, step: 50, lower: 2150, upper: 2200 }),
  'not-a-time': about('SchedSettings.StartH', 24, { max: 23, disabled: 31 }),
  'no-such-index': about('ZoneMode.Index', 14, { noun: 'zone', min: 0, max: 13 }),
  'not-a-choice': about('RetStnMode.Mode', 3, { choices: ['0 = auto', '1 = manual', '2 = disabled'] }),
  'name-too-long': about('ZoneName.Name', undefined, { length: 16, bytes: 15 }),
  'name-not-text': about('ZoneName.Name', undefined),
  'too-few': about('SchedZones.Zones', undefined, { length: 0, min: 1 }),
  'too-many': about('SchedZones.Zones', undefined, { length: 15, max: 14 }),
  'unusable-word': about('tokens.Hvac', 'X', { what: 'a discovery token', why: 'X means not installed' }),
  'wrong-file': about('', undefined, {
    file: 'demo.yaml',
    line: 14,
    column: 9,
    why: 'rooms.2.area: 0 m² is below the lowest, 1 m².',
  }),
  'not-installed': about('ZoneMode.Index', 9, {
    noun: 'zone',
    index: 9,
    count: 3,
    installed: '0, 1, 2',
  }),
  'no-unit-control': about('SysOn', 1),
  'eco-lock': about(spot, 2900, { ...degrees, min: 1800, max: 2600 }),
  'not-available': about('ZoneMode.Mode', 3, { what: 'Mode auto', why: 'zone 2 is open/close' }),
  'min-not-below-max': about('AirMinCommand.Command', '50', { min: 50, max: 50 }),
  'min-above-max': about('ZoneMinAir.MinAir', 60, { min: 60, max: 50 }),
  'without-effect': about('ZoneSensorFault.Zone', 5, { why: 'zone 5 has no temperature sensor' }),
  'not-paired': about('SplitSystemZoneOn.Index', 3, { index: 3 }),
  reserved: about('VrfSystemZoneOn.Index', 0),
  'unused-favourite': about('FavouriteSet', 7, { index: 6 }),
  faulty: about('SplitSystemZoneOn.Index', 1, { what: 'Split 1', why: 'no signal for 60 s' }),
  'refused-behind': about('', undefined, { why: 'This bridge is read-only' }),
  'unknown-path': about('', '/HvacRequestV3'),
  'wrong-method': about('', undefined, { path: '/HvacCommandV2', method: 'POST' }),
  'malformed-request': about('', undefined, { why: 'the first line is not one of HTTP' }),
  'foreign-host': about('', 'bridge.example'),
  'foreign-origin': about('', 'https://example.com'),
  'key-required': about('', undefined),
  'read-only': about('', undefined),
  'local-only': about('', 'RetEnable'),
  'garage-not-allowed': about('', undefined),
  'wrong-component': about('', 'ZoneSetpoint', {
    components: ['000000001_hvac_zone_3', '000000001_hvac_systemsettings_0'],
  }),
  'too-late': about('', undefined),
  'too-many-controls': about('', undefined, { most: 32 }),
  'not-stored': about('', undefined, { why: 'the disk is full' }),
  unreachable: about('', undefined, { why: 'no answer within 10 s' }),
  stale: about('', undefined, { minutes: 12 }),
  'busy-behind': about('', undefined, { why: '192.168.1.20:80 is busy' }),
  internal: about('', undefined),
};
