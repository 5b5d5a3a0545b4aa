import about from '../../package.json' with { type: 'json' };

/** Returns the instructions for a missing optional package. */
export const toInstallLine = (name: string): string =>
  `npm install ${name}@${about.version}, where plenum is installed`;
