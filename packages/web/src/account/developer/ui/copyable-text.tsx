import { Wrappable } from '../../../design/wrappable.tsx';
import { CopyButton } from './copy-button.tsx';
import './copyable-text.css';

interface CopyableTextProps {
  readonly text: string;
  readonly what: string;
  /** Shows as much as stands on a line; the whole is copied. */
  readonly isShortened?: boolean;
}

/** A text somebody will paste elsewhere, with the button that copies it. */
export const CopyableText = ({ text, what, isShortened = false }: CopyableTextProps) => (
  <span className={`copyable-text ${isShortened ? 'copyable-text--line' : ''}`}>
    <code>{isShortened ? text : <Wrappable text={text} />}</code>
    <CopyButton text={text} what={what} />
  </span>
);
