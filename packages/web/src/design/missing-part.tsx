import { AskAgain } from './ask-again.tsx';
import './missing-part.css';

/** Loads the page anew where its server has it; where it is away, the page that stands is better than none. */
export const loadAnew = async (): Promise<void> => {
  try {
    const { ok } = await fetch(window.location.href, { cache: 'no-store' });
    if (ok) window.location.reload();
  } catch {
    // It is still away.
  }
};

interface MissingPartProps {
  /** What is missing, at the beginning of a sentence. */
  readonly what: string;
  /** What may bring it, in a sentence. */
  readonly hope?: string;
  /** Whether that is said where the reader is, however far down the page. */
  readonly isSticky?: boolean;
}

/** Stands where a part of the page would that could not be fetched. */
export const MissingPart = ({
  what,
  hope = 'Loading the page anew may bring it.',
  isSticky = false,
}: MissingPartProps) => (
  <div className="missing-part card" data-sticky={isSticky ? '' : undefined}>
    <AskAgain
      sentence={`${what} could not be fetched. ${hope}`}
      label="Load it anew"
      isLine={isSticky}
      onAgain={() => void loadAnew()}
    />
  </div>
);
