import { cloudLimits } from '@plenum/protocol/cloud';
import { type FormEvent, useState } from 'react';
import { ActButton } from '../../design/act-button.tsx';
import { Problem } from '../../design/problem.tsx';
import { TextField } from '../../design/text-field.tsx';
import { Toggle } from '../../design/toggle.tsx';
import { useAccount, useChange, useContextOfAccount } from '../context.tsx';
import { Done } from '../frame/done.tsx';
import type { Account } from '../session/session.ts';

/** Changes the password; every other browser is signed out by it, and apps have to ask again unless they are kept. */
export const PasswordForm = () => {
  const { session } = useContextOfAccount();
  const { email } = useAccount();
  const [present, setPresent] = useState('');
  const [next, setNext] = useState('');
  const [keepApps, setKeepApps] = useState(false);
  const [isDone, setDone] = useState(false);
  const { run, isBusy, refusal } = useChange<Account>('/account/password');
  const isOfPresent = refusal?.code === 'password-wrong';
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setDone(false);
    const done = await run({ present, next, keepApps });
    if (done === undefined) return;
    session.become(done.value);
    setPresent('');
    setNext('');
    setDone(true);
  };
  return (
    <form className="form" onSubmit={submit} aria-label="Change the password">
      <input
        type="email"
        className="hidden"
        autoComplete="username"
        value={email}
        readOnly
        tabIndex={-1}
        aria-hidden
      />
      <TextField
        label="Present password"
        type="password"
        autoComplete="current-password"
        value={present}
        onChange={setPresent}
        isInvalid={isOfPresent}
        isRequired
      />
      <TextField
        label="New password"
        type="password"
        autoComplete="new-password"
        value={next}
        onChange={setNext}
        isInvalid={refusal !== undefined && !isOfPresent}
        hint={`At least ${cloudLimits.leastPassword} characters. Every other browser is signed out.`}
        isRequired
      />
      <div className="settings__choice">
        <Toggle label="Apps keep their access" isOn={keepApps} onChange={setKeepApps} />
        <p className="quiet small">
          Otherwise they have to ask you again: right where somebody else may know the password.
        </p>
      </div>
      <Problem sentence={refusal?.sentence} />
      <div className="settings__end">
        <ActButton isBusy={isBusy}>Change it</ActButton>
        <Done sentence={isDone ? 'Changed' : undefined} />
      </div>
    </form>
  );
};
