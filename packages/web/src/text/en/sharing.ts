import type { Right } from '@plenum/protocol/console';
import type { Texts } from '../formatter.ts';

/** What somebody may do, and the instant at which that ends, as it is written. */
interface Terms {
  readonly access: Right;
  readonly until: string | undefined;
}

const may = {
  view: 'view',
  control: 'view and control',
  manage: 'view, control and share',
} as const;

export const sharing = {
  title: ({ house }: { house: string }) => `Share ${house}`,
  share: 'Share',
  view: 'View',
  control: 'Control',
  manage: 'Manage',
  access: 'Access',
  ends: 'Ends (optional)',
  endsHint: 'In the time of this device. Leave it empty for access without an end.',
  guestsWhat: 'the guests',
  guests: 'Guests',
  open: 'Open invitations',
  nobody: 'Nobody else has access to this house.',
  you: ({ email }: { email: string }) => `${email} (you)`,
  may: ({ access, until }: Terms) => `May ${may[access]}${until === undefined ? '' : ` until ${until}`}.`,
  mayOnceAccepted: ({ access, until, expires }: Terms & { expires: string }) =>
    `May ${may[access]}${until === undefined ? '' : ` until ${until}`}, once accepted. The invitation expires on ${expires}.`,
  guestOf: ({ owner, access, until }: Terms & { owner: string }) =>
    `The house of ${owner}. You may ${may[access]} it${until === undefined ? '' : ` until ${until}`}.`,
  change: 'Change',
  save: 'Save',
  changeOf: ({ email }: { email: string }) => `Change ${email}`,
  remove: 'Remove',
  removeOf: ({ email }: { email: string }) => `Remove ${email}`,
  withdraw: 'Withdraw',
  withdrawOf: ({ email }: { email: string }) => `Withdraw ${email}`,
  inviteTitle: 'Invite somebody',
  invite: 'Invite',
  mailed: ({ email }: { email: string }) => `The invitation is on its way to ${email}.`,
  sendLink: ({ email }: { email: string }) =>
    `Send this link to ${email}. It works once, for seven days, and is shown only here:`,
  link: 'Link',
  linkWhat: 'the link',
  invitation: 'Invitation',
  offer: ({ owner, house, access, until }: Terms & { owner: string; house: string }) =>
    `${owner} lets you ${may[access]} ${house === '' ? 'a house' : `the house ${house}`}${until === undefined ? '' : ` until ${until}`}.`,
  accept: 'Accept',
  decline: 'Decline',
  visitorLead: 'You are invited to a house. Sign in, or create an account, to see the invitation.',
  viewOnly: 'You may view this house, but not control it.',
} satisfies Texts;
