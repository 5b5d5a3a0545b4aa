import { Button } from 'react-aria-components';
import { t } from '../text/text.ts';
import { Icon } from './icon.tsx';
import { useTemporaryState } from './use-temporary-state.ts';

interface CopyButtonProps {
  readonly text: string;
  /** What is copied, for screen readers: `the client id`. */
  readonly what: string;
}

const said = { idle: 'design.copy', done: 'design.copied', failed: 'design.copyManually' } as const;

/** Milliseconds for which the result shows. */
const pause = 2_500;

/** Copies a text to the clipboard. */
export const CopyButton = ({ text, what }: CopyButtonProps) => {
  const [state, say] = useTemporaryState<keyof typeof said>('idle', pause);
  const copy = async () => {
    const isDone = await navigator.clipboard?.writeText(text).then(
      () => true,
      () => false,
    );
    say(isDone ? 'done' : 'failed');
  };
  return (
    <>
      <Button
        className="button button--small copy"
        aria-label={t('design.copyWhat', { what })}
        onPress={() => void copy()}
      >
        <Icon name={state === 'done' ? 'check' : 'copy'} />
        {t(said[state])}
      </Button>
      <span className="hidden" role="status">
        {state === 'idle' ? '' : `${t(said[state])}: ${what}`}
      </span>
    </>
  );
};
