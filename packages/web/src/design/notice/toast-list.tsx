import { Button } from 'react-aria-components';
import type { ToastKind, Toasts } from '../../state/toasts.ts';
import { useStore } from '../../state/use-store.ts';
import { t } from '../../text/text.ts';
import { Icon, type IconName } from '../icon.tsx';
import './toast-list.css';

const icons: Readonly<Record<ToastKind, IconName>> = { success: 'check', error: 'warning' };

/** Messages at the bottom of the page: completed actions, or the reason for a refusal. */
export function ToastList({ toasts }: { toasts: Toasts }) {
  const all = useStore(toasts.all, (each) => each);
  return (
    <div className="toasts" role="alert" data-react-aria-top-layer="true">
      {all.map(({ id, kind, sentence, action }) => (
        <div key={id} className="toast" data-kind={kind}>
          <Icon name={icons[kind]} />
          <div className="toast__body">
            <p>{sentence}</p>
            {action !== undefined && (
              <Button
                className="toast__action"
                onPress={() => {
                  toasts.dismiss(id);
                  action.run();
                }}
              >
                {action.label}
              </Button>
            )}
          </div>
          <Button
            className="toast__close"
            aria-label={t('design.dismiss')}
            onPress={() => toasts.dismiss(id)}
          >
            <Icon name="close" />
          </Button>
        </div>
      ))}
    </div>
  );
}
