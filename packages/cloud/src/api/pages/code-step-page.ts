import { html } from './html.ts';
import { type Page, toProblem } from './page.ts';

interface CodeStepFacts {
  readonly action: string;
  /** Where the form for the password is. */
  readonly back: string;
  readonly token: string;
  readonly problem?: string | undefined;
  readonly leadsTo?: string | undefined;
}

/** The form for the code of an authenticator app, after the password. */
export const toCodeStepPage = (facts: CodeStepFacts): Page => {
  const title = 'Enter your code';
  const described = facts.problem === undefined ? 'code-hint' : 'problem code-hint';
  const body = html`<h1>${title}</h1>
<p class="lead" id="code-hint">The code of your authenticator app, or one of your recovery codes.</p>
${toProblem(facts.problem)}
<form method="post" action="${facts.action}"><input type="hidden" name="token" value="${facts.token}">
<label for="code">Code</label>
<input class="code" id="code" name="code" required autocomplete="one-time-code" spellcheck="false" maxlength="40" aria-describedby="${described}">
<button type="submit">Continue</button></form>
<div class="after"><p><a href="${facts.back}">Use another account</a></p></div>`;
  return { title, body, leadsTo: facts.leadsTo };
};
