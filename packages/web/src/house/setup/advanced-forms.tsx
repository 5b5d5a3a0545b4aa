import { commandsOfHouse, isThere } from '@plenum/insight/setup';
import { type ComponentKind, componentKinds, kinds } from '@plenum/protocol/component';
import type { Command } from '@plenum/protocol/definition';
import { membersOf } from '@plenum/protocol/definition';
import { useState } from 'react';
import { CommandForm } from '../../definition/command-form.tsx';
import { inputsOf, setsSomethingOf } from '../../definition/form-values.ts';
import { toLines } from '../../definition/format-value.ts';
import { Picker } from '../../design/field/picker.tsx';
import { TextField } from '../../design/field/text-field.tsx';
import { ValueList } from '../../design/value-list.tsx';
import { toLabel } from '../../reading/words.ts';
import { defined } from '../../text/defined.ts';
import { t } from '../../text/text.ts';
import { useDatagrams, useScale, useSendCommand } from '../house-context.tsx';
import { KindChoice, numberOf, useChosen } from './kind-choice.tsx';

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

interface KindFormsProps {
  readonly kind: ComponentKind;
  readonly commands: readonly Command[];
  readonly components: readonly object[];
}

/** The forms of commands to a chosen component of a kind, with their names and the values of the component. */
const KindForms = ({ kind, commands, components }: KindFormsProps) => {
  const [index, choose] = useChosen(kind, components);
  const send = useSendCommand();
  const scale = useScale();
  const datagram = components.find((each) => numberOf(kind, each) === index)!;
  return (
    <>
      <KindChoice kind={kind} components={components} choose={choose} chosen={index} />
      <div className="setup__forms">
        {commands
          .filter((command) => setsSomethingOf(command, datagram))
          .map((command) => (
            <CommandForm
              key={`${command.name} ${index}`}
              command={command}
              datagram={datagram}
              index={index}
              scale={scale}
              send={send}
              isRaw
            />
          ))}
      </div>
      <Values kind={kind} datagram={datagram} />
    </>
  );
};

/** Returns the searchable text of a command: its name, its description and its fields, in English and as shown. */
const textOf = (command: Command): string =>
  [
    command.name,
    command.summary,
    defined(command.summary),
    ...inputsOf(command).map(([, field]) => toLabel(field)),
  ]
    .join(' ')
    .toLowerCase();

/** Forms for all commands with their wire values: of one kind of component, or those that a search finds. */
export function AdvancedForms() {
  const datagrams = useDatagrams();
  const commands = commandsOfHouse(datagrams);
  const present = componentKinds.filter((kind) => commands.some(({ component }) => component === kind));
  const [place, setPlace] = useState(0);
  const [search, setSearch] = useState('');
  const words = search
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  const isFound = (command: Command) => words.every((word) => textOf(command).includes(word));
  const shown = words.length > 0 ? present : present.slice(place, place + 1);
  const found = shown
    .map((kind) => ({
      kind,
      components: (datagrams[kind] as readonly object[]).filter(isThere),
      commands: commands.filter((command) => command.component === kind && isFound(command)),
    }))
    .filter((each) => each.commands.length > 0 && each.components.length > 0);
  const count = found.reduce((sum, each) => sum + each.commands.length, 0);
  return (
    <>
      <p className="quiet small">{t('control.advancedHelp')}</p>
      <div className="setup__search">
        <TextField
          label={t('setup.search')}
          value={search}
          onChange={setSearch}
          hint={t('setup.searchHint')}
        />
        <p role="status" className="quiet small">
          {words.length > 0 && t('setup.found', { count })}
        </p>
      </div>
      {words.length === 0 && (
        <div className="setup__choice">
          <Picker
            label={t('setup.kind')}
            options={present.map((each, value) => ({ value, label: kinds[each].name }))}
            value={place}
            onChange={setPlace}
          />
        </div>
      )}
      {found.map((each) => (
        <section key={each.kind} className="setup__section" aria-label={kinds[each.kind].name}>
          {words.length > 0 && <h3 className="section-title">{kinds[each.kind].name}</h3>}
          <KindForms {...each} />
        </section>
      ))}
    </>
  );
}
