import { type FormEvent, useState } from 'react';
import { ActionButton } from '../../design/action-button.tsx';
import { FormError } from '../../design/field/form-error.tsx';
import { TextField } from '../../design/field/text-field.tsx';
import { t } from '../../text/text.ts';
import { useCloudMutation } from '../account-context.tsx';
import { isComplete, type PairingRequest, toCode } from './pairing.ts';

interface PairCodeProps {
  readonly given: string | undefined;
  readonly onFound: (request: PairingRequest) => void;
}

/** A form for the pairing code that a bridge shows. */
export function PairCode({ given = '', onFound }: PairCodeProps) {
  const [code, setCode] = useState(toCode(given));
  const { run, isBusy, refusal, clear } = useCloudMutation('findPairing');
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const found = await run({ code });
    if (found !== undefined) onFound(found.value);
  };
  return (
    <form className="form" onSubmit={submit}>
      <p className="quiet">{t('bridge.codeWhere')}</p>
      <TextField
        label={t('common.code')}
        className="pair__code"
        value={code}
        onChange={(typed) => {
          clear();
          setCode(toCode(typed));
        }}
        isInvalid={refusal !== undefined}
        hint={t('bridge.codeHint')}
        autoFocus
      />
      <FormError sentence={refusal?.sentence} />
      <div className="dialog__choices">
        <ActionButton isBusy={isBusy} isDisabled={!isComplete(code)}>
          {t('common.continue')}
        </ActionButton>
      </div>
    </form>
  );
}
