import { useState } from 'react';
import { ActionButton } from '../../design/action-button.tsx';
import { FormError } from '../../design/form-error.tsx';
import { useAccountContext, useCloudMutation } from '../context/account-context.tsx';
import { toHash } from '../frame/routes.ts';
import { SignInCard } from './sign-in-card.tsx';

/**
 * Verifies an e-mail address with the secret of a link that was sent to it, at the press of a button: programs that check
 * mail follow links.
 */
export const VerifyEmailPage = ({ token }: { token: string }) => {
  const { session } = useAccountContext();
  const [isDone, setDone] = useState(false);
  const { run, isBusy, refusal } = useCloudMutation('verifyEmail');
  const verify = async () => {
    if ((await run({ token })) === undefined) return;
    setDone(true);
    await session.refresh();
  };
  const other = <a href={toHash('account')}>Go to your account</a>;
  if (isDone)
    return (
      <SignInCard title="Address confirmed" other={other}>
        <p role="status">Thank you. Lost passwords and security notices reach you at this address.</p>
      </SignInCard>
    );
  return (
    <SignInCard title="Confirm your e-mail address" other={other}>
      <FormError sentence={refusal?.sentence} />
      <ActionButton isBusy={isBusy} onPress={() => void verify()}>
        Confirm
      </ActionButton>
    </SignInCard>
  );
};
