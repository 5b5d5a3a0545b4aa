import type { enumerations } from '../field/index.ts';
import type { RefusalFacts } from './refusal-table.ts';

/** Subjects of refusals, by the fact `what`. `{zone}` is replaced by the fact `zone`. */
export const subjects = {
  /** A command, key or word with the same spelling in every language. */
  named: '{name}',
  setting: '{name} {value}',

  // The ducted air conditioner.
  'unit-mode': 'Mode {unitMode}',
  'unit-fan': 'Fan {unitFan}',
  'gasless-heating': 'Heating without gas',
  'zone-mode': 'Mode {zoneMode}',
  'zone-name': 'Renaming a zone',
  setpoint: 'Changing the setpoint',
  calibration: 'Calibrating the sensor',
  bypass: 'Bypassing a zone',
  'highest-airflow': 'Changing the highest airflow',
  'lowest-airflow': 'Changing the lowest airflow',
  'damper-test': 'Testing this damper',

  // Splits and VRF.
  split: 'Split {split}',
  'fan-speed': 'Fan speed {speed}',
  'vrf-unit': 'VRF unit {unit}',
  cooling: 'Cooling',
  heating: 'Heating',
  swing: 'The swing {swing}',

  // Irrigation.
  program: 'Program {program}',
  controller: 'Controller {controller}',
  'station-test': 'The test',
  'station-by-hand': 'Station {station} by hand',
  'closing-station': 'Closing one station',

  // Lighting.
  lamp: 'Lamp {lamp}',
  brightness: 'Brightness',
  colour: 'Colour',
  blind: 'A blind',
  'garage-door': 'A garage door',
  'numbered-garage-door': 'Garage door {lamp}',
  'moving-garage-door': 'Moving a garage door',
  'open-and-close': 'Open and close',
  press: 'A press',
  snooze: 'Snooze',
  'lamp-place': 'The position',
  'outlet-use': 'This use',
  'lowest-brightness': 'A lowest brightness',
  'wall-switch': 'A wall switch',
  'wall-switch-lamp': 'A lamp in the wall switch',
  'reversed-output': 'A reversed output',
  'lamps-text': 'This text',

  // Favourites, their exceptions, and holidays.
  favourite: 'This favourite',
  'skipped-run': 'Skipping it',
  'run-date': 'This date',
  'run-stop': 'This stop time',
  date: 'a date',
  'return-date': 'the date of return',
  stop: 'a stop time',

  // Other settings of an owner.
  'time-zone': 'a time zone',
  'another-time-zone': 'Another time zone',
  'another-time': 'Another time',
  'another-network': 'Another network',
  'another-bridge': 'Replacing the bridge',
  change: 'A change',
  group: 'This group',
  'group-name': 'the name of a group',
  'first-price-time': 'the first time',
  'next-price-time': 'a time after {time}',
  'lowest-temperature': 'the lowest temperature',
  house: 'the house',

  // Push notifications.
  'test-notification': 'A test push notification',
  'push-service': 'The push service of this browser',
  'push-address': 'the address of a push service',
  'browser-key': 'the public key of a browser',

  // Backups.
  backup: 'A backup',
  restore: 'A restore',

  // The server.
  'web-application': 'The web application',
  'live-stream': 'One more live stream',
  'waiting-answer': 'One more answer of this kind',
  'recorded-answer': 'An answer to this request',
} as const;

