import { html } from './html.ts';
import type { Page } from './page.ts';
import { english } from './texts/english.ts';
import type { PageTexts } from './texts/page-texts.ts';

export interface ErrorFacts {
  readonly title: string;
  /** One or two sentences: the problem and what to do. */
  readonly sentence: string;
  /** The name and the description of the error, for the developer of the app. */
  readonly details?: readonly (readonly [string, string])[];
}

/** Explains an error to a person, with details for the developer of the app that sent them here. */
export const toErrorPage = (
  { title, sentence, details = [] }: ErrorFacts,
  texts: PageTexts = english,
): Page => ({
  title,
  language: texts.language,
  body: html`<h1>${title}</h1>
<p>${sentence}</p>
${
  details.length === 0
    ? undefined
    : html`<div class="after"><h2>${texts.forDeveloper}</h2>
<dl>${details.map(([name, value]) => html`<dt>${name}</dt><dd>${value}</dd>`)}</dl></div>`
}`,
});
