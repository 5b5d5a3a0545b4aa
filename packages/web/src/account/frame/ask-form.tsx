import type { FormEvent, ReactNode } from 'react';
import { Button } from 'react-aria-components';
import { ActButton } from '../../design/act-button.tsx';
import { Problem } from '../../design/problem.tsx';
import type { Change } from '../context.tsx';

interface AskFormProps<T> {
  readonly change: Change<T>;
  /** What is sent with it. */
  readonly body?: object;
  /** The button that leaves everything as it is. */
  readonly keep?: string;
  /** The button that asks for the change. */
  readonly does: string;
  readonly isGrave?: boolean;
  readonly isDisabled?: boolean;
  readonly onClose: () => void;
  readonly onDone: (value: T) => void;
  readonly children: ReactNode;
}

/** Asks for a change in a dialog: what is to be said or filled in, why it was refused, and a button for no and for yes. */
export const AskForm = <T,>(props: AskFormProps<T>) => {
  const { change, body, keep = 'Cancel', does, isGrave = false, isDisabled = false } = props;
  const { onClose, onDone, children } = props;
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const done = await change.run(body);
    if (done !== undefined) onDone(done.value);
  };
  return (
    <form className="form" onSubmit={submit}>
      {children}
      <Problem sentence={change.refusal?.sentence} />
      <div className="dialog__choices">
        <Button className="button" onPress={onClose}>
          {keep}
        </Button>
        <ActButton look={isGrave ? 'grave' : 'main'} isBusy={change.isBusy} isDisabled={isDisabled}>
          {does}
        </ActButton>
      </div>
    </form>
  );
};
