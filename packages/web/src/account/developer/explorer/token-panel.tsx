import { ActionButton } from '../../../design/action-button.tsx';
import { CopyButton } from '../../../design/copy-button.tsx';
import { FormError } from '../../../design/field/form-error.tsx';
import { Icon } from '../../../design/icon.tsx';
import { Rich } from '../../../text/rich.tsx';
import { t } from '../../../text/text.ts';
import type { App } from '../apps.ts';
import type { TestUser } from '../sandbox/test-users.tsx';
import { formatTime } from '../ui/format.ts';
import { Select } from '../ui/select.tsx';
import type { ExplorerToken } from './use-token.ts';

interface TokenPanelProps {
  readonly apps: readonly App[];
  readonly app: App;
  readonly onApp: (clientId: string) => void;
  readonly testUsers: readonly TestUser[];
  /** The test user whose houses are used; `undefined` for the developer's own houses. */
  readonly testUser: TestUser | undefined;
  /** Called with the id of a test user, or '' for the developer's own houses. */
  readonly onTestUser: (testUserId: string) => void;
  readonly of: ExplorerToken;
}

/**
 * Creates, shows and revokes the access token that the requests use. The token gives access to the developer's own
 * houses, or to those of a test user.
 */
export function TokenPanel(props: TokenPanelProps) {
  const { apps, app, onApp, testUsers, testUser, onTestUser, of } = props;
  const { token, otherUntil, make, end, isBusy, sentence } = of;
  return (
    <section className="panel card" aria-labelledby="token">
      <h2 id="token">{t('console.accessToken')}</h2>
      <div className="token">
        <div className="token__choices">
          <Select
            label={t('console.app')}
            choices={apps.map(({ clientId, name }) => ({ value: clientId, label: name }))}
            value={app.clientId}
            onChange={onApp}
          />
          {testUsers.length > 0 && (
            <Select
              label={t('sandbox.housesOf')}
              choices={[
                { value: '', label: t('sandbox.yourself') },
                ...testUsers.map(({ testUserId, name }) => ({
                  value: testUserId,
                  label: t('sandbox.testUserNamed', { name }),
                })),
              ]}
              value={testUser?.testUserId ?? ''}
              onChange={onTestUser}
            />
          )}
        </div>
        <div className="token__states">
          {/** Keeps its space while it is hidden, so that the content below does not move when the token is loaded. */}
          <div className="token__words" data-is-over={token !== undefined || undefined}>
            <p>
              <Rich
                text={
                  testUser === undefined
                    ? t('console.tokenHelp', { name: app.name })
                    : t('sandbox.tokenHelp', { name: app.name, user: testUser.name })
                }
                parts={{ strong: (content) => <strong>{content}</strong> }}
              />
            </p>
            {otherUntil !== undefined && (
              <p className="quiet small">{t('console.earlierToken', { until: formatTime(otherUntil) })}</p>
            )}
            <div className="actions">
              <ActionButton isBusy={isBusy} onPress={() => void make()}>
                <Icon name="key" /> {t('console.createToken')}
              </ActionButton>
              {otherUntil !== undefined && (
                <ActionButton variant="secondary" isBusy={isBusy} onPress={() => void end()}>
                  {t('console.revokeNow')}
                </ActionButton>
              )}
            </div>
          </div>
          {token !== undefined && (
            <div className="token__words">
              <p>
                <Rich
                  text={
                    testUser === undefined
                      ? t('console.tokenOf', { name: app.name, until: formatTime(token.expiresAt) })
                      : t('sandbox.tokenOf', {
                          name: app.name,
                          user: testUser.name,
                          until: formatTime(token.expiresAt),
                        })
                  }
                  parts={{ span: (content) => <span className="num">{content}</span> }}
                />
              </p>
              <div className="actions">
                <CopyButton text={token.accessToken} what={t('console.theAccessToken')} />
                {testUser === undefined && (
                  <ActionButton variant="small" isBusy={isBusy} onPress={() => void end()}>
                    {t('console.revokeNow')}
                  </ActionButton>
                )}
              </div>
            </div>
          )}
        </div>
      </div>
      <FormError sentence={sentence} />
    </section>
  );
}
