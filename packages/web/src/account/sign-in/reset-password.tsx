import { cloudLimits } from '@plenum/protocol/cloud';
import { type FormEvent, useState } from 'react';
import { ActionButton } from '../../design/action-button.tsx';
import { FormError } from '../../design/field/form-error.tsx';
import { TextField } from '../../design/field/text-field.tsx';
import { t } from '../../text/text.ts';
import { useAccountContext, useCloudMutation } from '../account-context.tsx';
import { navigate, toHash } from '../frame/routes.ts';
import { SignInCard } from './sign-in-card.tsx';

/** Sets a new password with the secret from an e-mailed link. */
export function ResetPasswordPage({ token }: { token: string }) {
  const { session, toasts } = useAccountContext();
  const [password, setPassword] = useState('');
  const { run, isBusy, refusal } = useCloudMutation('resetPassword');
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if ((await run({ token, password })) === undefined) return;
    session.setAccount(undefined);
    toasts.showSuccess(t('signIn.changed'));
    navigate('sign-in');
  };
  return (
    <SignInCard
      title={t('signIn.choosePassword')}
      lead={t('signIn.choosePasswordLead')}
      other={<a href={toHash('lost-password')}>{t('signIn.anotherLink')}</a>}
    >
      <form className="form" onSubmit={submit} aria-label={t('signIn.choosePassword')}>
        <TextField
          label={t('common.newPassword')}
          type="password"
          autoComplete="new-password"
          value={password}
          onChange={setPassword}
          isInvalid={refusal?.code.startsWith('password') ?? false}
          hint={t('common.passwordHint', { length: cloudLimits.minPasswordLength })}
          isRequired
        />
        <FormError sentence={refusal?.sentence} />
        <ActionButton isBusy={isBusy}>{t('signIn.changePassword')}</ActionButton>
      </form>
    </SignInCard>
  );
}
