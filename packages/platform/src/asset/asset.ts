/** The folder of the packages; `packaging/build.ts` puts that of a built package in its place. */
const root = new URL('../../../', import.meta.url);

/**
 * Where a file is that a program reads at run time, by its path in the folder of the packages: `design/src/tokens.css`. A built
 * package has the same tree in `assets/` (decisions/025).
 */
export const assetUrl = (path: string): URL => new URL(path, root);
