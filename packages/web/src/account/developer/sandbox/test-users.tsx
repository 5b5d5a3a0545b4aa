import type { RecordOf } from '@plenum/protocol/console';
import { useState } from 'react';
import { Button } from 'react-aria-components';
import { ActionButton } from '../../../design/action-button.tsx';
import { FormError } from '../../../design/field/form-error.tsx';
import { Icon } from '../../../design/icon.tsx';
import { t } from '../../../text/text.ts';
import { useCloudMutation, useCloudQuery } from '../../account-context.tsx';
import { QueryResult } from '../../frame/query-result.tsx';
import type { App } from '../apps.ts';
import { useSecretDialog } from '../ui/secret-dialog.tsx';
import { AllowedAppRow, SharedHouseRow } from './access-rows.tsx';
import { AddTestHouse, AddTestUser } from './add-dialogs.tsx';
import { FirstTest } from './first-test.tsx';
import { RemoveButton } from './remove-button.tsx';
import { TestHouseRow } from './test-house.tsx';
import { TestKeys } from './test-keys.tsx';
import './sandbox.css';

export type TestUser = RecordOf<'TestUser'>;

const useTestUsers = (isEnabled: boolean) => useCloudQuery('testUsers', { every: 5_000, isEnabled });

/** Loads the test users of the developer, if this cloud offers them. A page appears after the queries in `waitFor`. */
export function useOfferedTestUsers() {
  const offers = useCloudQuery('offers');
  const isOffered = offers.data?.testUsers === true;
  const users = useTestUsers(isOffered);
  return { isOffered, users: users.data ?? [], waitFor: isOffered ? [offers, users] : [offers] };
}

interface UserProps {
  readonly app: App;
  readonly user: TestUser;
  readonly users: readonly TestUser[];
  readonly onAddHouse: () => void;
}

const User = ({ app: { clientId, testClientId }, user, users, onAddHouse }: UserProps) => {
  const { testUserId, name, houses, shared, apps } = user;
  const tokens = useCloudMutation('makeTestTokens', { parameters: { clientId, testUserId } });
  const remove = useCloudMutation('removeTestUser', { parameters: { testUserId } });
  const [tokenDialog, showToken] = useSecretDialog();
  const makeToken = async () => {
    const made = await tokens.run({});
    if (made === undefined) return;
    const { accessToken: secret, refreshToken } = made.value;
    showToken({
      title: t('sandbox.tokensOf', { name }),
      what: t('sandbox.theToken'),
      secret,
      notes: [t('sandbox.refreshToken', { refreshToken })],
    });
  };
  return (
    <li className="test-user">
      <h3>{name}</h3>
      {houses.length + shared.length + apps.length > 0 && (
        <ul className="rows">
          {houses.map((house) => (
            <TestHouseRow
              key={house.systemId}
              clientId={clientId}
              house={house}
              others={users.filter((other) => other !== user)}
            />
          ))}
          {shared.map((house) => (
            <SharedHouseRow
              key={house.systemId}
              guest={user}
              house={house}
              owner={users.find((other) => other.testUserId === house.owner)?.name ?? house.owner}
            />
          ))}
          {apps.map((allowed) => (
            <AllowedAppRow key={allowed.clientId} user={user} app={allowed} />
          ))}
        </ul>
      )}
      <div className="actions">
        <Button
          className="button button--small"
          aria-label={t('sandbox.addHouseFor', { name })}
          onPress={onAddHouse}
        >
          <Icon name="plus" /> {t('sandbox.addHouse')}
        </Button>
        <ActionButton
          variant="small"
          label={t('sandbox.createTokensFor', { name })}
          isBusy={tokens.isBusy}
          isDisabled={testClientId === undefined}
          onPress={() => void makeToken()}
        >
          {t('sandbox.createTokens')}
        </ActionButton>
        <RemoveButton name={name} consequence={t('sandbox.removeUserHelp')} remove={remove} />
      </div>
      <FormError sentence={tokens.refusal?.sentence} />
      {tokenDialog}
    </li>
  );
};

/** The test users of the developer with their houses, and the test keys of an app. */
export function TestUsers({ app }: { app: App }) {
  const users = useTestUsers(true);
  const [isAdding, setAdding] = useState(false);
  const [houseFor, setHouseFor] = useState<TestUser>();
  // The form stays until it has succeeded, although the list already has the user while the form creates the rest.
  const [isStarting, setStarting] = useState(false);
  const hasUsers = users.data !== undefined && users.data.length > 0 && !isStarting;
  const [secretDialog, showSecret] = useSecretDialog();
  const showFirst = (secret: string) => {
    setStarting(false);
    showSecret({
      title: t('sandbox.ready'),
      what: t('sandbox.theSecrets'),
      secret,
      label: t('sandbox.variables'),
      notes: [t('sandbox.readyHelp')],
    });
  };
  return (
    <section className="panel card" aria-labelledby="test-users">
      <div className="panel__head">
        <div>
          <h2 id="test-users">{t('sandbox.title')}</h2>
          <p className="quiet small">{t('sandbox.lead')}</p>
        </div>
        {hasUsers && (
          <Button className="button button--small" onPress={() => setAdding(true)}>
            <Icon name="plus" /> {t('sandbox.addUser')}
          </Button>
        )}
      </div>
      {(hasUsers || app.testClientId !== undefined) && <TestKeys app={app} />}
      <QueryResult query={users} what={t('sandbox.whatUsers')}>
        {(all) =>
          !hasUsers ? (
            <FirstTest app={app} onStart={() => setStarting(true)} onMade={showFirst} />
          ) : (
            <ul className="rows">
              {all.map((user) => (
                <User
                  key={user.testUserId}
                  app={app}
                  user={user}
                  users={all}
                  onAddHouse={() => setHouseFor(user)}
                />
              ))}
            </ul>
          )
        }
      </QueryResult>
      {secretDialog}
      <AddTestUser isOpen={isAdding} onClose={() => setAdding(false)} />
      <AddTestHouse user={houseFor} onClose={() => setHouseFor(undefined)} />
    </section>
  );
}
