import { commandsOfHouse, commandsOfStep, isThere, type SetupStep } from '@plenum/insight/setup';
import { type ComponentKind, componentKinds, indexOf, kinds } from '@plenum/protocol/component';
import type { Command } from '@plenum/protocol/definition';
import { membersOf } from '@plenum/protocol/definition';
import { useEffect, useState } from 'react';
import { CommandForm } from '../../definition/command-form.tsx';
import { setsSomethingOf } from '../../definition/form-values.ts';
import { toLines } from '../../definition/format-value.ts';
import { Picker } from '../../design/field/picker.tsx';
import { ValueList } from '../../design/value-list.tsx';
import { type PlainKey, t } from '../../text/text.ts';
import { useDatagrams, useScale, useSendCommand } from '../context/house-context.tsx';
import { roomTasks } from './steps.ts';

interface Task {
  readonly title?: PlainKey;
  readonly names?: readonly string[];
}

const oneTask: readonly Task[] = [{}];

interface FormsProps {
  readonly kind: ComponentKind;
  readonly commands: readonly Command[];
  readonly components: readonly object[];
  readonly choice: ChoiceProps;
  /** The groups of forms by task; one group with all forms by default. */
  readonly tasks?: readonly Task[];
  /** True to show the command name in each form, with the component's values below the forms. */
  readonly isRaw?: boolean;
}

const kindLabels: Readonly<Partial<Record<ComponentKind, PlainKey>>> = {
  zone: 'setup.zone',
  schedule: 'setup.favourite',
  lamp: 'setup.lamp',
  wallSwitch: 'setup.wallSwitch',
  lightFavourite: 'setup.favourite',
};

const numberOf = (kind: ComponentKind, datagram: object): number => indexOf(kind, datagram as never);

/** Returns the number of a component, as in commands and refusals, and its name. */
const labelOf = (kind: ComponentKind, datagram: object): string => {
  const { Name = '' } = datagram as { Name?: string };
  const no = numberOf(kind, datagram);
  return Name === '' ? String(no) : t('setup.numbered', { no, name: Name });
};

/**
 * The selected component of each kind. It is kept between steps: after the sensor of a zone, an installer continues
 * with the damper of the same zone.
 */
export type Chosen = Readonly<Partial<Record<ComponentKind, number>>>;

interface ChoiceProps {
  readonly chosen: Chosen;
  readonly choose: (chosen: Chosen) => void;
}

/** Returns the selected component of a kind; a newly added component is selected automatically. */
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

const Values = ({ kind, datagram }: { kind: ComponentKind; datagram: object }) => {
  const scale = useScale();
  const lines = membersOf(kinds[kind]).flatMap(([key, field]) =>
    toLines(field, (datagram as Record<string, unknown>)[key], scale),
  );
  return (
    <details className="disclosure">
      <summary>{t('house.allValues')}</summary>
      <ValueList lines={lines} />
    </details>
  );
};

/** The forms of the commands for a selected component of a kind. */
const KindForms = ({ kind, commands, components, choice, tasks = oneTask, isRaw = false }: FormsProps) => {
  const [chosen, choose] = useChosen(kind, components, choice);
  const send = useSendCommand();
  const scale = useScale();
  const datagram = components.find((each) => numberOf(kind, each) === chosen)!;
  return (
    <>
      {kinds[kind].key !== undefined && (
        <div className="setup__choice">
          <Picker
            label={t(kindLabels[kind] ?? 'setup.component')}
            options={components.map((each) => ({ value: numberOf(kind, each), label: labelOf(kind, each) }))}
            value={chosen}
            onChange={choose}
          />
        </div>
      )}
      {tasks.map(({ title, names }) => (
        <section key={title} className="setup__section" aria-label={title && t(title)}>
          {title !== undefined && <h3>{t(title)}</h3>}
          <div className="setup__forms">
            {commands
              .filter((command) => names?.includes(command.name) ?? true)
              .filter((command) => setsSomethingOf(command, datagram))
              .map((command) => (
                <CommandForm
                  key={`${command.name} ${chosen}`}
                  {...{ command, datagram, scale, send, isRaw }}
                  index={chosen}
                />
              ))}
          </div>
        </section>
      ))}
      {isRaw && <Values kind={kind} datagram={datagram} />}
    </>
  );
};

/** The forms of a step: first those for the whole system, then those for a selected zone, lamp or favourite. */
export const StepForms = ({ step, choice }: { step: SetupStep; choice: ChoiceProps }) => {
  const datagrams = useDatagrams();
  const commands = commandsOfStep(step, datagrams);
  return (
    <>
      {componentKinds.map((kind) => {
        const own = commands.filter(({ component }) => component === kind);
        const components = (datagrams[kind] as readonly object[]).filter(isThere);
        if (own.length === 0 || components.length === 0) return null;
        return (
          <KindForms
            key={kind}
            {...{ kind, components, choice }}
            commands={own}
            {...(step === 'rooms' && { tasks: roomTasks })}
          />
        );
      })}
    </>
  );
};

/** Forms for all commands, by kind of component, with wire values. */
export const AdvancedForms = ({ choice }: { choice: ChoiceProps }) => {
  const datagrams = useDatagrams();
  const commands = commandsOfHouse(datagrams);
  const present = componentKinds.filter((kind) => commands.some(({ component }) => component === kind));
  const [place, setPlace] = useState(0);
  const kind = present[place] ?? present[0];
  if (kind === undefined) return null;
  return (
    <>
      <p className="quiet small">{t('control.advancedHelp')}</p>
      <div className="setup__choice">
        <Picker
          label={t('setup.kind')}
          options={present.map((each, value) => ({ value, label: kinds[each].name }))}
          value={present.indexOf(kind)}
          onChange={setPlace}
        />
      </div>
      <KindForms
        key={kind}
        {...{ kind, choice }}
        components={(datagrams[kind] as readonly object[]).filter(isThere)}
        commands={commands.filter(({ component }) => component === kind)}
        isRaw
      />
    </>
  );
};
