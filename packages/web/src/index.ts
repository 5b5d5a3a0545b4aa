import { fileURLToPath } from 'node:url';
import { assetUrl } from '@plenum/platform/asset';

/** The folder of the built application, which `npm run build -w packages/web` creates. */
export const builtFolder: string = fileURLToPath(assetUrl('web/dist'));

/** The folder of the built documentation, which `npm run docs` creates; next to the assets in a built package. */
export const docsFolder: string = fileURLToPath(assetUrl('../site/dist'));
