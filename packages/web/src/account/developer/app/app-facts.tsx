import { useState } from 'react';
import { Button } from 'react-aria-components';
import { formatDate } from '../../../reading/time/ago.ts';
import { t } from '../../../text/text.ts';
import { useCloudMutation } from '../../account-context.tsx';
import { ConfirmDialog } from '../../frame/confirm-dialog.tsx';
import { navigate } from '../../frame/routes.ts';
import { type App, formatKind, toAuthorizationUrl } from '../apps.ts';
import { CopyableText } from '../ui/copyable-text.tsx';
import { ModeMark } from '../ui/mode-mark.tsx';
import { useSecretDialog } from '../ui/secret-dialog.tsx';

const Facts = ({ app }: { app: App }) => (
  <dl className="facts">
    <dt>{t('console.clientId')}</dt>
    <dd>
      <CopyableText text={app.clientId} what={t('console.theClientId')} />
    </dd>
    <dt>{t('console.kind')}</dt>
    <dd>{formatKind(app)}</dd>
    <dt>{t('settings.created')}</dt>
    <dd>{formatDate(app.createdAt)}</dd>
    <dt>{t('console.authorizationUrl')}</dt>
    <dd>
      <CopyableText
        text={toAuthorizationUrl(window.location.origin, app)}
        what={t('console.theAuthorizationUrl')}
        isShortened
      />
      {app.pkceRequired && <p className="field__hint">{t('console.pkceHint')}</p>}
    </dd>
  </dl>
);

/** The settings of an app: its data, its secret, and a button to remove it. */
export function AppFacts({ app }: { app: App }) {
  const target = { parameters: { clientId: app.clientId } };
  const rotate = useCloudMutation('replaceAppSecret', target);
  const remove = useCloudMutation('removeApp', target);
  const [dialog, openDialog] = useState<'rotate' | 'remove'>();
  const [secretDialog, showSecret] = useSecretDialog();
  const close = () => openDialog(undefined);
  return (
    <section className="panel card" aria-labelledby="app-facts">
      <h2 id="app-facts">
        {t('console.theApp')} <ModeMark app={app} clientId={app.clientId} />
      </h2>
      <Facts app={app} />
      <div className="actions">
        {app.confidential && (
          <Button className="button" onPress={() => openDialog('rotate')}>
            {t('console.replaceClientSecret')}
          </Button>
        )}
        <Button className="button" onPress={() => openDialog('remove')}>
          {t('console.removeAppMore')}
        </Button>
      </div>
      <ConfirmDialog
        title={t('console.replaceClientSecretQuestion')}
        consequences={[t('console.replaceSecretHelp'), t('console.tokensStay')]}
        cancelLabel={t('console.keepOld')}
        submitLabel={t('console.replaceIt')}
        change={rotate}
        isOpen={dialog === 'rotate'}
        onClose={close}
        onDone={({ secret }) =>
          showSecret({
            title: t('console.newClientSecret'),
            what: t('console.theClientSecret'),
            secret,
          })
        }
      />
      <ConfirmDialog
        title={t('settings.removeQuestion', { name: app.name })}
        consequences={[t('console.removeAppHelp'), t('console.removeAppData')]}
        cancelLabel={t('account.keepIt')}
        submitLabel={t('console.removeForever')}
        change={remove}
        isOpen={dialog === 'remove'}
        onClose={close}
        onDone={() => navigate('developer')}
        isDestructive
      />
      {secretDialog}
    </section>
  );
}
