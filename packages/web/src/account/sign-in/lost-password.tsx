import { type FormEvent, useState } from 'react';
import { ActionButton } from '../../design/action-button.tsx';
import { FormError } from '../../design/form-error.tsx';
import { TextField } from '../../design/text-field.tsx';
import { useCloudMutation } from '../context/account-context.tsx';
import { toHash } from '../frame/routes.ts';
import { SignInCard } from './sign-in-card.tsx';

/** Asks for the e-mail address that a link to choose a new password is sent to. */
export const LostPasswordPage = () => {
  const [email, setEmail] = useState('');
  const [sentTo, setSentTo] = useState<string>();
  const { run, isBusy, refusal } = useCloudMutation('requestPasswordReset');
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const address = email.trim();
    if ((await run({ email: address })) !== undefined) setSentTo(address);
  };
  const other = <a href={toHash('sign-in')}>Back to sign in</a>;
  if (sentTo !== undefined)
    return (
      <SignInCard title="Look into your mailbox" other={other}>
        <p role="status">
          If {sentTo} has an account here, an e-mail with a link is on its way. The link is valid for 30
          minutes.
        </p>
      </SignInCard>
    );
  return (
    <SignInCard title="Lost password" lead="We send you a link to choose a new one." other={other}>
      <form className="form" onSubmit={submit} noValidate aria-label="Lost password">
        <TextField
          label="E-mail address"
          type="email"
          autoComplete="username"
          value={email}
          onChange={setEmail}
          isInvalid={refusal?.code === 'email-malformed'}
          isRequired
        />
        <FormError sentence={refusal?.sentence} />
        <ActionButton isBusy={isBusy}>Send the link</ActionButton>
      </form>
    </SignInCard>
  );
};
