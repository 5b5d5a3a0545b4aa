import { toSentence as toStatusSentence } from '../status/status.ts';
import type { Change, Explanation, ExplanationAnswer, Figure, Figures, Step } from './explanation.ts';

/** The sentence of each step; `{name}` is a figure. */
export const stepWords = {
  warmer: 'It is {temperature}, {difference} above its setpoint of {setpoint}.',
  colder: 'It is {temperature}, {difference} below its setpoint of {setpoint}.',
  near: 'It is {temperature}, near its setpoint of {setpoint}.',
  'no-sensor': 'It has no temperature sensor, so its temperature plays no part.',
  'no-temperature': 'Its setpoint is {setpoint}; it does not report a temperature.',
  'sensor-failed': 'Its sensor has failed; {temperature} is the last that it measured.',
  'sensor-flat': 'The battery of its sensor is empty; {temperature} may be out of date.',
  'sensor-lost': 'Its sensor has no radio signal; {temperature} may be out of date.',
  'zone-auto': 'It is in auto: its damper follows its temperature.',
  'zone-open': 'It is set to open: its damper is open whatever its temperature.',
  'zone-close': 'It is set to close: its damper lets no air in.',
  'zone-override': 'It is overridden: its damper is open whatever its temperature.',
  'zone-constant': 'It is set to constant: its damper stays at its lowest opening.',
  'unit-off': 'The system is off.',
  'unit-fault': 'The unit has stopped with fault {fault}.',
  'unit-cool': 'The system is on and set to cool.',
  'unit-heat': 'The system is on and set to heat.',
  'unit-vent': 'The system is on and only moves air.',
  'unit-dry': 'The system is on and set to dry the air.',
  'unit-auto': 'The system is on and changes between cooling and heating by itself.',
  leads: 'This room controls the unit: the unit runs by its temperature and setpoint.',
  'led-by-zone': '{leader} controls the unit: it is {temperature} there, with a setpoint of {setpoint}.',
  'led-by-return-air':
    'The return air controls the unit: it is {temperature}, with a setpoint of {setpoint} at the unit.',
  'leader-failed':
    '{leader} should control the unit, but does not measure; the return air does, at {temperature} with a setpoint of {setpoint}.',
  'setpoint-unused': 'The setpoint of the unit, {setpoint}, has no effect while a room controls it.',
  'supply-cold': 'The air from the unit is {supply}, {difference} colder than here.',
  'supply-warm': 'The air from the unit is {supply}, {difference} warmer than here.',
  'supply-even': 'The air from the unit is {supply}, about as warm as here: the unit pauses.',
  supply: 'The air from the unit is {supply}.',
  'damper-shut': 'Its damper is shut.',
  'damper-open': 'Its damper is {opening} open.',
  'damper-stuck': 'Its damper is stuck at {opening}.',
  'damper-not-driven': 'Its damper is set up as not driven and stays {opening} open.',
  'held-for-air': 'It is held {opening} open, because too little else is open for the air of the fan.',
  'held-for-control': 'It is held {opening} open, because its sensor controls the unit.',
  'max-air': 'It opens to {limit} at most.',
  'min-air': 'While the system is on, it closes no further than {limit}.',
  'airflow-locked': 'The limits of its opening are locked at the wall controller.',
  'eco-lock': 'Setpoints are locked between {min} and {max}.',
  'own-controls': 'The unit’s own controls switch it on and off, not this system.',
  'wall-lock': 'The wall controller is locked; other ways to control it still work.',
  sleep: 'The sleep timer switches it off in {left}.',
  pause: 'Between two runs the unit pauses for {pause} at least.',
  off: 'It is off.',
  'no-answer': 'Its module does not reach it; what is shown is the last that it reported.',
  'set-cool': 'It is on and set to cool.',
  'set-heat': 'It is on and set to heat.',
  'set-vent': 'It is on and only moves air.',
  'set-dry': 'It is on and set to dry the air.',
  'set-auto': 'It is on and changes between cooling and heating by itself.',
  'bound-cool': 'One outdoor unit serves all fan-coils, and {leader} lets it cool.',
  'bound-heat': 'One outdoor unit serves all fan-coils, and {leader} lets it heat.',
  'heat-sun': 'Sun through the windows: {power}.',
  'heat-people': 'People: {power}.',
  'heat-equipment': 'Lights and appliances: {power}.',
  'heat-walls': 'Through outside walls and roof: {power}.',
  'heat-windows': 'Through the glass of the windows: {power}.',
  'heat-ground': 'From the ground: {power}.',
  'heat-infiltration': 'Air from outside: {power}.',
  'heat-neighbours': 'From the rooms around it: {power}.',
  'heat-supply': 'Air from the unit: {power}.',
  'heat-roomUnits': 'Units in the room: {power}.',
  'heat-rest': 'All else together: {power}.',
  'heat-gain': 'Together {power} more comes in than goes out; the air changes by {rate}.',
  'heat-loss': 'Together {power} more goes out than comes in; the air changes by {rate}.',
  'trend-up': 'It has become warmer by {difference} in the last {span}.',
  'trend-down': 'It has become colder by {difference} in the last {span}.',
  'trend-steady': 'It has not changed by more than {difference} in the last {span}.',
  'next-auto': 'Next, {favourite} starts at {time}: in auto, with a setpoint of {setpoint}.',
  'next-open': 'Next, {favourite} starts at {time} and opens it.',
  'next-close': 'Next, {favourite} starts at {time} and closes it.',
  'next-constant': 'Next, {favourite} starts at {time} and sets it to its lowest opening.',
  'next-on': 'Next, {favourite} starts at {time} and switches it on.',
  'next-on-at': 'Next, {favourite} starts at {time} and switches it on, with a setpoint of {setpoint}.',
  'next-off': 'Next, {favourite} starts at {time} and switches it off.',
  'next-starts': 'Next, {favourite} starts at {time}; it leaves this room’s settings as they are.',
  'next-stops':
    'Next, {favourite} stops at {time} and switches it off, unless another favourite started since.',
  'next-none': 'No favourite is going to start or stop by itself.',
} as const;

