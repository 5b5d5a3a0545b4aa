import { Button } from 'react-aria-components';
import { Icon } from './icon.tsx';
import './retry-notice.css';

interface RetryNoticeProps {
  /** What is missing and why. */
  readonly sentence: string;
  readonly label?: string;
  /** Whether it is a line over something that stands, and not in its place. */
  readonly isLine?: boolean;
  readonly onRetry: () => void;
}

/** Stands where something would that could not be loaded: says so, and the way to ask for it again. */
export const RetryNotice = ({ sentence, label = 'Try again', isLine = false, onRetry }: RetryNoticeProps) => (
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
