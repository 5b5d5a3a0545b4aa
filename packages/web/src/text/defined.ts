import { translate } from './text.ts';

/** What is before a part that explains the wire: `sleep timer; 0 = off`. */
const withoutWire = (text: string): string => text.split(';')[0]!;

/** What a definition says of a command or a field, in the reader's language; an addition to the interface shows as it is defined. */
export const defined = (text: string): string =>
  translate('defined', text) ??
  translate('defined', withoutWire(text)) ??
  text.replace(' (key spelled exactly so)', '');
