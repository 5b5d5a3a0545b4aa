import { CopyButton } from '../../../design/copy-button.tsx';
import { Wrappable } from '../../../design/wrappable.tsx';
import './copyable-text.css';

interface CopyableTextProps {
  readonly text: string;
  readonly what: string;
  /** Shows only what fits on one line, but copies the whole text. */
  readonly isShortened?: boolean;
}

export const CopyableText = ({ text, what, isShortened = false }: CopyableTextProps) => (
  <span className={`copyable-text ${isShortened ? 'copyable-text--line' : ''}`}>
    <code>{isShortened ? text : <Wrappable text={text} />}</code>
    <CopyButton text={text} what={what} />
  </span>
);
