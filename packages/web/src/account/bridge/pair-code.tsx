import { type FormEvent, useState } from 'react';
import { ActButton } from '../../design/act-button.tsx';
import { Problem } from '../../design/problem.tsx';
import { TextField } from '../../design/text-field.tsx';
import { useChange } from '../context.tsx';
import { type Asking, isWhole, toCode } from './pairing.ts';

interface PairCodeProps {
  readonly given: string | undefined;
  readonly onFound: (asking: Asking) => void;
}

/** Takes the code a bridge shows. */
export const PairCode = ({ given = '', onFound }: PairCodeProps) => {
  const [code, setCode] = useState(toCode(given));
  const { run, isBusy, refusal, clear } = useChange<Asking>('/console/pairings/find');
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const found = await run({ code });
    if (found !== undefined) onFound(found.value);
  };
  return (
    <form className="form" onSubmit={submit}>
      <p className="quiet">Your bridge shows a code where it was started, and in its log.</p>
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
      <Problem sentence={refusal?.sentence} />
      <div className="dialog__choices">
        <ActButton isBusy={isBusy} isDisabled={!isWhole(code)}>
          Look for it
        </ActButton>
      </div>
    </form>
  );
};
