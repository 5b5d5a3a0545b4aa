import { useState } from 'react';
import { ActionButton } from '../../design/action-button.tsx';
import { FormError } from '../../design/field/form-error.tsx';
import { t } from '../../text/text.ts';
import { useAccountContext, useCloudMutation } from '../account-context.tsx';
import { toHash } from '../frame/routes.ts';
import { SignInCard } from './sign-in-card.tsx';

/**
 * Verifies an e-mail address with the secret in the link that was sent to that address. The reader has to press a
 * button, because mail scanners follow links.
 */
export function VerifyEmailPage({ token }: { token: string }) {
  const { session } = useAccountContext();
  const [isDone, setDone] = useState(false);
  const { run, isBusy, refusal } = useCloudMutation('verifyEmail');
  const verify = async () => {
    if ((await run({ token })) === undefined) return;
    setDone(true);
    await session.refresh();
  };
  const other = <a href={toHash('account')}>{t('signIn.goToAccount')}</a>;
  if (isDone)
    return (
      <SignInCard title={t('signIn.confirmed')} other={other}>
        <p role="status">{t('signIn.confirmedHelp')}</p>
      </SignInCard>
    );
  return (
    <SignInCard title={t('signIn.confirmEmail')} other={other}>
      <FormError sentence={refusal?.sentence} />
      <ActionButton isBusy={isBusy} onPress={() => void verify()}>
        {t('common.confirm')}
      </ActionButton>
    </SignInCard>
  );
}
