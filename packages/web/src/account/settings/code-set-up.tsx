import type { AnswerOf } from '@plenum/protocol/console';
import { useState } from 'react';
import { Button } from 'react-aria-components';
import { TextField } from '../../design/field/text-field.tsx';
import { QrCode } from '../../design/qr-code.tsx';
import { Rich } from '../../text/rich.tsx';
import { t } from '../../text/text.ts';
import { useCloudMutation } from '../account-context.tsx';
import { DialogForm } from '../frame/dialog-form.tsx';

export type Authenticator = AnswerOf<'beginCodes'>;

interface ConfirmCodesProps {
  readonly authenticator: Authenticator;
  readonly onClose: () => void;
  readonly onDone: (answer: AnswerOf<'confirmCodes'>) => void;
}

/** Shows the secret for an authenticator app, and asks for its first code. */
export function ConfirmCodes({ authenticator: { secret, uri }, onClose, onDone }: ConfirmCodesProps) {
  const [code, setCode] = useState('');
  const change = useCloudMutation('confirmCodes');
  return (
    <DialogForm
      change={change}
      run={() => change.run({ code })}
      submitLabel={t('common.confirm')}
      isDisabled={code === ''}
      onClose={onClose}
      onDone={onDone}
    >
      <p>{t('settings.scan')}</p>
      <QrCode text={uri} label={t('settings.qrCode')} />
      <p>
        <Rich
          text={t('settings.key', { key: secret.replace(/(.{4})(?=.)/g, '$1 ') })}
          parts={{ code: (content) => <code className="settings__key">{content}</code> }}
        />
      </p>
      <TextField
        label={t('common.code')}
        autoComplete="one-time-code"
        value={code}
        onChange={setCode}
        isInvalid={change.refusal !== undefined}
        maxLength={10}
        isRequired
        autoFocus
      />
    </DialogForm>
  );
}

/** Shows recovery codes, once. */
export const RecoveryCodes = ({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) => (
  <div className="form">
    <p>{t('settings.recoveryHelp')}</p>
    <ul className="settings__codes">
      {codes.map((code) => (
        <li key={code}>
          <code>{code}</code>
        </li>
      ))}
    </ul>
    <div className="dialog__choices">
      <Button className="button button--main" onPress={onClose}>
        {t('settings.kept')}
      </Button>
    </div>
  </div>
);
