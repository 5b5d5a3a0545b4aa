import about from '../../package.json' with { type: 'json' };
import { failed } from '../failure.ts';

const isMissing = (error: unknown, name: string): boolean =>
  error instanceof Error &&
  (error as NodeJS.ErrnoException).code === 'ERR_MODULE_NOT_FOUND' &&
  error.message.includes(`'${name}'`);

/**
 * Loads a package that is installed beside this one by those who want it; a sentence with what to do where it is not.
 * `load` is an `import()` with the name written out, so that its types are known.
 */
export const loadOptional = async <Module>(name: string, load: () => Promise<Module>): Promise<Module> => {
  try {
    return await load();
  } catch (error) {
    if (!isMissing(error, name)) throw error;
    throw failed(
      `This needs the package ${name}, which is not installed: npm install ${name}@${about.version}, where plenum is installed.`,
    );
  }
};
