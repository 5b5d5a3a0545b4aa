import { endpointsCountedAs } from '../endpoint/bridge-endpoint.ts';
import type { AnswerOf } from '../endpoint/endpoint.ts';
import { open, orNull } from '../endpoint/shape.ts';
import { text } from '../field/make.ts';
import {
  alertChoices,
  alertRenewal,
  alertSubscription,
  alertSubscriptionRef,
  checkAlertRenewal,
  checkAlertSubscription,
  checkAlertSubscriptionRef,
} from './choices.ts';

const { get, post } = endpointsCountedAs('alerts');

const chosen = open('The choices of a browser.', {
  choices: orNull({ ...alertChoices, description: 'the choices; null if the browser is not notified' }),
});
const ofBrowser = { body: alertSubscriptionRef, check: checkAlertSubscriptionRef };

/**
 * Endpoints for push notifications about alerts. A browser identifies its subscription by an address that only the
 * browser and its push service know.
 */
export const alertEndpoints = {
  readAlerts: get('/alerts', {
    summary: 'Read the key that browsers need to subscribe to push notifications (RFC 8030).',
    answer: open('The key of the server.', {
      publicKey: text('an uncompressed P-256 point in base64url (RFC 8292)'),
    }),
    example: {
      publicKey: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    },
    refusals: ['not-stored'],
  }),
  saveAlerts: post('/alerts/save', {
    summary: 'Send push notifications to a browser, or change its choices.',
    body: alertSubscription,
    check: checkAlertSubscription,
    refusals: ['not-stored'],
  }),
  readAlertChoices: post('/alerts/read', {
    summary: 'Read the choices of a browser.',
    ...ofBrowser,
    answer: chosen,
    example: { choices: null },
  }),
  renewAlerts: post('/alerts/renew', {
    summary: 'Confirm the push notifications of a browser, and update its language and scale.',
    description: 'A browser without push notifications stays without them.',
    body: alertRenewal,
    check: checkAlertRenewal,
    answer: chosen,
    example: { choices: null },
    refusals: ['not-stored'],
  }),
  endAlerts: post('/alerts/end', {
    summary: 'Stop push notifications to a browser.',
    description: 'Also answers `OK` if the browser was not notified.',
    ...ofBrowser,
    refusals: ['not-stored'],
  }),
  testAlerts: post('/alerts/test', {
    summary: 'Send a test push notification to a browser.',
    ...ofBrowser,
    refusals: ['not-available', 'not-stored'],
  }),
} as const;

/** The response of `GET /alerts`. */
export type AlertsAnswer = AnswerOf<typeof alertEndpoints.readAlerts>;

/** The choices of a browser; null if it is not subscribed. */
export type AlertsChosen = AnswerOf<typeof alertEndpoints.readAlertChoices>;
