import { isMissingPackage } from '@plenum/platform/package';
import { PlenumError } from '@plenum/protocol/error';
import { failed } from '../failure.ts';
import { toInstallLine } from '../format/missing-package.ts';

/**
 * Loads an optional package; fails with instructions if it is missing. `load` is an `import()` with the name written
 * out, so that its types are known.
 */
export async function loadOptional<Module>(name: string, load: () => Promise<Module>): Promise<Module> {
  try {
    return await load();
  } catch (error) {
    if (!isMissingPackage(error, name)) throw error;
    throw failed(`This needs the package ${name}, which is not installed: ${toInstallLine(name)}.`);
  }
}

/**
 * True if an optional package is installed; does not load it. `resolve` is an `import.meta.resolve()` with the name
 * written out.
 */
export function isInstalled(name: string, resolve: () => string): boolean {
  try {
    resolve();
    return true;
  } catch (error) {
    if (!isMissingPackage(error, name)) throw error;
    return false;
  }
}

/**
 * Converts an error of a loaded package to our error class. A package installed from a registry has its own copy of the
 * protocol package, and therefore a different error class.
 */
export const toOwnError = (error: unknown): unknown =>
  error instanceof Error && 'scope' in error && 'code' in error && !(error instanceof PlenumError)
    ? failed(error.message)
    : error;
