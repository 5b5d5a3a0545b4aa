import { useState } from 'react';
import { ActionButton } from '../../design/action-button.tsx';
import { downloadFile } from '../../design/download.ts';
import { FormError } from '../../design/field/form-error.tsx';
import { t } from '../../text/text.ts';
import { useCloudMutation } from '../account-context.tsx';
import { SuccessMessage } from '../frame/success-message.tsx';

/** Downloads everything that the cloud keeps about the account, as a file. */
export function ExportAccount() {
  const { run, isBusy, refusal } = useCloudMutation('exportAccount');
  const [downloaded, setDownloaded] = useState<string>();
  const download = async () => {
    setDownloaded(undefined);
    const exported = await run();
    if (exported === undefined) return;
    const name = `plenum-account-${new Date(exported.value.exportedAt).toISOString().slice(0, 10)}.json`;
    downloadFile(name, JSON.stringify(exported.value, undefined, 2), 'application/json');
    setDownloaded(name);
  };
  return (
    <>
      <p className="quiet">{t('settings.exportHelp')}</p>
      <FormError sentence={refusal?.sentence} />
      <div className="settings__end">
        <ActionButton variant="secondary" isBusy={isBusy} onPress={() => void download()}>
          {t('settings.exportButton')}
        </ActionButton>
        <SuccessMessage sentence={downloaded && t('design.downloaded', { name: downloaded })} />
      </div>
    </>
  );
}
