import { fileURLToPath } from 'node:url';
import { assetUrl } from '@plenum/platform/asset';

/** The folder of the built application, created by `npm run build -w packages/web`. */
export const builtFolder: string = fileURLToPath(assetUrl('web/dist'));

/** The folder of the built documentation, created by `npm run docs`; in a built package, it is next to the assets. */
export const docsFolder: string = fileURLToPath(assetUrl('../site/dist'));
