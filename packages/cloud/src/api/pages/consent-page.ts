import { html } from './html.ts';
import { type Page, toProblem } from './page.ts';
import type { ScopeWords } from './scope-words.ts';

export interface ConsentFacts {
  readonly appName: string;
  readonly email: string;
  readonly words: readonly ScopeWords[];
  /** The host that the browser returns to; undefined where a device waits. */
  readonly returnsTo: string | undefined;
  readonly action: string;
  readonly switchAccount: string;
  readonly token: string;
  readonly problem?: string | undefined;
  readonly leadsTo?: string | undefined;
}

/** Asks the owner whether an app may have the access it requests. Refusing is as easy as allowing. */
export const toConsentPage = (facts: ConsentFacts): Page => {
  const { appName, email, words, returnsTo, token } = facts;
  const list = (name: string, items: readonly string[]) =>
    html`<ul class="may ${name}">${items.map((item) => html`<li>${item}</li>`)}</ul>`;
  const hidden = html`<input type="hidden" name="token" value="${token}">`;
  const body = html`<h1>${appName} would like to ${words.map(({ wish }) => wish).join(' and ')}</h1>
<p class="lead">Signed in as <span class="who">${email}</span></p>
${toProblem(facts.problem)}
<h2 id="may">If you allow it, it can</h2>
${words.map(({ may }) => list('yes', may))}
<h2>It cannot</h2>
${words.map(({ mayNot }) => list('no', mayNot))}
<p class="note">${words.map(({ ends }) => ends).join(' ')}${
    returnsTo === undefined ? undefined : html` You go back to <span class="who">${returnsTo}</span>.`
  }</p>
<form method="post" action="${facts.action}" aria-describedby="may">${hidden}
<div class="choices"><button class="quiet" type="submit" name="answer" value="refuse">Do not allow</button>
<button type="submit" name="answer" value="allow">Allow</button></div></form>
<div class="after">Not you? <form method="post" action="${facts.switchAccount}">${hidden}
<button class="link" type="submit">Use another account</button></form></div>`;
  return { title: `Allow ${appName}?`, body, leadsTo: facts.leadsTo };
};
