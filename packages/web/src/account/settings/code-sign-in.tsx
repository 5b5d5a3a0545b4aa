import { useState } from 'react';
import { Button } from 'react-aria-components';
import { Dialog } from '../../design/overlay/dialog.tsx';
import { formatDate } from '../../reading/time/ago.ts';
import { t } from '../../text/text.ts';
import { useAccountContext, useCloudQuery } from '../account-context.tsx';
import { type Authenticator, ConfirmCodes, RecoveryCodes } from './code-set-up.tsx';
import { PasswordDialogForm } from './password-dialog-form.tsx';

type Step =
  | { readonly is: 'begin' | 'renew' | 'end' }
  | { readonly is: 'confirm'; readonly authenticator: Authenticator }
  | { readonly is: 'shown'; readonly recoveryCodes: readonly string[] };

const titles = {
  begin: 'settings.setUpTitle',
  confirm: 'settings.setUpTitle',
  renew: 'settings.newCodes',
  end: 'settings.removeTitle',
  shown: 'settings.yourCodes',
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
        submitLabel={t('common.continue')}
        onClose={onClose}
        onDone={(authenticator) => go({ is: 'confirm', authenticator })}
      />
    );
  if (step.is === 'renew')
    return (
      <PasswordDialogForm
        route="renewRecoveryCodes"
        submitLabel={t('settings.showNewCodes')}
        onClose={onClose}
        onDone={show}
      >
        <p>{t('settings.oldCodesStop')}</p>
      </PasswordDialogForm>
    );
  return (
    <PasswordDialogForm
      route="endCodes"
      submitLabel={t('common.remove')}
      isDestructive
      onClose={onClose}
      onDone={() => {
        onClose();
        toasts.showSuccess(t('settings.passwordAlone'));
      }}
    />
  );
};

/** Shows whether sign-in requires a code from an authenticator app, and lets the user change that. */
export function CodeSignIn() {
  const { data } = useCloudQuery('signInMethods');
  const [step, setStep] = useState<Step>();
  const close = () => setStep(undefined);
  const codes = data?.codes;
  return (
    <>
      {codes === undefined ? (
        <p className="quiet">{t('settings.authenticatorHelp')}</p>
      ) : (
        <p>{t('settings.setUpSince', { since: formatDate(codes.since), left: codes.recoveryCodes })}</p>
      )}
      {data !== undefined && (
        <div className="settings__end">
          {codes === undefined ? (
            <Button className="button" onPress={() => setStep({ is: 'begin' })}>
              {t('settings.setUp')}
            </Button>
          ) : (
            <>
              <Button className="button" onPress={() => setStep({ is: 'renew' })}>
                {t('settings.newCodesMore')}
              </Button>
              <Button className="button" onPress={() => setStep({ is: 'end' })}>
                {t('settings.removeMore')}
              </Button>
            </>
          )}
        </div>
      )}
      <Dialog
        title={step === undefined ? '' : t(titles[step.is])}
        isOpen={step !== undefined}
        // Codes are shown only once, so neither the Escape key nor a click outside closes the dialog.
        {...(step?.is !== 'shown' && { onClose: close })}
      >
        {step !== undefined && <Steps key={step.is} step={step} go={setStep} onClose={close} />}
      </Dialog>
    </>
  );
}
