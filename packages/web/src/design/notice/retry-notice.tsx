import { Button } from 'react-aria-components';
import { t } from '../../text/text.ts';
import { Icon } from '../icon.tsx';
import './retry-notice.css';

interface RetryNoticeProps {
  /** A sentence about the missing part and the reason. */
  readonly sentence: string;
  readonly label?: string;
  /** True to show one line above older content; false to show a block in place of the content. */
  readonly isLine?: boolean;
  readonly onRetry: () => void;
}

/** A notice that something could not be loaded, with a button to try again. */
export const RetryNotice = ({
  sentence,
  label = t('design.tryAgain'),
  isLine = false,
  onRetry,
}: RetryNoticeProps) => (
  <div className="retry-notice" data-line={isLine ? '' : undefined} role="alert">
    <p>
      <Icon name="warning" />
      {sentence}
    </p>
    <Button className="button button--small" onPress={onRetry}>
      <Icon name="again" /> {label}
    </Button>
  </div>
);
