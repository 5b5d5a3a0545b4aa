import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';

/** Returns the text of the weather of Denver in EPW format (`reference/NOTICE.md`). */
export const denver = (): string =>
  gunzipSync(
    readFileSync(new URL('../../../reference/denver-725650-tmy3.epw.gz', import.meta.url)),
  ).toString();
