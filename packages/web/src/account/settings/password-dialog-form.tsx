import type { AnswerOf } from '@plenum/protocol/console';
import { type ReactNode, useState } from 'react';
import { TextField } from '../../design/field/text-field.tsx';
import { t } from '../../text/text.ts';
import { useCloudMutation } from '../account-context.tsx';
import { DialogForm } from '../frame/dialog-form.tsx';

/** The requests whose body is only the password. */
type PasswordRoute = 'beginPasskey' | 'beginCodes' | 'renewRecoveryCodes' | 'endCodes' | 'removeAccount';

interface PasswordDialogFormProps<Id extends PasswordRoute> {
  readonly route: Id;
  readonly cancelLabel?: string;
  readonly submitLabel: string;
  readonly isDestructive?: boolean;
  readonly onClose: () => void;
  readonly onDone: (answer: AnswerOf<Id>) => void;
  readonly children?: ReactNode;
}

/** A form in a dialog that asks for the password before it sends a change. */
export function PasswordDialogForm<Id extends PasswordRoute>(props: PasswordDialogFormProps<Id>) {
  const { route, children, onDone, ...rest } = props;
  const [password, setPassword] = useState('');
  const change = useCloudMutation<PasswordRoute>(route);
  return (
    <DialogForm
      {...rest}
      change={change}
      run={() => change.run({ password })}
      isDisabled={password === ''}
      onDone={(answer) => onDone(answer as AnswerOf<Id>)}
    >
      {children}
      <TextField
        label={t('common.password')}
        type="password"
        autoComplete="current-password"
        value={password}
        onChange={setPassword}
        isInvalid={change.refusal !== undefined}
        isRequired
        autoFocus
      />
    </DialogForm>
  );
}
