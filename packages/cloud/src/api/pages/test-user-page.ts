import { html } from './html.ts';
import type { Page } from './page.ts';
import { english } from './texts/english.ts';
import type { PageTexts } from './texts/page-texts.ts';

interface TestUserFacts {
  readonly appName: string;
  /** The e-mail address of the developer. */
  readonly email: string;
  readonly users: readonly { readonly testUserId: string; readonly name: string }[];
  readonly action: string;
  readonly cancel: string;
  readonly switchAccount: string;
  readonly token: string;
  readonly cancelToken: string;
  readonly leadsTo?: string | undefined;
}

/** Builds the page on which a developer allows the test keys of an app as one of the test users, with one click. */
export function toTestUserPage(facts: TestUserFacts, texts: PageTexts = english): Page {
  const { appName, email, users, token, cancelToken } = facts;
  const hidden = (value: string) => html`<input type="hidden" name="token" value="${value}">`;
  const choices = html`<form method="post" action="${facts.action}">${hidden(token)}
${users.map(
  ({ testUserId, name }) =>
    html`<p><button type="submit" name="user" value="${testUserId}">${texts.allowAs(name)}</button></p>`,
)}</form>`;
  const body = html`<h1>${texts.chooseTestUser(appName)}</h1>
<p class="lead">${texts.signedInAs} <span class="who">${email}</span></p>
<p class="note">${texts.testKeys}</p>
${users.length === 0 ? html`<p class="problem">${texts.noTestUsers}</p>` : choices}
<form method="post" action="${facts.cancel}">${hidden(cancelToken)}
<button class="link" type="submit">${texts.cancel}</button></form>
<div class="after">${texts.notYou} <form method="post" action="${facts.switchAccount}">${hidden(token)}
<button class="link" type="submit">${texts.otherAccount}</button></form></div>`;
  return { title: texts.chooseTestUser(appName), language: texts.language, body, leadsTo: facts.leadsTo };
}
