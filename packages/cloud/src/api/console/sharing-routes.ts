import { isRefused, type RecordOf } from '@plenum/protocol/console';
import type { FastifyPluginAsync } from 'fastify';
import { toInvitationLink } from '../../fleet/sharing/invitation-mail.ts';
import type { HouseMember } from '../../fleet/sharing/member-store.ts';
import type { Sharing } from '../../fleet/sharing/sharing.ts';
import type { BindRoute } from './bind-route.ts';

export interface SharingRoutesDeps {
  readonly bind: BindRoute;
  readonly sharing: Sharing;
  readonly publicUrl: string;
}

/** Converts a guest or an invitation to the form in which an account sees it. */
export function toMember(member: HouseMember, accountId: string): RecordOf<'Member'> {
  const { id, email, access, until, invitedBy, invitedAt, acceptedAt, expiresAt } = member;
  const isSelf = member.accountId === accountId;
  return { id, email, access, until, invitedBy, invitedAt, acceptedAt, expiresAt, isSelf };
}

/** Converts an invitation to the form in which the invited person sees it. */
export function toInvitation(member: HouseMember): RecordOf<'Invitation'> {
  const { id, name, owner, invitedBy, access, until, expiresAt } = member;
  return { id, name, owner, invitedBy, access, until, expiresAt: expiresAt! };
}

/** Creates the routes with which the owner of a house, and guests with the right to manage, change its guests. */
const createHostRoutes =
  ({ bind, sharing, publicUrl }: SharingRoutesDeps): FastifyPluginAsync =>
  async (app) => {
    bind(app, 'members', async ({ accountId, parameters: { systemId } }) => {
      const members = await sharing.list({ accountId, systemId });
      return isRefused(members) ? members : members.map((member) => toMember(member, accountId));
    });
    bind(app, 'invite', async ({ accountId, address, parameters: { systemId }, body }) => {
      const made = await sharing.invite({ accountId, address, systemId }, body);
      if (isRefused(made)) return made;
      const { member, token } = made;
      return { member: toMember(member, accountId), link: token && toInvitationLink(publicUrl, token) };
    });
    bind(app, 'changeMember', async ({ accountId, address, parameters, body }) => {
      const { systemId, memberId } = parameters;
      return sharing.change({ accountId, address, systemId }, memberId, body);
    });
    bind(app, 'removeMember', ({ accountId, address, parameters: { systemId, memberId } }) =>
      sharing.remove({ accountId, address, systemId }, memberId),
    );
  };

/** Creates the routes for houses that other accounts share with a guest or an invited person. */
const createGuestRoutes =
  ({ bind, sharing }: SharingRoutesDeps): FastifyPluginAsync =>
  async (app) => {
    bind(app, 'leaveHouse', ({ accountId, address, parameters: { systemId } }) =>
      sharing.leave({ accountId, address, systemId }),
    );
    bind(app, 'invitations', async ({ session: { account } }) =>
      (await sharing.listInvitations(account)).map(toInvitation),
    );
    bind(app, 'acceptInvitation', ({ session: { account }, address, parameters }) =>
      sharing.accept({ account, address }, parameters),
    );
    bind(app, 'declineInvitation', ({ session: { account }, address, parameters: { memberId } }) =>
      sharing.decline({ account, address }, memberId),
    );
    bind(app, 'findInvitation', async ({ session: { account }, body }) => {
      const found = await sharing.find(account, body);
      return isRefused(found) ? found : toInvitation(found);
    });
    bind(app, 'acceptInvitationLink', ({ session: { account }, address, body }) =>
      sharing.accept({ account, address }, body),
    );
  };

export const createSharingRoutes =
  (deps: SharingRoutesDeps): FastifyPluginAsync =>
  async (app) => {
    await app.register(createHostRoutes(deps));
    await app.register(createGuestRoutes(deps));
  };
