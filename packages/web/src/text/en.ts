import { account } from './en/account.ts';
import { app } from './en/app.ts';
import { common } from './en/common.ts';
import { settings } from './en/settings.ts';
import { signIn } from './en/signIn.ts';

/** The texts of the pages in English, the language in which they are written first. One file for each part. */
export const english = { app, common, signIn, settings, account };

export type English = typeof english;
