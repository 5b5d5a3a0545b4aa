import type { CloudComponent } from '@plenum/protocol/cloud';
import { type Datagram, formatField, kindOf, nameOf } from './describe.ts';
import { type ComponentChange, type House, maxMessages, type ReceivedMessage } from './house.ts';
import { type Html, html } from './html.ts';

/** The explanations for a page without a house, by the reason in the address. */
export const reasons = {
  denied: 'You said no, so nothing was connected.',
  'not-ours':
    'That answer does not belong to a request from Homely. Nothing was connected; please start again here.',
  failed: 'The cloud did not finish the connection. Nothing was connected; please try again.',
  'given-back': 'Disconnected. Homely gave up its permission and deleted what it knew about your house.',
} as const;
export type Reason = keyof typeof reasons;

const document = (body: Html): string =>
  `<!doctype html>\n${
    html`<html lang="en"><head><meta charset="utf-8"><title>Homely · an example app</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark">
<link rel="stylesheet" href="/app.css"><link rel="icon" href="/icon.svg" type="image/svg+xml"><script src="/live.js" defer></script></head>
<body><header class="head"><p class="brand"><img src="/icon.svg" alt="" width="28" height="28"> Homely <span>an example app</span></p></header>
<main>${body}</main></body></html>`.markup
  }\n`;

const connectForm = (label: string) =>
  html`<form method="post" action="/connect"><button class="button">${label}</button></form>`;

const notice = (text: string | undefined) => text && html`<p class="notice" role="status">${text}</p>`;

/** Returns the page for a visitor without a house. */
export const toFrontPage = ({ cloud, reason }: { cloud: string; reason: Reason | undefined }): string =>
  document(html`${notice(reason && reasons[reason]) || undefined}
<section class="hero"><h1>Your house, at a glance</h1>
<p>Homely shows what your rooms are doing, the moment it happens. It is not part of your climate cloud, so it asks you first.</p>
${connectForm('Connect your house')}
<p class="quiet">You will go to <strong>${cloud}</strong> to sign in and say yes or no. Homely never sees your password.</p></section>`);

/** Returns the page shown after the permission was withdrawn. */
export const toRevokedPage = (): string =>
  document(html`<section class="hero hero--ended"><p class="badge badge--ended">No longer connected</p>
<h1>Your permission was withdrawn</h1>
<p>The cloud reported this to Homely, its token is no longer valid, and what it knew about the house has been deleted.</p>
${connectForm('Connect again')}</section>`);

const idOf = (componentId: string) => `of-${componentId}`;

/** Converts hundredths, as on the wire, to degrees. */
const toDegrees = (hundredths: unknown): string => `${(Number(hundredths) / 100).toFixed(1)}°`;

/** State of a damper that does not follow a temperature. */
const dampers: Readonly<Record<string, string>> = {
  open: 'held open',
  close: 'shut',
  constant: 'constant air',
};

const room = ({ componentId, datagram }: CloudComponent): Html => {
  const zone = datagram as Datagram;
  const hasSensor = typeof zone.Temp === 'number' && zone.Temp !== 0;
  const mode = formatField('zone', 'Mode', zone.Mode);
  return html`<li class="room" id="${idOf(componentId)}"><span class="room__name">${nameOf(componentId, zone)}</span>
<span class="room__now">${hasSensor ? toDegrees(zone.Temp) : '–'}</span>
<span class="room__want">${mode === 'auto' ? `set to ${toDegrees(zone.Setpoint)}` : (dampers[mode] ?? mode)}</span></li>`;
};

const other = ({ componentId, datagram }: CloudComponent): Html =>
  html`<li><span>${nameOf(componentId, datagram as Datagram)}</span> <code>${componentId}</code></li>`;

/** Returns the markup of a component; `undefined` for components of which the page lists only the name. */
export const toComponentMarkup = (component: CloudComponent): { id: string; markup: string } | undefined =>
  kindOf(component.componentId) === 'zone'
    ? { id: idOf(component.componentId), markup: room(component).markup }
    : undefined;

const changeMarkup = ({ name, fields: changes }: ComponentChange): Html => {
  const set = changes.filter(({ isReading }) => !isReading);
  const shown = set.map(
    ({ label, from, to }) =>
      html`<li>${label} <strong>${to}</strong> <span class="from">was ${from}</span></li>`,
  );
  return html`<div class="news"><h3>${name}</h3><ul>${shown}</ul></div>`;
};

const contentOf = ({ kind, changes: news, isReadings: isQuiet }: ReceivedMessage): Html | readonly Html[] => {
  if (kind === 'Sync')
    return html`<div class="news"><h3>The house changed as a whole</h3><p class="quiet">Homely read everything again.</p></div>`;
  if (isQuiet) {
    const names = news.slice(0, 3).map(({ name }) => name);
    const more = news.length > names.length ? ` and ${news.length - names.length} more` : '';
    const isNews = news.some(({ fields: changes }) => changes.length > 0);
    return html`<p class="quiet">${isNews ? 'Readings of' : 'Repeated:'} ${names.join(', ')}${more}</p>`;
  }
  return news.filter(({ fields: changes }) => changes.some(({ isReading }) => !isReading)).map(changeMarkup);
};

/** Returns the markup of one message in the list. */
export function toMessageMarkup(arrival: ReceivedMessage): Html {
  const { id, kind, at, isReadings: isQuiet, message } = arrival;
  const time = new Date(at).toLocaleTimeString('en-GB');
  return html`<li class="arrival${isQuiet ? ' arrival--quiet' : ''}"><p class="arrival__head"><time>${time}</time> <span class="badge">${kind}</span> <span class="quiet">signature checked</span></p>
${contentOf(arrival)}
<details><summary>What arrived</summary><pre tabindex="0">webhook-id: ${id}\n\n${JSON.stringify(message, null, 2)}</pre></details></li>`;
}

/** Returns the page for a visitor with a house. */
export function toHousePage(house: House): string {
  const components = house.components();
  const rooms = components.filter(({ componentId }) => kindOf(componentId) === 'zone');
  const others = components.filter((one) => !rooms.includes(one));
  const loud = house.messages().filter(({ isReadings: isQuiet }) => !isQuiet);
  const quiet = house.messages().filter(({ isReadings: isQuiet }) => isQuiet);
  return document(html`${notice(house.problem())}
<div class="columns"><section><h1>What Homely sees</h1><ul class="rooms">${rooms.map(room)}</ul>
<details class="others"><summary>and ${others.length} other things</summary><ul>${others.map(other)}</ul></details>
<form method="post" action="/disconnect"><button class="button button--quiet">Disconnect</button></form></section>
<section><h2>What just arrived <span class="live" id="live" role="status" data-version="${house.version()}">connecting</span></h2>
<p class="quiet" id="nothing"${{ markup: loud.length === 0 ? '' : ' hidden' }}>Nothing yet. Change something in the house, and it shows here.</p>
<ol class="arrivals" id="arrivals" data-most="${maxMessages.all}">${loud.map(toMessageMarkup)}</ol>
<h3 class="quiet">Readings, as they come</h3>
<ol class="arrivals" id="readings" data-most="${maxMessages.readings}">${quiet.map(toMessageMarkup)}</ol></section></div>`);
}
