import { ActionButton } from '../../../design/action-button.tsx';
import { CopyButton } from '../../../design/copy-button.tsx';
import { FormError } from '../../../design/form-error.tsx';
import { Icon } from '../../../design/icon.tsx';
import type { App } from '../apps.ts';
import { formatTime } from '../ui/format.ts';
import { Select } from '../ui/select.tsx';
import type { ExplorerToken } from './use-token.ts';

interface TokenPanelProps {
  readonly apps: readonly App[];
  readonly app: App;
  readonly onApp: (clientId: string) => void;
  readonly of: ExplorerToken;
}

/** The access token of the requests: created and revoked here, for the developer's own houses. */
export const TokenPanel = ({ apps, app, onApp, of }: TokenPanelProps) => {
  const { token, otherUntil, make, end, isBusy, sentence } = of;
  return (
    <section className="panel card" aria-labelledby="token">
      <h2 id="token">Access token</h2>
      <div className="token">
        <Select
          label="App"
          choices={apps.map(({ clientId, name }) => ({ value: clientId, label: name }))}
          value={app.clientId}
          onChange={onApp}
        />
        {token === undefined ? (
          <div className="token__words">
            <p>
              A token lets {app.name} see and control <strong>your own houses</strong> for 15 minutes. It is
              stored in this page only, and its requests count as the app’s.
            </p>
            {otherUntil !== undefined && (
              <p className="quiet small">
                An earlier token is valid until {formatTime(otherUntil)}; a new one replaces it.
              </p>
            )}
            <div className="actions">
              <ActionButton isBusy={isBusy} onPress={() => void make()}>
                <Icon name="key" /> Create a token
              </ActionButton>
              {otherUntil !== undefined && (
                <ActionButton variant="secondary" isBusy={isBusy} onPress={() => void end()}>
                  Revoke it now
                </ActionButton>
              )}
            </div>
          </div>
        ) : (
          <div className="token__words">
            <p>
              A token of {app.name} for your own houses, valid until{' '}
              <span className="num">{formatTime(token.expiresAt)}</span>.
            </p>
            <div className="actions">
              <CopyButton text={token.accessToken} what="the access token" />
              <ActionButton variant="small" isBusy={isBusy} onPress={() => void end()}>
                Revoke it now
              </ActionButton>
            </div>
          </div>
        )}
      </div>
      <FormError sentence={sentence} />
    </section>
  );
};