/** The sentence of each change; `{name}` is a figure. */
export const changeWords = {
  none: 'It is as it was set; another setpoint or mode would change it.',
  'switch-on': 'Switch the system on.',
  'switch-on-itself': 'Switch it on.',
  follow: 'Set it to auto: its damper then follows its temperature.',
  open: 'Open it: its damper then opens whatever its temperature.',
  'open-and-switch-on': 'Let air in, in auto or open, and switch the system on.',
  close: 'Close it: its damper then lets no air in.',
  'raise-limit': 'Let its damper open to {limit}: more air comes in.',
  'lower-limit': 'Let its damper close to {limit}: less air comes in.',
  cool: 'Set the system to cool.',
  heat: 'Set the system to heat.',
  'cool-and-lower':
    'Set the system to cool, and lower the setpoint of {leader} to {setpoint}, so that it runs.',
  'heat-and-raise':
    'Set the system to heat, and raise the setpoint of {leader} to {setpoint}, so that it runs.',
  'lower-leader': 'Lower the setpoint of {leader} to {setpoint}: the unit then cools.',
  'raise-leader': 'Raise the setpoint of {leader} to {setpoint}: the unit then heats.',
  'cool-itself': 'Set it to cool.',
  'heat-itself': 'Set it to heat.',
  'cool-all': 'Set {leader} and then this unit to cool: one outdoor unit serves both.',
  'heat-all': 'Set {leader} and then this unit to heat: one outdoor unit serves both.',
  lower: 'Lower its setpoint to {setpoint}: it then needs cooling.',
  raise: 'Raise its setpoint to {setpoint}: it then needs heating.',
  'open-others': 'Open other rooms ({others}): enough is then open for the fan without this one.',
  wait: 'Wait: the unit starts by itself when its pause ends.',
  'wait-target': 'Wait: it stops by itself at its setpoint.',
  'call-service':
    'Switch the unit off at its isolator for some minutes; if fault {fault} comes back, call service.',
  'check-power': 'Check that the unit and its module have power.',
  'mend-sensor': 'Check its sensor: its batteries, or its wire. Until then open or close it by hand.',
  'mend-damper': 'Have the motor and the cable of its damper checked.',
  'own-controls': 'Use the unit’s own controls: this system may not change that.',
} as const;

export type StepCode = keyof typeof stepWords;
export type ChangeCode = keyof typeof changeWords;

/** Writes a figure for a reader: in their degrees, language and time. */
export type WriteFigure = (figure: Figure) => string;

const digits: Readonly<Record<string, number>> = { '°C': 1, K: 1, 'K/h': 1 };

/** Writes figures in English and °C, with instants in a time zone. */
export const writeFigure =
  (timeZone = 'UTC'): WriteFigure =>
  (figure) => {
    if (typeof figure.value === 'string') return figure.value;
    const { value, unit } = figure as Extract<Figure, { readonly unit: string }>;
    if (unit === 'ms')
      return new Intl.DateTimeFormat('en-GB', {
        weekday: 'long',
        hour: '2-digit',
        minute: '2-digit',
        timeZone,
      }).format(value);
    const shown = value.toFixed(digits[unit] ?? 0).replace(/^-(?=0(\.0)?$)/, '');
    return unit === '' ? shown : `${shown} ${unit}`;
  };

/** A sentence with its figures filled in. */
export const fillIn = (words: string, figures: Figures, write: WriteFigure): string =>
  words.replace(/\{(\w+)\}/g, (_, name: string) => {
    const figure = figures[name];
    return figure === undefined ? '?' : write(figure);
  });

/** A step as a sentence. */
export const toStepSentence = ({ code, figures }: Step, write: WriteFigure): string =>
  fillIn(stepWords[code], figures, write);

/** A change as a sentence. */
export const toChangeSentence = ({ code, figures }: Change, write: WriteFigure): string =>
  fillIn(changeWords[code], figures, write);

/** An explanation with its sentences, for readers that write none of their own. */
export const toAnswer = (
  explanation: Explanation,
  { at, timeZone }: { readonly at: number; readonly timeZone: string },
): ExplanationAnswer => {
  const { kind, index, name, status, steps, changes } = explanation;
  const write = writeFigure(timeZone);
  const degrees = (wire: number) => write({ value: wire / 100, unit: '°C' });
  return {
    kind,
    index,
    name,
    at,
    timeZone,
    status: { ...status, sentence: toStatusSentence(status, degrees) },
    steps: steps.map((step) => ({ ...step, sentence: toStepSentence(step, write) })),
    changes: changes.map((change) => ({ ...change, sentence: toChangeSentence(change, write) })),
  };
};
