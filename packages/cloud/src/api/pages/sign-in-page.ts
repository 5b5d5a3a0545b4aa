import { cloudLimits } from '@plenum/protocol/cloud';
import { html } from './html.ts';
import { type Page, toProblem } from './page.ts';
import { english } from './texts/english.ts';
import type { PageTexts } from './texts/page-texts.ts';

interface SignInFacts {
  /** True if the form creates an account (sign-up). */
  readonly isNew: boolean;
  /** The name of the app to which the person continues, or `This bridge`. */
  readonly purpose: string;
  readonly action: string;
  /** URL of the other form: sign-up instead of sign-in, or the reverse. */
  readonly other: string;
  readonly cancel: string;
  /** URL for replacing a lost password, or `undefined` if that is not possible. */
  readonly lostPassword?: string | undefined;
  /** URL for signing in with a passkey, or `undefined` if that is not possible. */
  readonly passkey?: string | undefined;
  readonly token: string;
  readonly email?: string | undefined;
  readonly problem?: string | undefined;
  readonly leadsTo?: string | undefined;
}

/** Builds the form for sign-in or sign-up that precedes a consent. */
export function toSignInPage(facts: SignInFacts, texts: PageTexts = english): Page {
  const { isNew } = facts;
  const title = isNew ? texts.signUp : texts.signIn;
  const described = facts.problem === undefined ? undefined : html` aria-describedby="problem"`;
  const body = html`<h1>${title}</h1>
<p class="lead">${texts.continueTo} <span class="who">${facts.purpose}</span></p>
${toProblem(facts.problem)}
<form method="post" action="${facts.action}">
<input type="hidden" name="token" value="${facts.token}">
<label for="email">${texts.email}</label>
<input id="email" name="email" type="email" autocomplete="username" required maxlength="254" value="${facts.email ?? ''}"${described}>
<label for="password">${texts.password}${
    facts.isNew
      ? html`<span class="hint">${texts.passwordHint(cloudLimits.minPasswordLength)}</span>`
      : undefined
  }</label>
<input id="password" name="password" type="password" required autocomplete="${
    facts.isNew ? 'new-password' : 'current-password'
  }"${facts.isNew ? html` minlength="${cloudLimits.minPasswordLength}"` : undefined}${described}>
<button type="submit">${isNew ? texts.createAccount : texts.signIn}</button>
</form>
${
  facts.passkey === undefined
    ? undefined
    : html`<p><a class="button" href="${facts.passkey}">${texts.passkey}</a></p>
`
}<div class="after"><p>${isNew ? texts.haveAccount : texts.noAccount} <a href="${facts.other}">${
    isNew ? texts.signIn : texts.createOne
  }</a></p>
${
  facts.lostPassword === undefined
    ? undefined
    : html`<p><a href="${facts.lostPassword}">${texts.lostPassword}</a></p>
`
}<form method="post" action="${facts.cancel}"><input type="hidden" name="token" value="${facts.token}">
<button class="link" type="submit">${texts.cancel}</button></form></div>`;
  return { title, language: texts.language, body, leadsTo: facts.leadsTo };
}
