import { account } from './de/account.ts';
import { app } from './de/app.ts';
import { common } from './de/common.ts';
import { definition } from './de/definition.ts';
import { design } from './de/design.ts';
import { garden } from './de/garden.ts';
import { live } from './de/live.ts';
import { settings } from './de/settings.ts';
import { signIn } from './de/signIn.ts';
import { simulator } from './de/simulator.ts';
import type { Catalogue } from './text.ts';

/** The texts of the pages in German. */
export const german: Catalogue = {
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
