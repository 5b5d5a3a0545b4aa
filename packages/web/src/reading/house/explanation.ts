import {
  type Change,
  changeWords,
  type ExplanationStep,
  type Figure,
  type Figures,
  fillIn,
  stepWords,
  type WriteFigure,
} from '@plenum/insight/explain';
import { t, translate } from '../../text/text.ts';
import { formatDecimal } from '../number/intl.ts';
import { formatExactly, formatSetpoint, type Scale, shownDifference } from '../number/temperature.ts';
import { formatInstant } from '../time/clock.ts';

/** The settings of the reader: temperature scale, and the time zone of the house. */
export interface FigureReader {
  readonly scale: Scale;
  readonly timeZone: string | undefined;
}

type NumberFigure = Extract<Figure, { readonly unit: string }>;

const minus = (text: string): string => text.replace('-', '−');

/** Formats a temperature difference in the reader's degrees, which are smaller in Fahrenheit. */
const formatDifference = (kelvin: number, scale: Scale): string =>
  `${minus(formatDecimal(scale === 'C' ? kelvin : kelvin * 1.8, 1))}°`;

/** True for a setting, which is shown in the same degrees as its control. */
const isSet = (name: string | undefined): boolean => name !== undefined && /^(setpoint|min|max)$/.test(name);

const toWriter = ({ scale, timeZone }: FigureReader): WriteFigure => {
  const write = ({ value, unit }: NumberFigure, name: string | undefined): string => {
    switch (unit) {
      case '°C':
        return `${(isSet(name) ? formatSetpoint : formatExactly)(Math.round(value * 100), scale)}°`;
      case 'K':
        return formatDifference(value, scale);
      case 'K/h':
        return t('explain.perHour', { difference: formatDifference(value, scale) });
      case 'min':
        return t('explain.minutes', { minutes: Math.round(value) });
      case 'ms':
        return formatInstant(value, timeZone);
      case '':
        return formatDecimal(value, 0);
      default:
        return `${minus(formatDecimal(value, 0))} ${unit}`;
    }
  };
  return (figure, name) =>
    typeof figure.value === 'string' ? figure.value : write(figure as NumberFigure, name);
};

const inHundredths = (figure: Figure | undefined): number | undefined =>
  typeof figure?.value === 'number' ? Math.round(figure.value * 100) : undefined;

/** Returns a sentence with its figures, translated or in English from the definition. */
const describe = (
  part: 'explainStep' | 'explainChange',
  code: string,
  words: string,
  figures: Figures,
  write: WriteFigure,
): string => {
  const written = Object.entries(figures).map(([name, figure]) => [name, write(figure, name)]);
  return translate(part, code, Object.fromEntries(written)) ?? fillIn(words, figures, write);
};

/** Returns a step as a sentence in the reader's language and degrees, with figures that add up as displayed. */
export function describeStep({ code, figures }: ExplanationStep, reader: FigureReader): string {
  const write = toWriter(reader);
  const [temperature, setpoint] = [inHundredths(figures.temperature), inHundredths(figures.setpoint)];
  return describe('explainStep', code, stepWords[code], figures, (figure, name) =>
    name === 'difference' && temperature !== undefined && setpoint !== undefined
      ? `${formatDecimal(shownDifference(temperature, setpoint, reader.scale), 1)}°`
      : write(figure, name),
  );
}

/** Returns a change as a sentence in the reader's language and degrees, and one for each effect on other rooms. */
export const describeChange = ({ effects = [], ...change }: Change, reader: FigureReader): string =>
  [change, ...effects]
    .map(({ code, figures }) => describe('explainChange', code, changeWords[code], figures, toWriter(reader)))
    .join(' ');
