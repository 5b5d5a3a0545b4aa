import { toSentence as toStatusSentence } from '../status/status.ts';
import type {
  Change,
  Explanation,
  ExplanationAnswer,
  ExplanationStep,
  Figure,
  Figures,
} from './explanation.ts';
import { changeWords, stepWords } from './words.ts';

/** Formats a named figure for a reader: in the reader's degrees, language and time. */
export type WriteFigure = (figure: Figure, name?: string) => string;

const digits: Readonly<Record<string, number>> = { '°C': 1, K: 1, 'K/h': 1 };

/** Creates a formatter of figures in English and °C, with times in a time zone. */
export const writeFigure =
  (timeZone = 'UTC'): WriteFigure =>
  (figure) => {
    if (typeof figure.value === 'string') return figure.value;
    const { value, unit } = figure as Extract<Figure, { readonly unit: string }>;
    if (unit === 'ms')
      return new Intl.DateTimeFormat('en-GB', {
        weekday: 'long',
        day: 'numeric',
        month: 'long',
        hour: '2-digit',
        minute: '2-digit',
        timeZone,
      }).format(value);
    const shown = value.toFixed(digits[unit] ?? 0).replace(/^-(?=0(\.0)?$)/, '');
    return unit === '' ? shown : `${shown} ${unit}`;
  };

/** Returns a sentence with its figures filled in. */
export const fillIn = (words: string, figures: Figures, write: WriteFigure): string =>
  words.replace(/\{(\w+)\}/g, (_, name: string) => {
    const figure = figures[name];
    return figure === undefined ? '?' : write(figure, name);
  });

/** Returns a step as a sentence. */
export const toStepSentence = ({ code, figures }: ExplanationStep, write: WriteFigure): string =>
  fillIn(stepWords[code], figures, write);

/** Returns a change as a sentence, followed by one for each of its effects on other rooms. */
export const toChangeSentence = ({ effects = [], ...change }: Change, write: WriteFigure): string =>
  [change, ...effects].map(({ code, figures }) => fillIn(changeWords[code], figures, write)).join(' ');

/** Returns an explanation with English sentences, for clients that have no sentences. */
export function toAnswer(
  explanation: Explanation,
  { at, timeZone }: { readonly at: number; readonly timeZone: string },
): ExplanationAnswer {
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
}
