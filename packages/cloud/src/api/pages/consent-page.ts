import type { ListenChoice } from '../../identity/oauth/provider/interaction.ts';
import { html } from './html.ts';
import { type Page, toProblem } from './page.ts';
import type { ScopeWords } from './scope-words.ts';
import { english } from './texts/english.ts';
import type { PageTexts } from './texts/page-texts.ts';

interface ConsentFacts {
  readonly appName: string;
  /** True if the app registered itself, in which case nobody has checked its name. */
  readonly registeredItself?: boolean | undefined;
  readonly email: string;
  readonly words: readonly ScopeWords[];
  /** Text of a separate checkbox for opening a house, or `undefined` if the app does not request that. */
  readonly garage?: ScopeWords | undefined;
  /** The apps of the developer, one of which `plenum listen` listens to, or `undefined` for another client. */
  readonly listening?: ListenChoice | undefined;
  /** The host that the browser returns to, or `undefined` if a device is waiting. */
  readonly returnsTo: string | undefined;
  readonly action: string;
  readonly switchAccount: string;
  readonly token: string;
  readonly problem?: string | undefined;
  readonly leadsTo?: string | undefined;
}

/** Renders the choice of an app; the first is selected if there is only one. */
const toAppChoice = ({ isLive, apps }: ListenChoice, texts: PageTexts) => {
  if (apps.length === 0) return html`<p class="note">${isLive ? texts.noApps : texts.noTestKeys}</p>`;
  const isOnly = apps.length === 1;
  return html`<fieldset class="apart"><legend>${texts.chooseApp}</legend>
${apps.map(
  ({ clientId, name }) =>
    html`<label><input type="radio" name="app" value="${clientId}" required${
      isOnly ? html` checked` : undefined
    }> ${name}</label>`,
)}
<p class="note">${isLive ? texts.listensLive : texts.listensTest}</p></fieldset>`;
};

/** Builds the page that asks the owner to allow the access that an app requests. Refusing is as easy as allowing. */
export function toConsentPage(facts: ConsentFacts, texts: PageTexts = english): Page {
  const { appName, email, words, returnsTo, token } = facts;
  /** Renders a list; an item that several scopes share appears once. */
  const list = (name: string, items: readonly (readonly string[])[]) =>
    html`<ul class="may ${name}">${[...new Set(items.flat())].map((item) => html`<li>${item}</li>`)}</ul>`;
  const door = facts.garage;
  const garage =
    door === undefined
      ? undefined
      : html`<fieldset class="apart"><legend>${door.request}</legend>
<label><input type="checkbox" name="garage" value="yes" aria-describedby="garage-note"> ${door.may.join(' ')}</label>
<p class="note" id="garage-note">${door.mayNot.join(' ')}</p></fieldset>`;
  const { listening } = facts;
  const apps = listening === undefined ? undefined : toAppChoice(listening, texts);
  const mayAllow = listening === undefined || listening.apps.length > 0;
  const hidden = html`<input type="hidden" name="token" value="${token}">`;
  const body = html`<h1>${texts.wouldLike(
    appName,
    words.map(({ request }) => request),
  )}</h1>
<p class="lead">${texts.signedInAs} <span class="who">${email}</span></p>
${toProblem(facts.problem)}
${facts.registeredItself ? html`<p class="note">${texts.registeredItself(appName)}</p>` : undefined}
<h2 id="may">${texts.ifAllowed}</h2>
${list(
  'yes',
  words.map(({ may }) => may),
)}
<h2>${texts.itCannot}</h2>
${list(
  'no',
  words.map(({ mayNot }) => mayNot),
)}
<p class="note">${[...new Set(words.map(({ ends }) => ends))].filter(Boolean).join(' ')}${
    returnsTo === undefined ? undefined : html` ${texts.goBackTo} <span class="who">${returnsTo}</span>.`
  }</p>
<form method="post" action="${facts.action}" aria-describedby="may">${hidden}
${garage}
${apps}
<div class="choices"><button class="quiet" type="submit" name="answer" value="refuse">${texts.doNotAllow}</button>
${mayAllow ? html`<button type="submit" name="answer" value="allow">${texts.allow}</button>` : undefined}</div></form>
<div class="after">${texts.notYou} <form method="post" action="${facts.switchAccount}">${hidden}
<button class="link" type="submit">${texts.otherAccount}</button></form></div>`;
  return { title: texts.allowApp(appName), language: texts.language, body, leadsTo: facts.leadsTo };
}
