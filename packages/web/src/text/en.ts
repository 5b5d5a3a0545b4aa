import { account } from './en/account.ts';
import { app } from './en/app.ts';
import { common } from './en/common.ts';
import { definition } from './en/definition.ts';
import { design } from './en/design.ts';
import { garden } from './en/garden.ts';
import { live } from './en/live.ts';
import { settings } from './en/settings.ts';
import { signIn } from './en/signIn.ts';
import { simulator } from './en/simulator.ts';

/** The texts of the pages in English, the language in which they are written first. One file for each part. */
export const english = {
  app,
  common,
  signIn,
  settings,
  account,
  definition,
  design,
  garden,
  simulator,
  live,
};

export type English = typeof english;
