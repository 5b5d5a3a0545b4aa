import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ActionButton } from '../../design/action-button.tsx';
import { FormError } from '../../design/field/form-error.tsx';
import { t } from '../../text/text.ts';
import { useAccountContext, useCloudMutation } from '../account-context.tsx';
import { navigate } from '../frame/routes.ts';
import { SignInPage } from '../sign-in/sign-in-page.tsx';
import { toOffer } from './invitation.ts';

/** The page of an invitation to another owner's house, opened by the link that the owner passed on. */
export function InvitationPage({ rest: [token = ''] }: { rest: readonly string[] }) {
  const { session } = useAccountContext();
  const accept = useCloudMutation('acceptInvitationLink');
  // An accepted invitation no longer exists, so it is not read again.
  const [isAccepting, setAccepting] = useState(false);
  const found = useQuery({
    queryKey: ['invitation', token],
    queryFn: () => session.post('findInvitation', { body: { token } }),
    enabled: !isAccepting,
  });
  const invitation = found.data?.ok ? found.data.value : undefined;
  const refusal = accept.refusal ?? (found.data?.ok === false ? found.data.refusal : undefined);
  return (
    <div className="page">
      <title>{`${t('sharing.invitation')} · Plenum`}</title>
      <h1 className="page__title">{t('sharing.invitation')}</h1>
      {invitation !== undefined && (
        <>
          <p>{toOffer(invitation)}</p>
          <ActionButton
            isBusy={accept.isBusy}
            onPress={async () => {
              setAccepting(true);
              if ((await accept.run({ token })) === undefined) setAccepting(false);
              else navigate('houses');
            }}
          >
            {t('sharing.accept')}
          </ActionButton>
        </>
      )}
      <FormError sentence={refusal?.sentence} />
    </div>
  );
}

/** The page of an invitation for a visitor, who signs in or signs up on it and then sees the invitation. */
export function VisitorInvitationPage() {
  const [how, setHow] = useState<'sign-in' | 'sign-up'>('sign-in');
  return <SignInPage how={how} lead={t('sharing.visitorLead')} onOther={setHow} />;
}
