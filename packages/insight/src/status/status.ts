import type { Activity } from './activity.ts';

/** Facts for the sentence of a status: temperatures in hundredths of a degree Celsius, openings in percent. */
export interface StatusFacts {
  readonly temperature?: number;
  readonly setpoint?: number;
  readonly opening?: number;
  /** The limit of the opening that applies to a zone: the upper or the lower one. */
  readonly limit?: number;
  readonly fault?: string;
  /** The name of the zone that controls the unit; undefined if the unit follows its own setpoint. */
  readonly leader?: string;
}

/** The activity of a component and its reason, from its datagrams alone. */
export interface Status {
  readonly code: StatusCode;
  readonly activity: Activity;
  readonly facts: StatusFacts;
}

/** Formats a temperature in hundredths of a degree Celsius in the reader's degrees, with the degree sign: `21.5°`. */
export type WriteDegrees = (wire: number) => string;

interface Wording {
  /** A few words, for a card. */
  readonly label: (words: StatusWords) => string;
  /** A sentence with the reason. */
  readonly sentence: (words: StatusWords) => string;
  /** True if the component has a fault; false if it is only waiting. */
  readonly isProblem?: true;
}

/** The facts of a status as text, for the sentences of each language. */
interface StatusWords {
  readonly temperature: string;
  readonly setpoint: string;
  readonly opening: string;
  readonly limit: string;
  readonly fault: string;
  /** ` in Living` if a zone controls the unit; otherwise empty. */
  readonly inLeader: string;
  /** Effect of the unit on the air: `cooling`. */
  readonly air: string;
}

const airWords: Readonly<Record<Activity, string>> = {
  cool: 'cooling',
  heat: 'heating',
  vent: 'fan only',
  idle: 'unit idle',
  off: 'unit off',
};

const wordings = {
  unknown: {
    label: () => 'Unknown',
    sentence: () => 'The device does not report enough to say what it does.',
  },
  off: { label: () => 'Off', sentence: () => 'It is off.' },
  'unit-off': { label: () => 'Unit off', sentence: () => 'The system is off.' },
  'unit-fault': {
    label: ({ fault }) => `Unit fault ${fault}`,
    sentence: ({ fault }) => `The unit has stopped with fault ${fault}, so nothing is heated or cooled.`,
    isProblem: true,
  },
  'no-answer': {
    label: () => 'No answer',
    sentence: () => 'It does not respond; what is shown is what it last reported.',
    isProblem: true,
  },
  'sensor-failed': {
    label: () => 'Sensor failed',
    sentence: ({ opening }) =>
      `The sensor has failed, so nothing regulates the room; its damper is ${opening} % open.`,
    isProblem: true,
  },
  'damper-stuck': {
    label: ({ opening }) => `Damper stuck at ${opening} %`,
    sentence: ({ opening }) => `The damper is stuck at ${opening} %, so the room cannot be regulated.`,
    isProblem: true,
  },
  'damper-not-driven': {
    label: ({ opening }) => `Damper fixed at ${opening} %`,
    sentence: ({ opening }) => `The damper is set up as not driven; it stays ${opening} % open.`,
  },
  'held-for-air': {
    label: () => 'Held open for the unit',
    sentence: ({ opening }) =>
      `It is held ${opening} % open, because too few other dampers are open for the airflow of the fan.`,
  },
  'held-for-control': {
    label: () => 'Held open',
    sentence: ({ opening }) =>
      `It is set to close, but held ${opening} % open, because its sensor controls the unit.`,
  },
  closed: { label: () => 'Closed', sentence: () => 'It is closed.' },
  'closed-held': {
    label: ({ opening }) => `Closed, held at ${opening} %`,
    sentence: ({ opening }) => `It is set to close, but held open at ${opening} %, its lowest opening.`,
  },
  'closed-open': {
    label: ({ opening }) => `Closed, ${opening} % open`,
    sentence: ({ opening }) => `It is set to close; its damper is ${opening} % open.`,
  },
  open: {
    label: ({ air }) => `Open, ${air}`,
    sentence: ({ opening, air }) => `It is ${opening} % open whatever its temperature: ${air}.`,
  },
  constant: {
    label: ({ opening }) => `Constant, ${opening} %`,
    sentence: ({ opening }) => `It is set to constant and ${opening} % open, whatever its temperature.`,
  },
  'fan-only': { label: () => 'Fan only', sentence: () => 'The unit only moves air.' },
  cooling: {
    label: ({ setpoint }) => `Cooling to ${setpoint}`,
    sentence: ({ setpoint, inLeader }) => `Cooling to ${setpoint}${inLeader}.`,
  },
  heating: {
    label: ({ setpoint }) => `Heating to ${setpoint}`,
    sentence: ({ setpoint, inLeader }) => `Heating to ${setpoint}${inLeader}.`,
  },
  drying: {
    label: () => 'Drying',
    sentence: ({ setpoint, inLeader }) => `Drying the air, not far below ${setpoint}${inLeader}.`,
  },
  'cooling-limited': {
    label: ({ limit }) => `Cooling, limited to ${limit} %`,
    sentence: ({ temperature, setpoint, limit }) =>
      `At ${temperature} it needs more air to reach ${setpoint}; its highest opening is ${limit} %.`,
  },
  'heating-limited': {
    label: ({ limit }) => `Heating, limited to ${limit} %`,
    sentence: ({ temperature, setpoint, limit }) =>
      `At ${temperature} it needs more air to reach ${setpoint}; its highest opening is ${limit} %.`,
  },
  'cooled-past': {
    label: ({ setpoint }) => `Below ${setpoint}, still cooled`,
    sentence: ({ temperature, setpoint, opening }) =>
      `At ${temperature} it is below ${setpoint}, and its damper, which stays ${opening} % open, lets cool air in.`,
  },
  'heated-past': {
    label: ({ setpoint }) => `Above ${setpoint}, still heated`,
    sentence: ({ temperature, setpoint, opening }) =>
      `At ${temperature} it is above ${setpoint}, and its damper, which stays ${opening} % open, lets warm air in.`,
  },
  holding: {
    label: ({ setpoint }) => `Holding ${setpoint}`,
    sentence: ({ temperature, setpoint, opening }) =>
      `${temperature === setpoint ? 'It is at' : `At ${temperature} it is close to`} ${setpoint}; its damper, ${opening} % open, holds it there.`,
  },
  'at-target': {
    label: ({ temperature, setpoint }) => `${temperature === setpoint ? 'At' : 'Close to'} ${setpoint}`,
    sentence: ({ temperature, setpoint, inLeader }) =>
      `${temperature === setpoint ? 'It is at' : `At ${temperature} it is close to`} ${setpoint}${inLeader}; nothing is needed.`,
  },
  'damper-opening': {
    label: () => 'Damper opening',
    sentence: ({ temperature, setpoint }) => `At ${temperature}, its damper opens to reach ${setpoint}.`,
  },
  'waits-to-cool': {
    label: () => 'Waiting for cool air',
    sentence: ({ temperature, setpoint, inLeader }) =>
      `At ${temperature} it needs cooling to ${setpoint}${inLeader}, and the unit pauses.`,
  },
  'waits-to-heat': {
    label: () => 'Waiting for warm air',
    sentence: ({ temperature, setpoint, inLeader }) =>
      `At ${temperature} it needs heating to ${setpoint}${inLeader}, and the unit pauses.`,
  },
  'too-warm': {
    label: ({ setpoint }) => `Above ${setpoint}, no cooling`,
    sentence: ({ temperature, setpoint, inLeader }) =>
      `At ${temperature} it is above ${setpoint}${inLeader}; the unit does not cool now.`,
  },
  'too-cool': {
    label: ({ setpoint }) => `Below ${setpoint}, no heating`,
    sentence: ({ temperature, setpoint, inLeader }) =>
      `At ${temperature} it is below ${setpoint}${inLeader}; the unit does not heat now.`,
  },
  'set-to-cool': {
    label: ({ setpoint }) => `Set to cool to ${setpoint}`,
    sentence: ({ setpoint }) => `It is on and set to cool to ${setpoint}; it does not report a temperature.`,
  },
  'set-to-heat': {
    label: ({ setpoint }) => `Set to heat to ${setpoint}`,
    sentence: ({ setpoint }) => `It is on and set to heat to ${setpoint}; it does not report a temperature.`,
  },
  'set-to-dry': {
    label: () => 'Set to dry',
    sentence: () => 'It is on and set to dry the air; it does not report a temperature.',
  },
  'set-to-auto': {
    label: ({ setpoint }) => `Set to hold ${setpoint}`,
    sentence: ({ setpoint }) =>
      `It is on and cools or heats to ${setpoint}; it does not report a temperature.`,
  },
} as const satisfies Readonly<Record<string, Wording>>;

