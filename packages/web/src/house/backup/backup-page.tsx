import type { BackupsAnswer } from '@plenum/protocol/extension';
import { useQuery } from '@tanstack/react-query';
import { Guides } from '../../design/guides.tsx';
import { Icon } from '../../design/icon.tsx';
import { ValueList } from '../../design/value-list.tsx';
import { formatInstant } from '../../reading/time/clock.ts';
import { useStore } from '../../state/use-store.ts';
import { Rich } from '../../text/rich.tsx';
import { t } from '../../text/text.ts';
import { Loading } from '../frame/loading.tsx';
import { useHouseContext, useTimeZone } from '../house-context.tsx';
import { InstallerKeyForm } from '../setup/installer-key-form.tsx';
import { useInstallerAccess } from '../use-installer.ts';
import { DownloadForm } from './download-form.tsx';
import { ReplacedData, RestoreForm } from './restore-form.tsx';
import './backup.css';

/** The copies that the bridge makes every day, or how to have them made. */
const Schedule = ({ schedule }: { readonly schedule: BackupsAnswer['schedule'] | undefined }) => {
  const timeZone = useTimeZone();
  return (
    <section className="backup__part card" aria-labelledby="backup-daily">
      <h2 id="backup-daily">{t('backup.daily')}</h2>
      {schedule === undefined ? (
        <p className="quiet">
          <Rich
            text={t('backup.dailyHelp')}
            parts={{ code: (content) => <code className="backup__option">{content}</code> }}
          />
        </p>
      ) : (
        <>
          <ValueList
            lines={[
              { label: t('backup.folder'), value: schedule.folder },
              { label: t('backup.kept'), value: String(schedule.copies) },
              {
                label: t('backup.last'),
                value:
                  schedule.last === undefined ? t('backup.none') : formatInstant(schedule.last, timeZone),
              },
            ]}
          />
          {schedule.why !== undefined && (
            <p className="problem" role="status">
              <Icon name="warning" />
              {t('backup.failed', { why: schedule.why })}
            </p>
          )}
        </>
      )}
    </section>
  );
};

const Parts = () => {
  const { client, installerKey } = useHouseContext();
  const key = useStore(installerKey, (known) => known);
  const { data, refetch } = useQuery({
    queryKey: ['backup', key],
    queryFn: async () => (await client.get('/backup')) as BackupsAnswer,
  });
  if (data === undefined) return <Loading />;
  const onRestarted = () => void refetch();
  return (
    <>
      {data.replacedAt !== undefined && <ReplacedData backups={data} onRestarted={onRestarted} />}
      <DownloadForm />
      <RestoreForm backups={data} onRestarted={onRestarted} />
      <Schedule schedule={data.schedule} />
      <Guides className="backup__part card" />
    </>
  );
};

/** The backups of a bridge, for people who have the installer key or use the machine of the bridge. */
export function BackupPage() {
  const access = useInstallerAccess();
  if (access === undefined) return <Loading />;
  if (access === 'needs-key')
    return <InstallerKeyForm help={t('backup.keyHelp')} submit={t('common.continue')} />;
  return (
    <div className="page backup">
      <header className="page__head">
        <div>
          <h1 className="page__title">{t('backup.title')}</h1>
          <p className="page__lead">{t('backup.lead')}</p>
        </div>
      </header>
      {access === 'allowed' ? (
        <Parts />
      ) : (
        <>
          <section className="backup__part card" role="status">
            <p>
              <Rich
                text={t('backup.notFromHere')}
                parts={{ code: (content) => <code className="backup__option">{content}</code> }}
              />
            </p>
          </section>
          <Guides className="backup__part card" />
        </>
      )}
    </div>
  );
}
