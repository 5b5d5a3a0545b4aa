import { Component, type ReactNode, useEffect, useRef } from 'react';
import { AskAgain } from '../../design/ask-again.tsx';
import { Unfetched } from '../../design/later.tsx';
import { useConnection, useHouse } from '../context.tsx';
import './fetched.css';

interface About {
  /** What it is that may be missing, at the beginning of a sentence. */
  readonly what: string;
  /** Whether that is said where the reader is, however far down the page. */
  readonly isSticky?: boolean;
}

/** Loads the page anew where its server has it; where it is away, the page that stands is better than none. */
const loadAnew = async (): Promise<void> => {
  try {
    const { ok } = await fetch(window.location.href, { cache: 'no-store' });
    if (ok) window.location.reload();
  } catch {
    // It is still away.
  }
};

const isBusy = () => document.querySelector('[role="dialog"]') !== null;

const Missing = ({ what, isSticky = false }: About) => {
  const connection = useConnection();
  const { name } = useHouse().source;
  const wasAway = useRef(false);
  useEffect(() => {
    if (connection !== 'live') wasAway.current = true;
    else if (wasAway.current && !isBusy()) void loadAnew();
  }, [connection]);
  return (
    <div className="fetched card" data-sticky={isSticky ? '' : undefined}>
      <AskAgain
        sentence={`${what} could not be fetched. ${
          connection === 'live'
            ? 'Loading the page anew may bring it.'
            : `The page is loaded anew as soon as ${name.toLowerCase()} answers.`
        }`}
        label="Load it anew"
        isLine={isSticky}
        onAgain={() => void loadAnew()}
      />
    </div>
  );
};

/** Parts that are fetched later: where they cannot be, what stands around them stays. A class, as React has it. */
export class Fetched extends Component<About & { readonly children: ReactNode }, { failure: unknown }> {
  override state = { failure: undefined };

  static getDerivedStateFromError(failure: unknown) {
    return { failure };
  }

  override render() {
    const { children, ...about } = this.props;
    const failure: unknown = this.state.failure;
    if (failure === undefined) return children;
    if (!(failure instanceof Unfetched)) throw failure;
    return <Missing {...about} />;
  }
}
