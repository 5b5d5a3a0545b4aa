import { readFileSync } from 'node:fs';
import { assetUrl } from '../web/asset.ts';

const read = (name: string): string => readFileSync(assetUrl(`platform/src/design/${name}`), 'utf8');

/** `tokens.css` as text. */
export const tokens: string = read('tokens.css');

/** All style sheets as one text, for a page with inline styles. */
export const styles: string = tokens + read('base.css') + read('mark.css');
