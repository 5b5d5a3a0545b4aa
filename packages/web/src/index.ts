import { fileURLToPath } from 'node:url';

/** The folder the built application is in, once `npm run build -w packages/web` has made it. */
export const builtFolder: string = fileURLToPath(new URL('../dist', import.meta.url));
