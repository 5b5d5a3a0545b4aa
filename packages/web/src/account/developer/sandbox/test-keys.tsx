import { ActionButton } from '../../../design/action-button.tsx';
import { FormError } from '../../../design/field/form-error.tsx';
import { t } from '../../../text/text.ts';
import { useCloudMutation } from '../../account-context.tsx';
import type { App } from '../apps.ts';
import { CopyableText } from '../ui/copyable-text.tsx';
import { useSecretDialog } from '../ui/secret-dialog.tsx';

/** The test keys of an app: its test client id, and a button that creates them or replaces their secret. */
export function TestKeys({ app: { clientId, testClientId, confidential } }: { app: App }) {
  const make = useCloudMutation('makeTestKeys', { parameters: { clientId } });
  const [secretDialog, showSecret] = useSecretDialog();
  const press = async () => {
    const made = await make.run();
    if (made?.value.secret === undefined) return;
    const { secret } = made.value;
    showSecret({ title: t('sandbox.newSecret'), what: t('sandbox.theSecret'), secret });
  };
  return (
    <>
      {testClientId !== undefined && (
        <dl className="facts">
          <dt>{t('sandbox.testClientId')}</dt>
          <dd>
            <CopyableText text={testClientId} what={t('sandbox.theTestClientId')} />
          </dd>
        </dl>
      )}
      {(testClientId === undefined || confidential) && (
        <div className="actions">
          <ActionButton variant="secondary" isBusy={make.isBusy} onPress={() => void press()}>
            {testClientId === undefined ? t('sandbox.createKeys') : t('sandbox.replaceSecret')}
          </ActionButton>
        </div>
      )}
      <FormError sentence={make.refusal?.sentence} />
      {secretDialog}
    </>
  );
}
