import type { Command } from '@plenum/protocol/command';
import { type ComponentKind, componentKinds, indexOf, kinds } from '@plenum/protocol/component';
import { commandsOfStep, type SetupStep } from '@plenum/protocol/setup';
import { useEffect, useState } from 'react';
import { CommandForm } from '../../definition/command-form.tsx';
import { Picker } from '../../design/picker.tsx';
import { type PlainKey, t } from '../../text/text.ts';
import { useDatagrams, useScale, useSendCommand } from '../context/house-context.tsx';

interface FormsProps {
  readonly kind: ComponentKind;
  readonly commands: readonly Command[];
  readonly components: readonly object[];
  readonly choice: ChoiceProps;
}

const kindLabels: Readonly<Partial<Record<ComponentKind, PlainKey>>> = {
  zone: 'installation.zone',
  schedule: 'installation.favourite',
  lamp: 'installation.lamp',
  wallSwitch: 'installation.wallSwitch',
  lightFavourite: 'installation.favourite',
};

const numberOf = (kind: ComponentKind, datagram: object): number => indexOf(kind, datagram as never);

/** A component by its number, as commands and refusals count, and its name. */
const labelOf = (kind: ComponentKind, datagram: object): string => {
  const { Name = '' } = datagram as { Name?: string };
  return t('installation.numbered', { no: numberOf(kind, datagram), name: Name });
};

/** The component that is set up, by kind: who set a zone's sensor goes on with the damper of the same zone. */
export type Chosen = Readonly<Partial<Record<ComponentKind, number>>>;

interface ChoiceProps {
  readonly chosen: Chosen;
  readonly choose: (chosen: Chosen) => void;
}

/** The component that is chosen among those of a kind: the newest where one was added. */
const useChosen = (kind: ComponentKind, components: readonly object[], { chosen, choose }: ChoiceProps) => {
  const numbers = components.map((each) => numberOf(kind, each));
  const [count, setCount] = useState(numbers.length);
  const to = (number: number) => choose({ ...chosen, [kind]: number });
  const isGrown = numbers.length > count;
  useEffect(() => {
    if (isGrown) choose({ ...chosen, [kind]: numbers.at(-1)! });
    if (numbers.length !== count) setCount(numbers.length);
  });
  const present = numbers.find((number) => number === chosen[kind]) ?? numbers[0]!;
  return [present, to] as const;
};

/** Whether a component has any of what a command sets: each kind of lamp has fields of its own. */
const setsSomethingOf = ({ sets }: Command, datagram: object): boolean => {
  const fields = Object.values(sets).map((path) => path.split('.')[0]!);
  return fields.length === 0 || fields.some((field) => Object.hasOwn(datagram, field));
};

/** The forms of the commands to one of the components of a kind. */
const KindForms = ({ kind, commands, components, choice }: FormsProps) => {
  const [chosen, choose] = useChosen(kind, components, choice);
  const send = useSendCommand();
  const scale = useScale();
  const datagram = components.find((each) => numberOf(kind, each) === chosen)!;
  return (
    <>
      {kinds[kind].key !== undefined && (
        <div className="installation__choice">
          <Picker
            label={t(kindLabels[kind] ?? 'installation.component')}
            options={components.map((each) => ({ value: numberOf(kind, each), label: labelOf(kind, each) }))}
            value={chosen}
            onChange={choose}
          />
        </div>
      )}
      <div className="installation__forms">
        {commands
          .filter((command) => setsSomethingOf(command, datagram))
          .map((command) => (
            <CommandForm
              key={`${command.name} ${chosen}`}
              {...{ command, datagram, scale, send }}
              index={chosen}
            />
          ))}
      </div>
    </>
  );
};

/** Whether there is such a component: a lamp that was removed keeps its number (lighting 5). */
const isThere = (datagram: object): boolean => (datagram as { Att?: number }).Att !== 0;

/** The forms of a step: what concerns the whole system first, then one zone, lamp or favourite at a time. */
export const StepForms = ({ step, choice }: { step: SetupStep; choice: ChoiceProps }) => {
  const datagrams = useDatagrams();
  const commands = commandsOfStep(step, datagrams);
  return (
    <>
      {componentKinds.map((kind) => {
        const own = commands.filter(({ component }) => component === kind);
        const components = (datagrams[kind] as readonly object[]).filter(isThere);
        if (own.length === 0 || components.length === 0) return null;
        return <KindForms key={kind} {...{ kind, components, choice }} commands={own} />;
      })}
    </>
  );
};
