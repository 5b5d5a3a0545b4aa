import type { DeviceInfo } from '../../identity/oauth/device/device-info.ts';
import { html } from './html.ts';
import { type Page, toProblem } from './page.ts';
import { english } from './texts/english.ts';
import type { PageTexts } from './texts/page-texts.ts';

interface DeviceForm {
  readonly action: string;
  readonly token: string;
}

/** Builds the form for the code that a device shows. */
export function toCodePage(
  form: DeviceForm & { code?: string | undefined; problem?: string | undefined },
  texts: PageTexts = english,
): Page {
  const described = form.problem === undefined ? 'code-hint' : 'problem code-hint';
  const body = html`<h1>${texts.pairBridge}</h1>
<p class="lead" id="code-hint">${texts.pairHint}</p>
${toProblem(form.problem)}
<form method="post" action="${form.action}"><input type="hidden" name="xsrf" value="${form.token}">
<label for="user_code">${texts.code}</label>
<input class="code" id="user_code" name="user_code" required autocomplete="off" autocapitalize="characters" spellcheck="false"
maxlength="20" value="${form.code ?? ''}" aria-describedby="${described}">
<button type="submit">${texts.continue}</button></form>`;
  return { title: texts.pairBridge, language: texts.language, body };
}

/** Details that a device sent about itself. They are not verified, but the owner can compare them. */
const toFacts = (
  { device: { systemId, address }, isProgram }: { device: Partial<DeviceInfo>; isProgram?: boolean },
  texts: PageTexts,
) => html`<dl class="facts">
${isProgram ? undefined : html`<dt>${texts.systemId}</dt><dd>${systemId ?? texts.notGiven}</dd>`}
<dt>${texts.askedFrom}</dt><dd>${address ?? texts.notKnown}</dd></dl>`;

/**
 * Asks the owner to confirm that their own device shows this code, because a link may have planted the code of another
 * device (RFC 8628, 5.4).
 */
export function toCodeConfirmPage(
  form: DeviceForm & { code: string; device: Partial<DeviceInfo>; isProgram?: boolean },
  texts: PageTexts = english,
): Page {
  const { isProgram = false } = form;
  const hidden = html`<input type="hidden" name="xsrf" value="${form.token}">
<input type="hidden" name="user_code" value="${form.code}">`;
  const body = html`<h1>${isProgram ? texts.checkProgramCode : texts.checkCode}</h1>
<p class="lead">${isProgram ? texts.checkProgramHint : texts.checkHint}</p>
<output class="shown">${form.code}</output>
${toFacts(form, texts)}
<form method="post" action="${form.action}">${hidden}
<div class="choices"><button class="quiet" type="submit" name="abort" value="yes">${texts.noStop}</button>
<button type="submit" name="confirm" value="yes">${texts.yesContinue}</button></div></form>`;
  return { title: texts.checkTitle, language: texts.language, body };
}

/** The last page of a pairing, with a link to the house; or of a program, with a link to the apps that have access. */
export const toPairedPage = (
  { appName, isProgram }: { readonly appName: string; readonly isProgram: boolean },
  texts: PageTexts = english,
): Page => ({
  title: texts.done,
  language: texts.language,
  body: isProgram
    ? html`<h1>${texts.canContinue(appName)}</h1>
<p>${texts.programContinues}</p>`
    : html`<h1>${texts.canContinue(appName)}</h1>
<p>${texts.continuesByItself}</p>
<p><a href="/#/houses">${texts.toHouses}</a></p>`,
});
