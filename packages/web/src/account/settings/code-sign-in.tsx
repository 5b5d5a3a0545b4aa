import { useState } from 'react';
import { Button } from 'react-aria-components';
import { Dialog } from '../../design/dialog.tsx';
import { formatDate } from '../../reading/ago.ts';
import { useAccountContext, useCloudQuery } from '../context/account-context.tsx';
import { type Authenticator, ConfirmCodes, RecoveryCodes } from './code-set-up.tsx';
import { PasswordDialogForm } from './password-dialog-form.tsx';

type Step =
  | { readonly is: 'begin' | 'renew' | 'end' }
  | { readonly is: 'confirm'; readonly authenticator: Authenticator }
  | { readonly is: 'shown'; readonly recoveryCodes: readonly string[] };

const titles = {
  begin: 'Set up an authenticator app',
  confirm: 'Set up an authenticator app',
  renew: 'New recovery codes',
  end: 'Remove the authenticator app?',
  shown: 'Your recovery codes',
} as const;

const Steps = ({ step, go, onClose }: { step: Step; go: (step: Step) => void; onClose: () => void }) => {
  const { toasts } = useAccountContext();
  const show = ({ recoveryCodes }: { readonly recoveryCodes: readonly string[] }) =>
    go({ is: 'shown', recoveryCodes });
  if (step.is === 'confirm')
    return <ConfirmCodes authenticator={step.authenticator} onClose={onClose} onDone={show} />;
  if (step.is === 'shown') return <RecoveryCodes codes={step.recoveryCodes} onClose={onClose} />;
  if (step.is === 'begin')
    return (
      <PasswordDialogForm
        route="beginCodes"
        submitLabel="Continue"
        onClose={onClose}
        onDone={(authenticator) => go({ is: 'confirm', authenticator })}
      />
    );
  if (step.is === 'renew')
    return (
      <PasswordDialogForm
        route="renewRecoveryCodes"
        submitLabel="Show new codes"
        onClose={onClose}
        onDone={show}
      >
        <p>The codes you have now stop working.</p>
      </PasswordDialogForm>
    );
  return (
    <PasswordDialogForm
      route="endCodes"
      submitLabel="Remove"
      isDestructive
      onClose={onClose}
      onDone={() => {
        onClose();
        toasts.showSuccess('The password alone signs in again.');
      }}
    />
  );
};

/** Whether signing in needs a code of an authenticator app, and how to change that. */
export const CodeSignIn = () => {
  const { data } = useCloudQuery('signInMethods');
  const [step, setStep] = useState<Step>();
  const close = () => setStep(undefined);
  const codes = data?.codes;
  return (
    <>
      {codes === undefined ? (
        <p className="quiet">
          With an authenticator app, signing in needs a code that only your phone shows, besides the password.
        </p>
      ) : (
        <p>
          Set up on {formatDate(codes.since)}. {codes.recoveryCodes} of 10 recovery codes left.
        </p>
      )}
      {data !== undefined && (
        <div className="settings__end">
          {codes === undefined ? (
            <Button className="button" onPress={() => setStep({ is: 'begin' })}>
              Set up an authenticator app …
            </Button>
          ) : (
            <>
              <Button className="button" onPress={() => setStep({ is: 'renew' })}>
                New recovery codes …
              </Button>
              <Button className="button" onPress={() => setStep({ is: 'end' })}>
                Remove the authenticator app …
              </Button>
            </>
          )}
        </div>
      )}
      <Dialog title={step === undefined ? '' : titles[step.is]} isOpen={step !== undefined} onClose={close}>
        {step !== undefined && <Steps key={step.is} step={step} go={setStep} onClose={close} />}
      </Dialog>
    </>
  );
};
