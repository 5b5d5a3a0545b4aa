import { Button } from 'react-aria-components';
import { Icon } from './icon.tsx';
import './ask-again.css';

interface AskAgainProps {
  /** What is missing and why. */
  readonly sentence: string;
  readonly label?: string;
  /** Whether it is a line over something that stands, and not in its place. */
  readonly isLine?: boolean;
  readonly onAgain: () => void;
}

/** Stands where something would that could not be fetched: says so, and the way to ask for it again. */
export const AskAgain = ({ sentence, label = 'Try again', isLine = false, onAgain }: AskAgainProps) => (
  <div className="ask-again" data-line={isLine ? '' : undefined} role="alert">
    <p>
      <Icon name="warning" />
      {sentence}
    </p>
    <Button className="button button--small" onPress={onAgain}>
      <Icon name="again" /> {label}
    </Button>
  </div>
);
