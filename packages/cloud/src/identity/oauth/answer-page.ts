import type { ErrorOut, KoaContextWithOIDC } from 'oidc-provider';
import { toErrorPage } from '../page/error-page.ts';
import { type Page, toDocument, toPageHeaders } from '../page/page.ts';

/** Answers a request oidc-provider handles with a page. */
export const answerPage = (ctx: KoaContextWithOIDC, page: Page): void => {
  ctx.set(toPageHeaders(page));
  ctx.body = toDocument(page);
};

const asked =
  'The app that sent you here asked for something we cannot do. Nothing was allowed. Go back to the app and start again; if it happens once more, tell its developer what stands below.';

const failed =
  'Something went wrong here. Nothing was allowed. Go back to the app and start again in a while.';

/** Said to the person whom an app sent here with a request that cannot be answered by sending them back. */
export const renderError = async (ctx: KoaContextWithOIDC, out: ErrorOut): Promise<void> => {
  const { error, error_description: description } = out;
  const details = Object.entries({ error, description }).filter((entry) => entry[1] !== undefined);
  const page = toErrorPage({
    title: 'This did not work',
    sentence: ['server_error', 'temporarily_unavailable'].includes(error) ? failed : asked,
    details: details as [string, string][],
  });
  answerPage(ctx, page);
};
