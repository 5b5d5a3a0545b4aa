import { catalogue } from '@plenum/protocol/command';
import type { ComponentKind } from '@plenum/protocol/component';
import { CommandForm } from '../../definition/command-form.tsx';
import { commandsFor } from '../../definition/form-values.ts';
import { useIsAvailable, useScale, useSendCommand } from '../context/house-context.tsx';

interface CommandFormsProps {
  readonly kind: ComponentKind;
  readonly index: number;
  readonly datagram: object;
  /** Commands with dedicated controls on the same sheet. */
  readonly placed?: readonly string[];
}

/** A form for each command to a component that is available here, except those in `placed`. */
export const CommandForms = ({ kind, index, datagram, placed = [] }: CommandFormsProps) => {
  const send = useSendCommand();
  const isAvailable = useIsAvailable();
  const scale = useScale();
  return commandsFor(catalogue.values(), kind)
    .filter(({ name }) => isAvailable(name) && !placed.includes(name))
    .map((command) => <CommandForm key={command.name} {...{ command, index, datagram, scale, send }} />);
};
