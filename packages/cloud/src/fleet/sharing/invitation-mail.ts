import type { Right } from '@plenum/protocol/console';
import { toText, toTime } from '../../identity/account/mail/mail-content.ts';
import { createSecret, hashSecret } from '../../identity/account/secret.ts';
import type { Compose } from '../../identity/mail/sender.ts';
import type { Store } from '../../kernel/database/store.ts';
import { isStillOffered } from './guest.ts';
import { readMembers, setInvitationLink } from './member-store.ts';

/** Text for each right, to follow "lets you" in the e-mail. */
const rightWords: Readonly<Record<Right, string>> = {
  view: 'view',
  control: 'view and control',
  manage: 'view, control and share',
};

/** E-mail kind of an invitation. Its fact `memberId` identifies the invitation. */
export const invitationMail = 'invitation';

/**
 * Returns the web page that accepts an invitation. The secret is in the fragment, which browsers do not send to
 * servers.
 */
export const toInvitationLink = (publicUrl: string, token: string): string =>
  `${publicUrl}/#/invitation/${token}`;

interface InvitationMailDeps {
  readonly store: Store;
  readonly publicUrl: string;
  readonly now: () => number;
}

/**
 * Composes the e-mail of an invitation, unless the invitation was withdrawn or accepted. Each attempt creates a new
 * link. The e-mail does not contain the name of the house, because the inviter chooses it and could use it to send text
 * to anybody.
 */
export const createInvitationMail =
  ({ store, publicUrl, now }: InvitationMailDeps): Compose =>
  async ({ facts }) => {
    const { memberId: id } = JSON.parse(facts) as { memberId: string };
    const [member] = await readMembers(store.db, { id }, now());
    if (member?.expiresAt === undefined || !(await isStillOffered(store.db, member, now()))) return undefined;
    const token = createSecret();
    if (!(await setInvitationLink(store.db, id, hashSecret(token)))) return undefined;
    const { email: to, invitedBy, access, until, expiresAt } = member;
    const end = until === undefined ? '' : `, until ${toTime(until)}`;
    return {
      to,
      subject: `${invitedBy} shares a house with you`,
      text: toText(
        `${invitedBy} lets you ${rightWords[access]} a house at ${publicUrl}${end}. Open this link to accept. It is valid until ${toTime(expiresAt)} and works once:`,
        toInvitationLink(publicUrl, token),
        `If you do not know ${invitedBy}, ignore this e-mail: nothing happens unless you accept.`,
      ),
    };
  };
