import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { assetUrl } from '@plenum/platform/asset';
import { styles } from '@plenum/platform/design';

/** Path of the web application's font. If the application is not served, the pages use the next font of `--font`. */
export const fontPath = '/font/inter.woff2';

/** A font that loads late is used from the next page on, so that text does not move while a person reads it. */
const face = `@font-face {
  font-family: "Inter Variable";
  font-weight: 100 900;
  font-display: optional;
  src: url("${fontPath}") format("woff2");
}
`;

const rules = readFileSync(assetUrl('cloud/src/api/pages/page.css'), 'utf8');

/**
 * The only style sheet. It follows the light or dark setting of the reader and keeps the content in a narrow card. Line
 * ends are normalized as browsers do, because the hash identifies the style sheet.
 */
export const style: string = `\n${face}${styles}${rules}`.replaceAll('\r\n', '\n');

/** The hash of the style sheet in a content security policy (CSP Level 3, 2.3.1). */
export const styleHash: string = `'sha256-${createHash('sha256').update(style).digest('base64')}'`;
