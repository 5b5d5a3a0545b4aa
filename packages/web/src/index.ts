import { fileURLToPath } from 'node:url';
import { assetUrl } from '@plenum/platform/asset';

/** The folder the built application is in, once `npm run build -w packages/web` has made it. */
export const builtFolder: string = fileURLToPath(assetUrl('web/dist'));

/** The folder that the built documentation is in, once `npm run docs` has made it; beside the assets in a built package. */
export const docsFolder: string = fileURLToPath(assetUrl('../site/dist'));
