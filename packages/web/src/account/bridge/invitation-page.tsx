import { useQuery } from '@tanstack/react-query';
import { ActionButton } from '../../design/action-button.tsx';
import { FormError } from '../../design/form-error.tsx';
import { formatDate } from '../../reading/ago.ts';
import { useAccountContext, useCloudMutation } from '../context/account-context.tsx';
import { navigate } from '../frame/routes.ts';
import { accessWords } from './bridge.ts';

/** The page of an invitation to the house of somebody else, at the link that its owner passed on. */
export const InvitationPage = ({ rest: [token = ''] }: { rest: readonly string[] }) => {
  const { session } = useAccountContext();
  const accept = useCloudMutation('acceptInvitationLink');
  const found = useQuery({
    queryKey: ['invitation', token],
    queryFn: () => session.post('findInvitation', { body: { token } }),
  });
  const invitation = found.data?.ok ? found.data.value : undefined;
  const refusal = accept.refusal ?? (found.data?.ok === false ? found.data.refusal : undefined);
  return (
    <div className="page">
      <title>Invitation · Plenum</title>
      <h1 className="page__title">Invitation</h1>
      {invitation !== undefined && (
        <>
          <p>
            {invitation.owner} lets you {accessWords[invitation.access]} the house {invitation.name}
            {invitation.until !== undefined && `, until ${formatDate(invitation.until)}`}.
          </p>
          <ActionButton
            isBusy={accept.isBusy}
            onPress={async () => {
              if ((await accept.run({ token })) !== undefined) navigate('houses');
            }}
          >
            Accept
          </ActionButton>
        </>
      )}
      <FormError sentence={refusal?.sentence} />
    </div>
  );
};
