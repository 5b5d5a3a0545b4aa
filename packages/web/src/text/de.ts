import { account } from './de/account.ts';
import { app } from './de/app.ts';
import { common } from './de/common.ts';
import { settings } from './de/settings.ts';
import { signIn } from './de/signIn.ts';
import type { Catalogue } from './text.ts';

/** The texts of the pages in German. */
export const german: Catalogue = { app, common, signIn, settings, account };
