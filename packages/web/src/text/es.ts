import { account } from './es/account.ts';
import { app } from './es/app.ts';
import { common } from './es/common.ts';
import { settings } from './es/settings.ts';
import { signIn } from './es/signIn.ts';
import type { Catalogue } from './text.ts';

/** The texts of the pages in Spanish. */
export const spanish: Catalogue = { app, common, signIn, settings, account };
