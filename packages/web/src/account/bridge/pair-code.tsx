import { type FormEvent, useState } from 'react';
import { ActionButton } from '../../design/action-button.tsx';
import { FormError } from '../../design/form-error.tsx';
import { TextField } from '../../design/text-field.tsx';
import { useCloudMutation } from '../context/account-context.tsx';
import { isComplete, type PairingRequest, toCode } from './pairing.ts';

interface PairCodeProps {
  readonly given: string | undefined;
  readonly onFound: (request: PairingRequest) => void;
}

/** A form for the code that a bridge shows. */
export const PairCode = ({ given = '', onFound }: PairCodeProps) => {
  const [code, setCode] = useState(toCode(given));
  const { run, isBusy, refusal, clear } = useCloudMutation('findPairing');
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const found = await run({ code });
    if (found !== undefined) onFound(found.value);
  };
  return (
    <form className="form" onSubmit={submit}>
      <p className="quiet">Your bridge shows a code in the terminal where it was started, and in its log.</p>
      <TextField
        label="Code"
        className="pair__code"
        value={code}
        onChange={(typed) => {
          clear();
          setCode(toCode(typed));
        }}
        isInvalid={refusal !== undefined}
        hint="Eight letters, valid for ten minutes."
        autoFocus
      />
      <FormError sentence={refusal?.sentence} />
      <div className="dialog__choices">
        <ActionButton isBusy={isBusy} isDisabled={!isComplete(code)}>
          Continue
        </ActionButton>
      </div>
    </form>
  );
};
