import about from '../../package.json' with { type: 'json' };

/** What to do where a package is missing that is installed beside this one by those who want it. */
export const toInstallLine = (name: string): string =>
  `npm install ${name}@${about.version}, where plenum is installed`;
