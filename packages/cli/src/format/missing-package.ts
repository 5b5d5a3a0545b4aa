import about from '../../package.json' with { type: 'json' };

export const toInstallLine = (name: string): string =>
  `npm install ${name}@${about.version}, where plenum is installed`;
