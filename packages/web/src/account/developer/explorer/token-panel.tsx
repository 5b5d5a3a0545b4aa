import { ActButton } from '../../../design/act-button.tsx';
import { Icon } from '../../../design/icon.tsx';
import { Problem } from '../../../design/problem.tsx';
import type { App } from '../app/apps.ts';
import { Choose } from '../part/choose.tsx';
import { CopyButton } from '../part/copy-button.tsx';
import { showClock } from '../part/instants.ts';
import type { TokenOfApp } from './use-token.ts';

interface TokenPanelProps {
  readonly apps: readonly App[];
  readonly app: App;
  readonly onApp: (clientId: string) => void;
  readonly of: TokenOfApp;
}

/** Whose token requests are sent with: made here for the developer's own houses, and ended here. */
export const TokenPanel = ({ apps, app, onApp, of }: TokenPanelProps) => {
  const { token, otherUntil, make, end, isBusy, sentence } = of;
  return (
    <section className="panel card" aria-labelledby="token">
      <h2 id="token">Access token</h2>
      <div className="token">
        <Choose
          label="As the app"
          choices={apps.map(({ clientId, name }) => ({ value: clientId, label: name }))}
          value={app.clientId}
          onChange={onApp}
        />
        {token === undefined ? (
          <div className="token__words">
            <p>
              A token lets {app.name} see and control <strong>your own houses</strong> for 15 minutes. It
              stays in this page, and is counted as the app's.
            </p>
            {otherUntil !== undefined && (
              <p className="quiet small">
                One that was made before is good until {showClock(otherUntil)}; a new one takes its place.
              </p>
            )}
            <div className="acts">
              <ActButton isBusy={isBusy} onPress={() => void make()}>
                <Icon name="key" /> Make a token
              </ActButton>
              {otherUntil !== undefined && (
                <ActButton look="usual" isBusy={isBusy} onPress={() => void end()}>
                  End it now
                </ActButton>
              )}
            </div>
          </div>
        ) : (
          <div className="token__words">
            <p>
              A token of {app.name} for your own houses, good until{' '}
              <span className="num">{showClock(token.expiresAt)}</span>.
            </p>
            <div className="acts">
              <CopyButton text={token.accessToken} what="the access token" />
              <ActButton look="small" isBusy={isBusy} onPress={() => void end()}>
                End it now
              </ActButton>
            </div>
          </div>
        )}
      </div>
      <Problem sentence={sentence} />
    </section>
  );
};
