import { cloudLimits } from '@plenum/protocol/cloud';
import { html } from './html.ts';
import { type Page, toProblem } from './page.ts';

export interface SignInFacts {
  /** Whether the form makes an account (sign-up). */
  readonly isNew: boolean;
  /** What the person continues to: the name of an app, or `This bridge`. */
  readonly purpose: string;
  readonly action: string;
  /** Where the other of the two forms is. */
  readonly other: string;
  readonly cancel: string;
  /** Where a lost password is replaced; undefined where it cannot be. */
  readonly lostPassword?: string | undefined;
  /** Where a passkey signs in; undefined where none can. */
  readonly passkey?: string | undefined;
  readonly token: string;
  readonly email?: string | undefined;
  readonly problem?: string | undefined;
  readonly leadsTo?: string | undefined;
}

const words = {
  signIn: { title: 'Sign in', button: 'Sign in', ask: 'No account yet?', other: 'Create one' },
  signUp: {
    title: 'Create your account',
    button: 'Create account',
    ask: 'Have an account?',
    other: 'Sign in',
  },
} as const;

/** The form for sign-in or sign-up, before a consent. */
export const toSignInPage = (facts: SignInFacts): Page => {
  const { title, button, ask, other } = words[facts.isNew ? 'signUp' : 'signIn'];
  const described = facts.problem === undefined ? undefined : html` aria-describedby="problem"`;
  const body = html`<h1>${title}</h1>
<p class="lead">to continue to <span class="who">${facts.purpose}</span></p>
${toProblem(facts.problem)}
<form method="post" action="${facts.action}">
<input type="hidden" name="token" value="${facts.token}">
<label for="email">E-mail address</label>
<input id="email" name="email" type="email" autocomplete="username" required maxlength="254" value="${facts.email ?? ''}"${described}>
<label for="password">Password${
    facts.isNew
      ? html`<span class="hint">At least ${cloudLimits.minPasswordLength} characters; a few words in a row do well.</span>`
      : undefined
  }</label>
<input id="password" name="password" type="password" required autocomplete="${
    facts.isNew ? 'new-password' : 'current-password'
  }"${facts.isNew ? html` minlength="${cloudLimits.minPasswordLength}"` : undefined}${described}>
<button type="submit">${button}</button>
</form>
${
  facts.passkey === undefined
    ? undefined
    : html`<p><a class="button" href="${facts.passkey}">Sign in with a passkey</a></p>
`
}<div class="after"><p>${ask} <a href="${facts.other}">${other}</a></p>
${
  facts.lostPassword === undefined
    ? undefined
    : html`<p><a href="${facts.lostPassword}">Lost your password?</a></p>
`
}<form method="post" action="${facts.cancel}"><input type="hidden" name="token" value="${facts.token}">
<button class="link" type="submit">Cancel and go back</button></form></div>`;
  return { title, body, leadsTo: facts.leadsTo };
};
