import { useState } from 'react';
import { Button } from 'react-aria-components';
import { Dialog } from '../../design/dialog.tsx';
import { TextField } from '../../design/text-field.tsx';
import { useChange, useContextOfAccount } from '../context.tsx';
import { AskForm } from '../frame/ask-form.tsx';
import { Means } from '../frame/means.tsx';

const means = [
  'Your houses are released: they go on by themselves, and belong to whoever pairs them next.',
  'Apps you allowed lose their access, and apps you made stop working for everybody.',
  'Nothing of it is kept, and nobody can bring it back.',
];

const RemoveForm = ({ onClose }: { onClose: () => void }) => {
  const { session, notices } = useContextOfAccount();
  const [password, setPassword] = useState('');
  const change = useChange('/account/remove');
  return (
    <AskForm
      change={change}
      body={{ password }}
      keep="Keep the account"
      does="Delete it for good"
      isGrave
      isDisabled={password === ''}
      onClose={onClose}
      onDone={() => {
        session.become(undefined);
        notices.confirm('The account is deleted, with everything that was in it.');
      }}
    >
      <Means sentences={means} />
      <TextField
        label="Password"
        type="password"
        autoComplete="current-password"
        value={password}
        onChange={setPassword}
        isInvalid={change.refusal !== undefined}
        isRequired
        autoFocus
      />
    </AskForm>
  );
};

/** The end of an account, behind a question and its password. */
export const RemoveAccount = () => {
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <p className="quiet">
        Your houses and apps go with it. You are asked once more before anything happens.
      </p>
      <div>
        <Button className="button" onPress={() => setAsking(true)}>
          Delete the account …
        </Button>
      </div>
      <Dialog title="Delete this account?" isOpen={isAsking} onClose={() => setAsking(false)}>
        <RemoveForm onClose={() => setAsking(false)} />
      </Dialog>
    </>
  );
};
