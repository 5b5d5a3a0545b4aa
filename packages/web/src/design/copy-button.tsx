import { useEffect, useRef, useState } from 'react';
import { Button } from 'react-aria-components';
import { t } from '../text/text.ts';
import { Icon } from './icon.tsx';

interface CopyButtonProps {
  readonly text: string;
  /** Describes the copied text for screen readers: `the client id`. */
  readonly what: string;
  /** Text of the button; `Copy` by default. */
  readonly label?: string;
}

const labels = { idle: 'design.copy', done: 'design.copied', failed: 'design.copyManually' } as const;

/** Time for which the result is shown, in ms. */
const pause = 2_500;

/** Returns a state that is reset to its initial value after `ms` milliseconds. */
const useTemporaryState = <T,>(initial: T, ms: number): [T, (next: T) => void] => {
  const [state, setState] = useState(initial);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const show = (next: T) => {
    setState(next);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setState(initial), ms);
  };
  return [state, show];
};

export function CopyButton({ text, what, label = t('design.copy') }: CopyButtonProps) {
  const [state, show] = useTemporaryState<keyof typeof labels>('idle', pause);
  const copy = async () => {
    const isDone = await navigator.clipboard?.writeText(text).then(
      () => true,
      () => false,
    );
    show(isDone ? 'done' : 'failed');
  };
  return (
    <>
      <Button
        className="button button--small copy"
        aria-label={t('design.copyWhat', { what })}
        onPress={() => void copy()}
      >
        <Icon name={state === 'done' ? 'check' : 'copy'} />
        {state === 'idle' ? label : t(labels[state])}
      </Button>
      <span className="hidden" role="status">
        {state === 'idle' ? '' : `${t(labels[state])}: ${what}`}
      </span>
    </>
  );
}
