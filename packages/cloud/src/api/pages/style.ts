import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { styles } from '@plenum/design';
import { assetUrl } from '@plenum/platform/asset';

/** Where the pages load the font of the web application. Without that application they use the next font of `--font`. */
export const fontPath = '/font/inter.woff2';

/** A font that loads late is used from the next page on, so that no text moves while somebody reads it. */
const face = `@font-face {
  font-family: "Inter Variable";
  font-weight: 100 900;
  font-display: optional;
  src: url("${fontPath}") format("woff2");
}
`;

const rules = readFileSync(assetUrl('cloud/src/api/pages/page.css'), 'utf8');

/**
 * The one style sheet; it follows the light or dark setting of the reader, and widens nothing beyond a narrow card. Its lines
 * end as a browser reads them, however they came out of a repository, since it is named by its hash.
 */
export const style: string = `\n${face}${styles}${rules}`.replaceAll('\r\n', '\n');

/** How the style sheet is named in a content security policy (CSP Level 3, 2.3.1). */
export const styleHash: string = `'sha256-${createHash('sha256').update(style).digest('base64')}'`;
