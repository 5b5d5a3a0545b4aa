import { Breakable } from '../../../design/breakable.tsx';
import { CopyButton } from './copy-button.tsx';
import './copied-line.css';

interface CopiedLineProps {
  readonly text: string;
  readonly what: string;
  /** Shows as much as stands on a line; the whole is copied. */
  readonly isShortened?: boolean;
}

/** A text somebody will paste elsewhere, with the button that copies it. */
export const CopiedLine = ({ text, what, isShortened = false }: CopiedLineProps) => (
  <span className={`copied-line ${isShortened ? 'copied-line--line' : ''}`}>
    <code>{isShortened ? text : <Breakable text={text} />}</code>
    <CopyButton text={text} what={what} />
  </span>
);
