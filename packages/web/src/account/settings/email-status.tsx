import { useState } from 'react';
import { ActionButton } from '../../design/action-button.tsx';
import { FormError } from '../../design/field/form-error.tsx';
import { t } from '../../text/text.ts';
import { useAccount, useCloudMutation } from '../context/account-context.tsx';
import { SuccessMessage } from '../frame/success-message.tsx';

/** Shows whether the e-mail address is confirmed, with a button to send another link if it is not. */
export function EmailStatus() {
  const { emailVerified } = useAccount();
  const [isSent, setSent] = useState(false);
  const { run, isBusy, refusal } = useCloudMutation('requestVerification');
  if (emailVerified) return <>{t('settings.emailConfirmed')}</>;
  const send = async () => setSent((await run()) !== undefined);
  return (
    <>
      <p>{t('settings.emailUnconfirmed')}</p>
      <FormError sentence={refusal?.sentence} />
      <div className="settings__end">
        <ActionButton variant="small" isBusy={isBusy} onPress={() => void send()}>
          {t('signIn.anotherLink')}
        </ActionButton>
        <SuccessMessage sentence={isSent ? t('settings.sent') : undefined} />
      </div>
    </>
  );
}