/** Reasons for refusals, by the fact `reason`. `{zone}` is replaced by the fact `zone`. */
export const reasons = {
  /** Text from another machine or from a file parser. Such text has no code. */
  told: '{told}',

  // The ducted air conditioner.
  'unit-has-modes': 'this unit has {unitModes}',
  'unit-has-fans': 'this unit has {unitFans}',
  'unit-fan-settings': 'the fan settings of this unit are {unitFans}',
  'unit-keeps-control': "only the unit's own controls can change it ({flag} is 0)",
  'panel-not-followed': 'the controller does not follow the panel of the unit ({flag} is 0)',
  'not-evaporative': 'this unit is not an evaporative cooler',
  'another-brand': 'this unit is of another brand',
  'no-outside-air-damper': 'this system has no outside-air damper',
  'zone-has-modes': 'zone {zone}, of type {zoneType}, has {zoneModes}',
  'sensorless-zone-has-modes': 'zone {zone}, of type {zoneType} and without a sensor, has {zoneModes}',
  'no-sensor': 'zone {zone} has no temperature sensor',
  'no-sensor-type': 'zone {zone} has no temperature sensor (SensType {type})',
  'wired-sensor': 'the sensor of zone {zone} is wired',
  'no-zone-sensor': 'no zone has a temperature sensor',
  'master-without-sensor': 'the master zone, {zone}, has no temperature sensor',
  'master-zone': 'zone {zone} is the master zone',
  'no-sensor-pairing': 'no wireless sensor is in pairing mode',
  'damper-not-driven': 'the damper of zone {zone} is not driven',
  'airflow-locked': 'the installer has locked it',
  'unit-off': 'dampers move only while the unit is on; switch it on',
  'shuts-every-damper': 'with it shut, every damper would be shut; open another zone first',
  'damper-without-range': 'the highest opening of zone {zone} is 0 %',
  'damper-tested': 'the damper of zone {zone} is being tested',
  'names-locked': 'the installer has locked the names (LockZoneNames)',
  'not-constant': 'zone {zone} is not a constant zone',
  'no-constant-zones': 'this house has no constant zones (NoOfConstants)',
  'constant-numbers': 'constant zones have numbers from 1 to {most} (NoOfConstants)',
  'constant-number-taken': 'zone {zone} already has that number',
  'only-constant-numbered': 'only a constant zone has a number; others have {none}',
  'zone-count': 'this house has {count} zones',

  // Splits and VRF.
  'module-silent': 'its module cannot reach it',
  'plain-fan-speeds': 'split {split} has the plain fan speeds, 1 to {most}',
  'no-split-follows-on': 'no split follows all on',
  'no-split-follows-off': 'no split follows all off',
  'vrf-heats': 'VRF unit {unit} heats, and one outdoor unit serves both',
  'vrf-cools': 'VRF unit {unit} cools, and one outdoor unit serves both',
  'vrf-master-heats': 'VRF unit {unit}, the master, heats, and one outdoor unit serves both',
  'vrf-master-cools': 'VRF unit {unit}, the master, cools, and one outdoor unit serves both',
  'vrf-has-swings': 'VRF unit {unit} has {swings}',

  // Irrigation.
  'irrigation-disabled': 'irrigation is disabled',
  'program-unused': 'it is unused; give it a name first',
  'ratio-zero': 'the ratio is 0 %',
  'no-run-time': 'none of its automatic stations has a run time',
  'test-time-zero': 'its time is 0 minutes',
  'drives-station': 'it drives station {station}',
  'drives-every-station': 'it drives every station that would run',
  'open-wires-ignored': 'this irrigation system ignores open wires',
  'program-waters': 'the program {name} is watering it; stop the program',

  // Power.
  'power-device-disabled': 'power device {device} is not enabled',

  // Lighting.
  'lamp-without-power': 'it has no power',
  'only-switches': 'lamp {lamp} only switches',
  'without-colour': 'lamp {lamp} is a white lamp or not a lamp at all',
  'not-a-blind': 'lamp {lamp} is not a blind',
  'not-a-garage-door': 'lamp {lamp} is not a garage door',
  'not-a-cover': 'lamp {lamp} is neither a blind nor a door',
  'not-an-outlet': 'lamp {lamp} is not an outlet',
  'another-device': 'lamp {lamp} is another kind of device',
  'alarm-silent': 'the alarm of lamp {lamp} is not sounding',
  'layout-locked': 'the layout is locked',
  'one-digit-per-lamp': 'only the digits 0 and 1 are allowed, one for each lamp',
  'door-unknown': 'its contact does not say whether it is shut',
  'door-moving': 'it is moving, and pressing its button would stop or reverse it',
  'door-pressed': 'it would open a shut garage door and shut an open one; use set/cover',
  'garage-not-opened': 'it would open the house, and {option} is not set',
  'installers-command': 'an installer’s commands are not accepted over {protocol}',
  'clock-of-simulator': 'the clock of a simulated house is set by the simulator',
  'network-of-machine': 'the network of this machine is set on the machine',
  'lamps-stay': 'lamps stay paired with their bridge',
  'no-pairing': 'this bridge does not support it',

  // Favourites, their exceptions, and holidays.
  'no-timed-start': 'it is not scheduled to start on {date}',
  'starts-again': 'the favourite starts again before it',
  'started-already': 'the favourite would already have started',
  'still-runs': 'the favourite is still running then',
  'times-not-shown': 'the device does not show all of its times',
  'another-holiday': 'it overlaps another holiday',
  past: 'it is in the past',
  'not-after-first': 'it is not after the first date',
  'shorter-month': 'that month has fewer days',
  'no-start': 'it needs a start time before it',

  // Other settings of an owner.
  'time-zone-example': 'use a name such as Australia/Sydney',
  'zone-in-file': 'a simulated house uses the one in its file',
  'highest-not-above': 'it must be below the highest temperature',
  'day-begins': 'it must be 00:00, the beginning of the day',
  'prices-in-order': 'prices must be in order of time, with each time listed once',
  twice: 'it is listed twice',
  empty: 'it is empty',
  'another-group': 'another group already has that name',
  'group-gone': 'the group was renamed or removed',
  replay: 'this is the replay of a diagnostics bundle',

  // Push notifications.
  'not-notified': 'this browser does not get push notifications',
  'sent-too-often': 'too many were sent in the last hour',
  'push-waits': 'it asked the bridge to wait',
  'push-answered': 'it answered with {status}',
  'push-unreachable': 'it cannot be reached ({problem})',
  'not-on-curve': 'it is not a P-256 point',

  // Backups.
  'wrong-passphrase': 'the passphrase is wrong',
  'not-a-backup': 'the file is not a backup of a bridge',
  'backup-damaged': 'the file is damaged or incomplete',
  'backup-newer': 'it was made by a newer release',
  'backup-of-another-house': 'its house, {house}, has other rooms or units than this one',
  'nothing-uploaded': 'no file was uploaded',
  'pieces-in-order': 'its pieces did not arrive in order; upload it again',
  'not-opened': 'it was not opened, or another one was uploaded since',
  'backup-running': 'another backup or restore is in progress',
  'data-in-memory': 'this bridge keeps its data only in memory',
  'no-restart': 'this bridge cannot restart itself; stop it and use "plenum restore"',
  'nothing-replaced': 'no restore replaced data since the last start',

  // The server and its store.
  'pages-not-built': 'it has not been built; run "npm run build"',
  'streams-open': '{count} are already open',
  'streams-open-at-address': '{count} from this address are already open',
  'requests-wait': '{count} are already waiting',
  'requests-of-address-wait': '{count} from this address are already waiting',
  'unknown-requests-wait': '{count} requests without a definition are already waiting',
  'no-host': 'it has no Host header',
  'two-hosts': 'it names two hosts',
  'headers-too-large': 'its headers are larger than {bytes} bytes',
  'too-slow': 'it did not arrive within {seconds} s',
  'not-recorded': 'the recording has none; the closest it has: {recorded}',
  stopping: 'it is stopping',
  'disk-full': 'its disk is full',
  'disk-failed': 'its disk cannot be written to, or its quota is used up',
  'folder-read-only': 'its data folder cannot be written to',
  'database-locked': 'another program has locked its database',
  'database-damaged': 'its database is damaged',
  'database-reports': 'its database reports "{told}"',
} as const;

