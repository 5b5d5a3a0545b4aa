/** The folder of the packages; in a built package `packaging/build.ts` replaces it. */
const root = new URL('../../../', import.meta.url);

/**
 * Returns the URL of a file that a program reads at run time, from its path below the folder of the packages:
 * `platform/src/design/tokens.css`. A built package has the same tree in `assets/` (decisions/025).
 */
export const assetUrl = (path: string): URL => new URL(path, root);
