import type { DatagramOf } from '@plenum/protocol/component';
import type { ExplanationStep, Figure, Figures } from './explanation.ts';
import type { StepCode } from './words.ts';

/** Converts hundredths of a degree to a temperature or to a difference, which has no sign. */
export const degrees = (wire: number): Figure => ({ value: wire / 100, unit: '°C' });
export const difference = (wire: number): Figure => ({ value: Math.abs(wire) / 100, unit: 'K' });
export const percent = (value: number): Figure => ({ value, unit: '%' });
export const minutes = (value: number): Figure => ({ value, unit: 'min' });
export const watts = (value: number): Figure => ({ value, unit: 'W' });
export const word = (value: string): Figure => ({ value });

/** Watts below which a source of heat is not listed separately. */
export const LISTED = 20;

export const step = (code: StepCode, figures: Figures = {}): ExplanationStep => ({ code, figures });

/** Returns the name of a zone, or its number if it has none. */
export const nameOf = ({ Name, Index }: Pick<DatagramOf<'zone'>, 'Name' | 'Index'>): string =>
  Name?.trim() || `zone ${Index}`;
