import { instant, list, object, record, text, word } from '../field/make.ts';
import { rights } from './access.ts';
import { consoleRecords } from './records.ts';
import { get, post } from './route.ts';

const { Asking, Bridge, Invitation, Link, MadeInvitation, Member } = consoleRecords;
const bridge = '/console/bridges/{systemId}';
const house = '/console/houses/{systemId}';
const code = record('the code that the bridge shows', {
  code: text('the code, in upper or lower case, with or without a hyphen'),
});
const member = `${bridge}/members/{memberId}` as const;
/** The members of a body that grants access to a house. */
export const terms = {
  access: word('what they may do', rights),
  until: instant('when the access ends; if left out, it has no end'),
};
const termsRefusals = ['until-malformed', 'until-later-than-own'] as const;
const link = record('the token of an invitation link', { token: text('the secret at the end of the link') });
const noInvitation = ['no-such-invitation'] as const;
const accept = [...noInvitation, 'guest-already', 'too-many-houses'] as const;
const manage = ['no-such-bridge', 'access-missing'] as const;
const codeRefusals = ['code-unknown', 'code-expired', 'code-used', 'too-many-guesses'] as const;

/** Routes for bridges, their houses, and the apps that may use them. */
export const ownerRoutes = {
  bridges: get('/console/bridges', {
    summary: 'List the bridges that the account can see: its own, and those of houses where it is a guest.',
    answer: list('the bridges', Bridge),
  }),
  nameBridge: post(`${bridge}/name`, {
    summary: 'Rename a bridge for everyone who can see it.',
    body: record('the new name', { name: text('1 to 60 characters') }),
    refusals: [...manage, 'name-malformed'],
  }),
  releaseBridge: post(`${bridge}/release`, {
    summary: 'Release a bridge from the account of its owner.',
    refusals: manage,
  }),
  members: get(`${bridge}/members`, {
    summary: 'List the guests of a house and the people invited to it.',
    answer: list('guests and invitations', Member),
    refusals: manage,
  }),
  invite: post(`${bridge}/members`, {
    summary: 'Invite a person to a house.',
    body: record(
      'the person and their access',
      { email: text('an e-mail address'), ...terms },
      { optional: ['until'] },
    ),
    status: 201,
    answer: MadeInvitation,
    refusals: [
      ...manage,
      ...termsRefusals,
      'email-malformed',
      'email-reserved',
      'invited-already',
      'too-many-members',
      'too-many-invitations',
      'too-many-guesses',
    ],
  }),
  changeMember: post(member, {
    summary: 'Change what a guest may do, and until when.',
    body: record('the access and its end', terms, { optional: ['until'] }),
    refusals: [...manage, ...termsRefusals, 'no-such-member'],
  }),
  removeMember: post(`${member}/remove`, {
    summary: 'End the access of a guest, or withdraw an invitation.',
    refusals: [...manage, 'no-such-member'],
  }),
  leaveHouse: post(`${bridge}/leave`, {
    summary: 'Leave a house that belongs to another account.',
    refusals: ['no-such-bridge', 'owner-stays'],
  }),
  invitations: get('/console/invitations', {
    summary: 'List the invitations to the e-mail address of the account.',
    answer: list('the invitations', Invitation),
  }),
  acceptInvitation: post('/console/invitations/{memberId}/accept', {
    summary: 'Accept an invitation.',
    refusals: accept,
  }),
  declineInvitation: post('/console/invitations/{memberId}/decline', {
    summary: 'Decline an invitation.',
    refusals: noInvitation,
  }),
  findInvitation: post('/console/invitation-links/find', {
    summary: 'Find the invitation that a link belongs to.',
    body: link,
    answer: Invitation,
    refusals: noInvitation,
  }),
  acceptInvitationLink: post('/console/invitation-links/accept', {
    summary: 'Accept the invitation of a link, with any e-mail address.',
    body: link,
    refusals: accept,
  }),
  findPairing: post('/console/pairings/find', {
    summary: 'Find the bridge that shows a code.',
    body: code,
    answer: Asking,
    refusals: codeRefusals,
  }),
  allowPairing: post('/console/pairings/allow', {
    summary: 'Pair the bridge that shows a code with the account.',
    body: code,
    refusals: codeRefusals,
  }),
  refusePairing: post('/console/pairings/refuse', {
    summary: 'Refuse to pair the bridge that shows a code.',
    body: code,
    refusals: codeRefusals,
  }),
  houseEvents: get(`${house}/events`, {
    summary: 'Follow a house as it changes (server-sent events).',
    isStream: true,
    refusals: ['no-such-bridge', 'too-many-streams'],
  }),
  readHouse: get(`${house}/recorded`, {
    summary: 'Read the history, the energy or the explanations of a house from its bridge.',
    query: record('what to read', {
      path: text('the bridge’s path on the local network, such as /history'),
      query: text('its query, without the question mark'),
    }),
    answer: object('the answer of the bridge'),
    refusals: [
      'no-such-bridge',
      'access-missing',
      'too-many-reads',
      'bridge-cannot',
      'InvalidRequest',
      'Error',
    ],
  }),
  writeHouse: post(`${house}/recorded`, {
    summary:
      'Change settings of a house that are not commands: its tariff, single dates of favourites, groups of rooms, its time zone.',
    body: record('what to change', {
      path: text('the bridge’s path on the local network, such as /energy/tariff'),
      body: object('the body to post to that path'),
    }),
    refusals: [...manage, 'too-many-commands', 'bridge-cannot', 'InvalidRequest', 'Error'],
  }),
  commandHouse: post(`${house}/control`, {
    summary: 'Send one command of interface 4.4 to a house.',
    body: object('the command'),
    refusals: [...manage, 'too-many-commands', 'InvalidRequest', 'UserNotAllowed', 'Error'],
  }),
  links: get('/console/links', {
    summary: 'List the apps that have access to the account’s houses.',
    answer: list('the apps', Link),
  }),
  unlink: post('/console/links/{clientId}/remove', {
    summary: 'Remove the access of an app.',
    refusals: ['no-such-app'],
  }),
} as const;
