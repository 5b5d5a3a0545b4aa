import type { RecordOf } from '@plenum/protocol/console';
import { useState } from 'react';
import { Button } from 'react-aria-components';
import { t } from '../../text/text.ts';
import { useCloudMutation, useCloudQuery } from '../account-context.tsx';
import { AppAvatar } from '../frame/app-avatar.tsx';
import { ConfirmDialog } from '../frame/confirm-dialog.tsx';
import { EmptyState } from '../frame/empty-state.tsx';
import { QueryResult } from '../frame/query-result.tsx';
import './grant.css';

/** An app that has access to the account. */
type Grant = RecordOf<'Link'>;

const Revoke = ({ grant, isOpen, onClose }: { grant: Grant; isOpen: boolean; onClose: () => void }) => (
  <ConfirmDialog
    title={t('account.revokeQuestion', { name: grant.name })}
    consequences={[t('account.revokeEnds'), t('account.revokeKeeps'), t('account.revokeAgain')]}
    cancelLabel={t('account.keepIt')}
    submitLabel={t('account.revokeIt')}
    change={useCloudMutation('unlink', { parameters: { clientId: grant.clientId } })}
    isOpen={isOpen}
    onClose={onClose}
    isDestructive
  />
);

const GrantRow = ({ grant }: { grant: Grant }) => {
  const [isAsking, setOpen] = useState(false);
  return (
    <li className="grant card">
      <AppAvatar name={grant.name} />
      <div className="grant__words">
        <h2>{grant.name}</h2>
        <p className="quiet small">{t('account.seesAndControls')}</p>
      </div>
      <Button
        className="button"
        aria-label={t('account.revokeOf', { name: grant.name })}
        onPress={() => setOpen(true)}
      >
        {t('account.revoke')}
      </Button>
      <Revoke grant={grant} isOpen={isAsking} onClose={() => setOpen(false)} />
    </li>
  );
};

const NoGrant = () => (
  <EmptyState icon="link" title={t('account.noApps')}>
    <p className="quiet">{t('account.noAppsHelp')}</p>
  </EmptyState>
);

export function AppsPage() {
  const grants = useCloudQuery('links');
  return (
    <div className="page page--narrow">
      <title>{t('common.pageTitle', { title: t('account.apps') })}</title>
      <header>
        <h1 className="page__title">{t('account.apps')}</h1>
        <p className="page__lead">{t('account.appsLead')}</p>
      </header>
      <QueryResult query={grants} what={t('account.appsWhat')}>
        {(all) =>
          all.length === 0 ? (
            <NoGrant />
          ) : (
            <ul className="grants">
              {all.map((grant) => (
                <GrantRow key={grant.clientId} grant={grant} />
              ))}
            </ul>
          )
        }
      </QueryResult>
    </div>
  );
}
