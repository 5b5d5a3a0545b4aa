import { html } from './html.ts';
import { type Page, toProblem } from './page.ts';
import { english } from './texts/english.ts';
import type { PageTexts } from './texts/page-texts.ts';

interface CodeStepFacts {
  readonly action: string;
  /** URL of the page with the password form. */
  readonly back: string;
  readonly token: string;
  readonly problem?: string | undefined;
  readonly leadsTo?: string | undefined;
}

/** Builds the form for the code of an authenticator app, shown after the password. */
export function toCodeStepPage(facts: CodeStepFacts, texts: PageTexts = english): Page {
  const title = texts.enterCode;
  const described = facts.problem === undefined ? 'code-hint' : 'problem code-hint';
  const body = html`<h1>${title}</h1>
<p class="lead" id="code-hint">${texts.codeHint}</p>
${toProblem(facts.problem)}
<form method="post" action="${facts.action}"><input type="hidden" name="token" value="${facts.token}">
<label for="code">${texts.code}</label>
<input class="code" id="code" name="code" required autocomplete="one-time-code" spellcheck="false" maxlength="40" aria-describedby="${described}">
<button type="submit">${texts.continue}</button></form>
<div class="after"><p><a href="${facts.back}">${texts.otherAccount}</a></p></div>`;
  return { title, language: texts.language, body, leadsTo: facts.leadsTo };
}
