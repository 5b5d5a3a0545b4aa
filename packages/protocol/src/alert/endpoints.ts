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

const chosen = open('What a browser chose.', {
  choices: orNull({ ...alertChoices, description: 'its choices; null if it is not notified' }),
});
const ofBrowser = { body: alertSubscriptionRef, check: checkAlertSubscriptionRef };

/**
 * Endpoints for push notifications about alerts. A browser identifies its subscription by an address that only the
 * browser and its push service know.
 */
export const alertEndpoints = {
  readAlerts: get('/alerts', {
    summary: 'Read the key with which browsers subscribe to notifications by Web Push (RFC 8030).',
    answer: open('The key of the server.', {
      publicKey: text('an uncompressed point of P-256 in base64url (RFC 8292)'),
    }),
    example: {
      publicKey: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    },
    refusals: ['not-stored'],
  }),
  saveAlerts: post('/alerts/save', {
    summary: 'Notify a browser, or let it choose anew.',
    body: alertSubscription,
    check: checkAlertSubscription,
    refusals: ['not-stored'],
  }),
  readAlertChoices: post('/alerts/read', {
    summary: 'Read what a browser chose.',
    ...ofBrowser,
    answer: chosen,
    example: { choices: null },
  }),
  renewAlerts: post('/alerts/renew', {
    summary: 'Confirm that a browser is notified, in the present words of its reader.',
    description: 'One that is not notified stays so.',
    body: alertRenewal,
    check: checkAlertRenewal,
    answer: chosen,
    example: { choices: null },
    refusals: ['not-stored'],
  }),
  endAlerts: post('/alerts/end', {
    summary: 'Notify a browser no more.',
    description: 'Also answers `OK` if it was not notified.',
    ...ofBrowser,
    refusals: ['not-stored'],
  }),
  testAlerts: post('/alerts/test', {
    summary: 'Send a test notification to a browser.',
    ...ofBrowser,
    refusals: ['not-available', 'not-stored'],
  }),
} as const;

/** The answer of `GET /alerts`. */
export type AlertsAnswer = AnswerOf<typeof alertEndpoints.readAlerts>;

/** The choices of a browser; null if it is not notified. */
export type AlertsChosen = AnswerOf<typeof alertEndpoints.readAlertChoices>;
