import { type Html, html } from './html.ts';

/** The sentence of a refusal above a form, read out at once by a screen reader. */
export const toProblem = (sentence: string | undefined): Html | undefined =>
  sentence === undefined ? undefined : html`<p class="problem" role="alert" id="problem">${sentence}</p>`;
