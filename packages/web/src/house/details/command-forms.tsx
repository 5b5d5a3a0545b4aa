import { type AnyCommand, type Command, catalogue, movesGarageDoor } from '@plenum/protocol/command';
import type { ComponentKind } from '@plenum/protocol/component';
import { CommandForm } from '../../definition/command-form.tsx';
import { commandsFor, currentValues, toBody } from '../../definition/form-values.ts';
import {
  useDatagrams,
  useIsAvailable,
  useMayMoveDoors,
  useScale,
  useSendCommand,
} from '../context/house-context.tsx';

interface Target {
  readonly kind: ComponentKind;
  readonly index: number;
  readonly datagram: object;
}

interface CommandFormsProps extends Target {
  /** Commands with dedicated controls on the same sheet. */
  readonly placed?: readonly string[];
}

/** The commands to a component that whoever reads this page may give from here. */
export const useCommandsTo = ({ kind, index, datagram }: Target): readonly Command[] => {
  const datagrams = useDatagrams();
  const isAvailable = useIsAvailable();
  const mayMoveDoors = useMayMoveDoors();
  const movesDoor = (command: Command) => {
    const body = toBody(command, index, currentValues(command, datagram));
    return movesGarageDoor({ name: command.name, body } as AnyCommand, datagrams);
  };
  return commandsFor(catalogue.values(), kind).filter(
    (command) => isAvailable(command.name) && (mayMoveDoors || !movesDoor(command)),
  );
};

/** A form for each command to a component that is available here, except those in `placed`. */
export const CommandForms = ({ placed = [], ...target }: CommandFormsProps) => {
  const send = useSendCommand();
  const scale = useScale();
  return useCommandsTo(target)
    .filter(({ name }) => !placed.includes(name))
    .map((command) => <CommandForm key={command.name} {...{ command, ...target, scale, send }} />);
};
