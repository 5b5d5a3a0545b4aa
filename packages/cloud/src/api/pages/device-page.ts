import type { DeviceInfo } from '../../identity/oauth/device-info.ts';
import { html } from './html.ts';
import { type Page, toProblem } from './page.ts';

interface DeviceForm {
  readonly action: string;
  readonly token: string;
}

/** The form for the code that a device shows. */
export const toCodePage = (
  form: DeviceForm & { code?: string | undefined; problem?: string | undefined },
): Page => {
  const described = form.problem === undefined ? 'code-hint' : 'problem code-hint';
  const body = html`<h1>Pair a bridge</h1>
<p class="lead" id="code-hint">Enter the code that your bridge shows, for example on its start screen or in its log.</p>
${toProblem(form.problem)}
<form method="post" action="${form.action}"><input type="hidden" name="xsrf" value="${form.token}">
<label for="user_code">Code</label>
<input class="code" id="user_code" name="user_code" required autocomplete="off" autocapitalize="characters" spellcheck="false"
maxlength="20" value="${form.code ?? ''}" aria-describedby="${described}">
<button type="submit">Continue</button></form>`;
  return { title: 'Pair a bridge', body };
};

/** What a device sent about itself; it proves nothing, but its owner can compare it. */
const toFacts = ({ systemId, address }: Partial<DeviceInfo>) => html`<dl class="facts">
<dt>System id</dt><dd>${systemId ?? 'not given'}</dd>
<dt>Asked from the address</dt><dd>${address ?? 'not known'}</dd></dl>`;

/** Asks whether the owner's own device shows this code; a link may have planted the code of another device (RFC 8628, 5.4). */
export const toCodeConfirmPage = (form: DeviceForm & { code: string; device: Partial<DeviceInfo> }): Page => {
  const hidden = html`<input type="hidden" name="xsrf" value="${form.token}">
<input type="hidden" name="user_code" value="${form.code}">`;
  const body = html`<h1>Does your bridge show this code?</h1>
<p class="lead">Continue only if you started this and the bridge is yours.</p>
<output class="shown">${form.code}</output>
${toFacts(form.device)}
<form method="post" action="${form.action}">${hidden}
<div class="choices"><button class="quiet" type="submit" name="abort" value="yes">No, stop</button>
<button type="submit" name="confirm" value="yes">Yes, continue</button></div></form>`;
  return { title: 'Check the code', body };
};

/** The last page of a pairing; the owner can close it. */
export const toPairedPage = (appName: string): Page => ({
  title: 'Done',
  body: html`<h1>${appName} can continue</h1>
<p>It continues by itself within a few seconds. You can close this page.</p>`,
});