type SubjectCode = keyof typeof subjects;
type ReasonCode = keyof typeof reasons;

/** The enumeration of each fact that contains one or several labels. A page shows these in its language. */
export const enumerationOfFact = {
  unitMode: 'sysMode',
  unitModes: 'sysMode',
  unitFan: 'sysFan',
  unitFans: 'sysFan',
  zoneMode: 'zoneMode',
  zoneModes: 'zoneMode',
  zoneType: 'zoneType',
  swing: 'swing',
  swings: 'swing',
} as const satisfies Readonly<Record<string, keyof typeof enumerations>>;

type FactsIn<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? { readonly [Fact in Name]: number | string | readonly string[] } & FactsIn<Rest>
  : unknown;

/** The facts of a subject: its code, and the values in its text. */
export type Subject = {
  [Code in SubjectCode]: { readonly what: Code } & FactsIn<(typeof subjects)[Code]>;
}[SubjectCode];

/** The facts of a reason: its code, and the values in its text. */
export type Reason = {
  [Code in ReasonCode]: { readonly reason: Code } & FactsIn<(typeof reasons)[Code]>;
}[ReasonCode];

/** Inserts facts into a text. A missing fact shows as `undefined`. */
const fill = (text: string, facts: RefusalFacts): string =>
  text.replace(/\{(\w+)\}/g, (_, name: string) => {
    const fact = facts[name];
    return typeof fact === 'object' ? fact.join(', ') : String(fact);
  });

const textOf = (texts: Readonly<Record<string, string>>, code: unknown, facts: RefusalFacts): string =>
  typeof code === 'string' && Object.hasOwn(texts, code) ? fill(texts[code]!, facts) : 'undefined';

/** Returns the subject of a refusal in English. */
export const subjectText = (facts: RefusalFacts): string => textOf(subjects, facts.what, facts);

/** Returns the reason of a refusal in English. */
export const reasonText = (facts: RefusalFacts): string => textOf(reasons, facts.reason, facts);
