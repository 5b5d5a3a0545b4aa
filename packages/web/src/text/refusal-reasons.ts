/**
 * What a bridge says in a refusal about the thing that is refused, and why: its own words, where `{name}` stands for a number or a
 * name, `{word}` for a label of an enumeration and `{words}` for several. The first that fits counts.
 */
export const reasons = [
  'irrigation is disabled',
  'it is unused; give it a name first',
  'the ratio is 0 %',
  'no station that is automatic has a run time in it',
  'its time is 0 minutes',
  'it drives station {station}',
  'it drives every station that would run',
  'split {split} has the plain fan speeds, 1 to {most}',
  'its module cannot reach it',
  'VRF unit {unit}, the master, heats, and one outdoor unit serves both',
  'VRF unit {unit}, the master, cools, and one outdoor unit serves both',
  'VRF unit {unit} heats, and one outdoor unit serves both',
  'VRF unit {unit} cools, and one outdoor unit serves both',
  'VRF unit {unit} has {words}',
  'this system has no outside-air damper',
  'the installer has locked it',
  'the installation has no constant zones (NoOfConstants)',
  'constant zones have numbers from 1 to {most} (NoOfConstants)',
  'zone {zone} is the master zone',
  'zone {zone} is no constant zone',
  'zone {zone} has that number',
  'only a constant zone has a number; others have {none}',
  'this unit is no evaporative cooler',
  'the controller does not follow the panel of the unit ({flag} is 0)',
  'NoOfZones {count}',
  'A calibration',
  'A bypass',
  'the installer has locked the names (LockZoneNames)',
  'Renaming a zone',
  'zone {zone}, of type {word} and without a sensor, has {words}',
  'zone {zone}, of type {word}, has {words}',
  'zone {zone} has no temperature sensor (SensType {type})',
  'zone {zone} has no temperature sensor',
  'the sensor of zone {zone} is wired',
  'power device {device} is not enabled',
  'no split follows all on',
  'no split follows all off',
  'nothing drives the damper of zone {zone}',
  'this irrigation ignores open wires',
  "the unit's own controls say its {word} ({flag} is 0)",
  'this unit has {words}',
  'it has no power',
  'lamp {lamp} only switches',
  'lamp {lamp} is one of white or no light',
  'lamp {lamp} is none',
  'lamp {lamp} is another kind of device',
  'the alarm of lamp {lamp} does not wake now',
  'the layout is locked',
  'lamp {lamp} is no outlet',
  'lamp {lamp} is no garage door',
  'it has 0 and 1 only, one for each lamp',
  'the clock of a simulated house is set by the simulator',
  'the network of this machine is set on the machine',
  'lamps stay with the bridge that they are paired with',
  'this bridge does not pair with it',
  'it does not start by time on {date}',
  'the favourite starts again before it',
  'the favourite would have started already',
  'the favourite still runs then',
  'another holiday lasts into it',
  'it is past',
  'it is not after the first date',
  'the device does not show all of its times',
  'it is not running',
  'the day begins at 00:00',
  'list the prices by time, each once',
  'its month is shorter',
  'it needs a start before it',
  'name one such as Australia/Sydney',
  'the highest one is not above it',
  '"npm run build" has not made it yet',
  '{count} of this address wait',
  '{count} wait',
  '{count} are open at this address',
  '{count} are open',
  'it answered with {status}',
  'it cannot be reached ({flag})',
  'it asked to wait',
  'it is stopping',
  'this is the replay of a diagnostics bundle',
  'it is no point of P-256',
  'this browser is not notified',
  'too many were sent in the last hour',
  'A change',
  'A test',
  'The push service of this browser',
  'the address of a push service',
  'the public key of a browser',
  'the first time',
  'a time after {time}',
  'a date',
  'a date of return',
  'a stop',
  'a time zone',
  'Another time zone',
  'a simulated house has the one in its file',
  'the lowest temperature',
  'Mode {word}',
  'Fan speed {speed}',
  'Fan {word}',
  'A setpoint',
  'Changing the {word} airflow',
  'Split {split}',
  'VRF unit {unit}',
  'Cooling',
  'Heating',
  'The swing {word}',
  'Program {program}',
  'Controller {controller}',
  'The test',
  'Station {station} by hand',
  'Skipping it',
  'This stop',
  'This favourite',
  'This date',
  'One more live stream',
  'One more answer of this kind',
  'The web application',
  'Lamp {lamp}',
  'Brightness',
  'Colour',
  'A blind',
  'A garage door',
  'Snooze',
  'The place',
  'This use',
  'A lowest brightness',
  'A wall switch',
  'A lamp in the wall switch',
  'A reversed output',
  'This text',
  'This group',
  'it was renamed or removed',
  'the house',
  'it is there twice',
  'the name of a group',
  'it is empty',
  'the name of this group',
  'another group has it',
  'Another time',
  'Another network',
  'A change of bridges',
  'Apple Home',
  'iSave',
] as const;

export type ReasonTexts = Readonly<Record<(typeof reasons)[number], string>>;

const escapeText = (text: string) => text.replace(/[.*+?^$()|[\]\\]/g, '\\$&');

/** What stands for a text; the others are numbers. */
const isText = /^(words?|flag|time|date)$/;

const patterns = reasons.map((reason) => ({
  reason,
  pattern: new RegExp(
    `^${escapeText(reason).replace(/\{(\w+)\}/g, (_, name: string) => `(?<${name}>${isText.test(name) ? '.+?' : '\\d+'})`)}$`,
  ),
}));

/** Which of the known reasons a text is; undefined for another, such as a message of the machine. */
export const findReason = (text: string) => patterns.find(({ pattern }) => pattern.test(text));

/** Makes the words of a language for a reason; one that it does not have stays as it is. */
export const reasonWriter =
  (texts: ReasonTexts, labels: Readonly<Record<string, string>>) =>
  (of: unknown): string => {
    const text = String(of);
    const found = findReason(text);
    if (found === undefined) return text;
    const parts = found.pattern.exec(text)!.groups ?? {};
    const labelled = (words = '') =>
      words
        .split(', ')
        .map((word) => labels[word] ?? word)
        .join(', ');
    return texts[found.reason].replace(/\{(\w+)\}/g, (_, name: string) =>
      name === 'word' || name === 'words' ? labelled(parts[name]) : parts[name]!,
    );
  };
