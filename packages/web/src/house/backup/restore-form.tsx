import type { BackupChanges, BackupsAnswer } from '@plenum/protocol/extension';
import { type FormEvent, useState } from 'react';
import { Button } from 'react-aria-components';
import { ActionButton } from '../../design/action-button.tsx';
import { FormError } from '../../design/field/form-error.tsx';
import { TextField } from '../../design/field/text-field.tsx';
import { Icon } from '../../design/icon.tsx';
import { Dialog } from '../../design/overlay/dialog.tsx';
import { ValueList } from '../../design/value-list.tsx';
import { formatInstant } from '../../reading/time/clock.ts';
import { locale, t } from '../../text/text.ts';
import { useHouseContext, useTimeZone } from '../house-context.tsx';
import { openBackup, restart } from './backup-requests.ts';

interface RestartProps {
  readonly backups: BackupsAnswer;
  /** Called when the bridge answers again. */
  readonly onRestarted: () => void;
}

/** Restarts the bridge with other data; returns the error, and a function that begins. */
const useRestart = ({ backups, onRestarted }: RestartProps) => {
  const { client, toasts } = useHouseContext();
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const begin = async (path: '/backup/restore' | '/backup/undo', body: object, done: string) => {
    setBusy(true);
    setError(undefined);
    const refused = await restart(client, { path, body, before: backups });
    setBusy(false);
    if (refused !== undefined) return setError(refused.sentence);
    toasts.showSuccess(done);
    onRestarted();
  };
  return { isBusy, error, begin };
};

/** Offers to return to the data that the last restore replaced. */
export function ReplacedData(props: RestartProps) {
  const { isBusy, error, begin } = useRestart(props);
  const timeZone = useTimeZone();
  const { replacedAt } = props.backups;
  return (
    <section className="backup__part card" aria-labelledby="backup-replaced">
      <h2 id="backup-replaced">{t('backup.replaced')}</h2>
      <p>{t('backup.replacedHelp', { time: formatInstant(replacedAt!, timeZone) })}</p>
      <FormError sentence={error} />
      <ActionButton
        variant="secondary"
        isBusy={isBusy}
        onPress={() => void begin('/backup/undo', { replacedAt }, t('backup.undone'))}
      >
        {t('backup.undo')}
      </ActionButton>
    </section>
  );
}

/** The changes that a restore would make. */
const Changes = ({ changes }: { readonly changes: BackupChanges }) => {
  const timeZone = useTimeZone();
  const { madeAt, release, house, systemId, recordedTo, lostEvents, parts } = changes;
  const format = new Intl.DateTimeFormat(locale(), { dateStyle: 'medium', timeStyle: 'short', timeZone });
  const time = (at: number | null) => (at === null ? t('backup.none') : format.format(at));
  return (
    <>
      <ValueList
        lines={[
          { label: t('backup.madeAt'), value: time(madeAt) },
          { label: t('backup.of'), value: `${house} (${systemId.restored}), Plenum ${release}` },
          { label: t('backup.recordedTo'), value: time(recordedTo.restored) },
          { label: t('backup.recordedToNow'), value: time(recordedTo.now) },
        ]}
      />
      <ul className="backup__changes">
        {lostEvents > 0 && <li>{t('backup.lostEvents', { count: lostEvents })}</li>}
        {systemId.now !== systemId.restored && <li>{t('backup.otherId', systemId)}</li>}
        {parts
          .filter((part) => part !== 'system-id')
          .map((part) => (
            <li key={part}>{partText(part)}</li>
          ))}
        {parts.length === 0 && <li>{t('backup.noChanges')}</li>}
      </ul>
    </>
  );
};

const partText = (part: BackupChanges['parts'][number]): string => {
  switch (part) {
    case 'system-id':
      return '';
    case 'house':
      return t('backup.partHouse');
    case 'history':
      return t('backup.partHistory');
    case 'groups':
      return t('backup.partGroups');
    case 'tariff':
      return t('backup.partTariff');
    case 'exceptions':
      return t('backup.partExceptions');
    case 'comfort':
      return t('backup.partComfort');
    case 'time-zone':
      return t('backup.partTimeZone');
    case 'setup':
      return t('backup.partSetup');
    case 'notifications':
      return t('backup.partNotifications');
    case 'cloud':
      return t('backup.partCloud');
    case 'matter':
      return t('backup.partMatter');
  }
};

/** Opens a backup, shows what a restore changes, and restores after a confirmation. */
export function RestoreForm(props: RestartProps) {
  const { client } = useHouseContext();
  const [file, setFile] = useState<File>();
  const [passphrase, setPassphrase] = useState('');
  const [error, setError] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const [changes, setChanges] = useState<BackupChanges>();
  const restoring = useRestart(props);
  const open = async (event: FormEvent) => {
    event.preventDefault();
    if (file === undefined) return setError(t('backup.chooseFile'));
    setError(undefined);
    setBusy(true);
    const found = await openBackup(client, file, passphrase);
    setBusy(false);
    if ('sentence' in found) return setError(found.sentence);
    setChanges(found);
  };
  const close = () => setChanges(undefined);
  const restore = async () => {
    await restoring.begin('/backup/restore', { madeAt: changes!.madeAt }, t('backup.restored'));
    setPassphrase('');
    close();
  };
  return (
    <section className="backup__part card" aria-labelledby="backup-restore">
      <h2 id="backup-restore">{t('backup.restore')}</h2>
      {props.backups.canRestore ? (
        <>
          <p className="quiet">{t('backup.restoreHelp')}</p>
          <form className="backup__form" onSubmit={(event) => void open(event)}>
            <label className="field">
              <span className="field__label">{t('backup.file')}</span>
              <input
                className="input backup__file"
                type="file"
                accept=".backup"
                onChange={({ target }) => setFile(target.files?.[0])}
              />
            </label>
            <TextField
              label={t('backup.passphrase')}
              type="password"
              value={passphrase}
              onChange={setPassphrase}
            />
            <FormError sentence={error ?? restoring.error} />
            <ActionButton variant="secondary" isBusy={isBusy}>
              {t('backup.open')}
            </ActionButton>
          </form>
        </>
      ) : (
        <p className="quiet">{t('backup.cannotRestore')}</p>
      )}
      <Dialog title={t('backup.confirm')} isOpen={changes !== undefined} onClose={close}>
        {changes !== undefined && (
          <>
            <Changes changes={changes} />
            <p className="backup__warning">
              <Icon name="warning" />
              {t('backup.confirmHelp')}
            </p>
            <div className="dialog__choices">
              <Button className="button" onPress={close}>
                {t('common.cancel')}
              </Button>
              <ActionButton variant="danger" isBusy={restoring.isBusy} onPress={() => void restore()}>
                {t('backup.restoreButton')}
              </ActionButton>
            </div>
          </>
        )}
      </Dialog>
    </section>
  );
}
