import { t } from '../../../text/text.ts';
import type { App } from '../apps.ts';
import './mode-mark.css';

interface ModeMarkProps {
  readonly app: App | undefined;
  /** The live client id of the app, or that of its test keys. */
  readonly clientId: string;
}

/** Shows whether something belongs to the live or the test keys of an app; nothing if the app has no test keys. */
export function ModeMark({ app, clientId }: ModeMarkProps) {
  if (app?.testClientId === undefined) return null;
  const isTest = clientId === app.testClientId;
  return (
    <span className="mode-mark" data-mode={isTest ? 'test' : 'live'}>
      {isTest ? t('sandbox.test') : t('sandbox.live')}
    </span>
  );
}
