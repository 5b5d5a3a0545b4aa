import about from '../../package.json' with { type: 'json' };

/** Returns what to do if an optional package, which is installed next to this one, is missing. */
export const toInstallLine = (name: string): string =>
  `npm install ${name}@${about.version}, where plenum is installed`;
