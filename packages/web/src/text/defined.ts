import { translate } from './text.ts';

/** Removes the explanation of the wire value from a description: `sleep timer; 0 = off`. */
const withoutWire = (text: string): string => text.split(';')[0]!;

/**
 * Returns a definition's text about a command or field in the reader's language. Untranslated texts, such as those of
 * additions to the interface, are returned unchanged.
 */
export const defined = (text: string): string =>
  translate('defined', text) ??
  translate('defined', withoutWire(text)) ??
  text.replace(' (key spelled exactly so)', '');
