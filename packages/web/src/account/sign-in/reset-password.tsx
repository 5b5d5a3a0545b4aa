import { cloudLimits } from '@plenum/protocol/cloud';
import { type FormEvent, useState } from 'react';
import { ActionButton } from '../../design/action-button.tsx';
import { FormError } from '../../design/form-error.tsx';
import { TextField } from '../../design/text-field.tsx';
import { useAccountContext, useCloudMutation } from '../context/account-context.tsx';
import { navigate, toHash } from '../frame/routes.ts';
import { SignInCard } from './sign-in-card.tsx';

/** Sets a new password with the secret of a link from an e-mail. */
export const ResetPasswordPage = ({ token }: { token: string }) => {
  const { session, toasts } = useAccountContext();
  const [password, setPassword] = useState('');
  const { run, isBusy, refusal } = useCloudMutation('resetPassword');
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if ((await run({ token, password })) === undefined) return;
    session.setAccount(undefined);
    toasts.showSuccess('Password changed. Sign in with the new one.');
    navigate('sign-in');
  };
  return (
    <SignInCard
      title="Choose a new password"
      lead="Every browser is signed out, and apps have to ask you again."
      other={<a href={toHash('lost-password')}>Send another link</a>}
    >
      <form className="form" onSubmit={submit} aria-label="Choose a new password">
        <TextField
          label="New password"
          type="password"
          autoComplete="new-password"
          value={password}
          onChange={setPassword}
          isInvalid={refusal?.code.startsWith('password') ?? false}
          hint={`At least ${cloudLimits.minPasswordLength} characters. A few words in a row are easy to remember.`}
          isRequired
        />
        <FormError sentence={refusal?.sentence} />
        <ActionButton isBusy={isBusy}>Change password</ActionButton>
      </form>
    </SignInCard>
  );
};
