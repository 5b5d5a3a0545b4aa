import { passphraseLength } from '@plenum/protocol/extension';
import { type FormEvent, useState } from 'react';
import { ActionButton } from '../../design/action-button.tsx';
import { downloadBlob } from '../../design/download.ts';
import { FormError } from '../../design/field/form-error.tsx';
import { TextField } from '../../design/field/text-field.tsx';
import { t } from '../../text/text.ts';
import { useHouseContext } from '../house-context.tsx';
import { downloadBackup } from './backup-requests.ts';

/** Asks for a new passphrase twice, and downloads a backup that is encrypted with it. */
export function DownloadForm() {
  const { client, toasts } = useHouseContext();
  const [passphrase, setPassphrase] = useState('');
  const [repeated, setRepeated] = useState('');
  const [error, setError] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const { least } = passphraseLength;
  const download = async (event: FormEvent) => {
    event.preventDefault();
    if (passphrase.length < least) return setError(t('backup.tooShort', { least }));
    if (passphrase !== repeated) return setError(t('backup.notTheSame'));
    setError(undefined);
    setBusy(true);
    const made = await downloadBackup(client, passphrase);
    setBusy(false);
    if ('sentence' in made) return setError(made.sentence);
    downloadBlob(made.name, made.content);
    setPassphrase('');
    setRepeated('');
    toasts.showSuccess(t('design.downloaded', { name: made.name }));
  };
  return (
    <section className="backup__part card" aria-labelledby="backup-download">
      <h2 id="backup-download">{t('backup.download')}</h2>
      <p className="quiet">{t('backup.downloadHelp')}</p>
      <form className="backup__form" onSubmit={(event) => void download(event)}>
        <TextField
          label={t('backup.passphrase')}
          type="password"
          autoComplete="new-password"
          value={passphrase}
          onChange={setPassphrase}
          hint={t('backup.passphraseHelp', { least })}
        />
        <TextField
          label={t('backup.repeat')}
          type="password"
          autoComplete="new-password"
          value={repeated}
          onChange={setRepeated}
        />
        <FormError sentence={error} />
        <ActionButton isBusy={isBusy}>{t('backup.downloadButton')}</ActionButton>
      </form>
    </section>
  );
}