/** The code of a status. It stays the same even if the wording changes. */
export type StatusCode = keyof typeof wordings;

/** All codes of a status. */
export const statusCodes = Object.keys(wordings) as readonly StatusCode[];

/** The status of a device that does not report enough fields. */
export const unknown: Status = { code: 'unknown', activity: 'idle', facts: {} };

const inDegrees = (wire: number | undefined, write: WriteDegrees) => (wire === undefined ? '' : write(wire));

/** The language-specific words in the texts of a status. */
export interface StatusLanguage {
  readonly air: Readonly<Record<Activity, string>>;
  /** Returns the text after a temperature if the setpoint of a zone applies: ` in Living`. */
  readonly inLeader: (name: string) => string;
}

const english: StatusLanguage = { air: airWords, inLeader: (name) => ` in ${name}` };

/** Returns the facts of a status as text, in a language. */
export const toStatusWords = (
  { facts, activity }: Status,
  write: WriteDegrees,
  { air, inLeader }: StatusLanguage = english,
): StatusWords => ({
  temperature: inDegrees(facts.temperature, write),
  setpoint: inDegrees(facts.setpoint, write),
  opening: String(facts.opening),
  limit: String(facts.limit),
  fault: facts.fault ?? '',
  inLeader: facts.leader === undefined ? '' : inLeader(facts.leader),
  air: air[activity],
});

/** Returns a status in a few words, for a card or a column. */
export const toLabel = (status: Status, write: WriteDegrees): string =>
  wordings[status.code].label(toStatusWords(status, write));

/** Returns a status as a sentence with its reason. */
export const toSentence = (status: Status, write: WriteDegrees): string =>
  wordings[status.code].sentence(toStatusWords(status, write));

/** Returns the sentence of each status, without its facts. */
export function statusSentences(): readonly string[] {
  const nothing = { temperature: '', setpoint: '', opening: '', limit: '', fault: '', inLeader: '' };
  return Object.values(airWords).flatMap((air) =>
    Object.values(wordings).map((wording: Wording) => wording.sentence({ ...nothing, air })),
  );
}

/** True if a component has a fault that requires a person to act. */
export const isProblem = (status: Status): boolean => (wordings[status.code] as Wording).isProblem === true;
