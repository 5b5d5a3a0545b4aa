import type { RecordOf } from '@plenum/protocol/console';
import { ActionButton } from '../../design/action-button.tsx';
import { FormError } from '../../design/field/form-error.tsx';
import { t } from '../../text/text.ts';
import { useCloudMutation, useCloudQuery } from '../account-context.tsx';
import { toOffer } from './invitation.ts';
import './sharing.css';

type Invitation = RecordOf<'Invitation'>;

const InvitationCard = ({ invitation }: { invitation: Invitation }) => {
  const parameters = { memberId: invitation.id };
  const accept = useCloudMutation('acceptInvitation', { parameters });
  const decline = useCloudMutation('declineInvitation', { parameters });
  return (
    <li className="panel card">
      <h2>{t('sharing.invitation')}</h2>
      <p>{toOffer(invitation)}</p>
      <FormError sentence={(accept.refusal ?? decline.refusal)?.sentence} />
      <div className="sharing__actions">
        <ActionButton isBusy={accept.isBusy} onPress={() => void accept.run()}>
          {t('sharing.accept')}
        </ActionButton>
        <ActionButton variant="secondary" isBusy={decline.isBusy} onPress={() => void decline.run()}>
          {t('sharing.decline')}
        </ActionButton>
      </div>
    </li>
  );
};

/** Invitations to other people's houses that the account can accept without their links. */
export function Invitations() {
  const { data = [] } = useCloudQuery('invitations');
  if (data.length === 0) return null;
  return (
    <ul className="sharing__members">
      {data.map((each) => (
        <InvitationCard key={each.id} invitation={each} />
      ))}
    </ul>
  );
}
