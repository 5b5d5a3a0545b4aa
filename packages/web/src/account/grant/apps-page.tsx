import type { RecordOf } from '@plenum/protocol/console';
import { useState } from 'react';
import { Button } from 'react-aria-components';
import { useCloudMutation, useCloudQuery } from '../context/account-context.tsx';
import { AppAvatar } from '../frame/app-avatar.tsx';
import { ConfirmDialog } from '../frame/confirm-dialog.tsx';
import { EmptyState } from '../frame/empty-state.tsx';
import { QueryResult } from '../frame/query-result.tsx';
import './grant.css';

/** An app with access. */
type Grant = RecordOf<'Link'>;

const Revoke = ({ grant, isOpen, onClose }: { grant: Grant; isOpen: boolean; onClose: () => void }) => (
  <ConfirmDialog
    title={`Revoke the access of ${grant.name}?`}
    consequences={[
      'It can no longer see or control your houses, and receives no more events.',
      'It keeps the data it has already received.',
      'You can allow it again whenever it asks.',
    ]}
    cancelLabel="Keep it"
    submitLabel="Revoke it"
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
        <p className="quiet small">Sees and controls the climate of your houses</p>
      </div>
      <Button className="button" aria-label={`Revoke access of ${grant.name}`} onPress={() => setOpen(true)}>
        Revoke access
      </Button>
      <Revoke grant={grant} isOpen={isAsking} onClose={() => setOpen(false)} />
    </li>
  );
};

const NoGrant = () => (
  <EmptyState icon="link" title="No app has access">
    <p className="quiet">
      When an app asks for access to your houses, you allow or deny it in this cloud. The apps you allowed are
      listed on this page, and you can revoke their access at any time.
    </p>
  </EmptyState>
);

/** The apps that have access to an account. */
export const AppsPage = () => {
  const grants = useCloudQuery('links');
  return (
    <div className="page page--narrow">
      <title>Apps · Plenum</title>
      <header>
        <h1 className="page__title">Apps</h1>
        <p className="page__lead">The apps you allowed to see and control your houses.</p>
      </header>
      <QueryResult query={grants} what="the apps that have access">
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
};
