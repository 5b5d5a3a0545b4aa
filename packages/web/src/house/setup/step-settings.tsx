import { commandsOfStep, isThere, type SetupStep } from '@plenum/insight/setup';
import { type ComponentKind, componentKinds } from '@plenum/protocol/component';
import type { Command } from '@plenum/protocol/definition';
import { setsSomethingOf } from '../../definition/form-values.ts';
import { useDatagrams } from '../house-context.tsx';
import { CommandSetting } from './command-setting.tsx';
import { KindChoice, numberOf, useChosen } from './kind-choice.tsx';

interface KindSettingsProps {
  readonly kind: ComponentKind;
  readonly commands: readonly Command[];
  readonly components: readonly object[];
}

const KindSettings = ({ kind, commands, components }: KindSettingsProps) => {
  const [chosen, choose] = useChosen(kind, components);
  const datagram = components.find((each) => numberOf(kind, each) === chosen)!;
  return (
    <section className="settings settings--columns card">
      <KindChoice kind={kind} components={components} chosen={chosen} choose={choose} />
      {commands
        .filter((command) => setsSomethingOf(command, datagram))
        .map((command) => (
          <CommandSetting
            key={`${command.name} ${chosen}`}
            command={command}
            datagram={datagram}
            index={chosen}
          />
        ))}
    </section>
  );
};

/** The settings of a step: first those of the whole system, then those of a chosen lamp or channel. */
export function StepSettings({ step }: { step: SetupStep }) {
  const datagrams = useDatagrams();
  const commands = commandsOfStep(step, datagrams);
  return componentKinds.map((kind) => {
    const own = commands.filter(({ component }) => component === kind);
    const components = (datagrams[kind] as readonly object[]).filter(isThere);
    if (own.length === 0 || components.length === 0) return null;
    return <KindSettings key={kind} kind={kind} components={components} commands={own} />;
  });
}
