import { styleText } from 'node:util';
import type { Io } from './io.ts';

/** Creates functions that make text bold or dim if colours may be used. */
export function createStyle({ color }: Io) {
  const make = (format: 'bold' | 'dim') => (text: string) =>
    color ? styleText(format, text, { validateStream: false }) : text;
  return { bold: make('bold'), dim: make('dim') };
}
