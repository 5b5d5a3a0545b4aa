import type { CommandName } from '@plenum/protocol/command';
import type { Command } from '@plenum/protocol/definition';
import { type Field, factsOf, isIndex } from '@plenum/protocol/field';
import { useState } from 'react';
import { Button } from 'react-aria-components';
import type { Scale } from '../reading/number/temperature.ts';
import { toLabel } from '../reading/words.ts';
import { defined } from '../text/defined.ts';
import { t } from '../text/text.ts';
import { clearIfUnchanged } from './clear-draft.ts';
import { FieldForm } from './field-form.tsx';
import { FieldInput } from './field-input.tsx';
import { currentValues, inputsOf, isChoosable, toBody } from './form-values.ts';
import './definition.css';

const isFlag = (field: Field): boolean => ['flag', 'bool'].includes(factsOf(field).kind);

interface CommandFormProps {
  readonly command: Command;
  readonly index: number;
  readonly datagram: object;
  readonly scale: Scale;
  /** True if the name of the command is shown. */
  readonly isRaw?: boolean;
  readonly send: (name: CommandName, body: unknown) => Promise<boolean>;
}

/** The form of one command to one component, filled with the component's current values. */
export function CommandForm({ command, index, datagram, scale, send, isRaw = false }: CommandFormProps) {
  // Contains only the fields that were changed here. The others show the component's current values, which may change
  // at any time.
  const [draft, setDraft] = useState<Readonly<Record<string, unknown>>>();
  const values = { ...currentValues(command, datagram, draft), ...draft };
  const members = inputsOf(command).filter(([, field]) => isChoosable(field));
  // A form with a single switch is labelled with the command's description, since the switch's own label may be just
  // "yes".
  const isSwitch = members.length === 1 && isFlag(members[0]![1]);
  const fieldOf = (key: string) => members.find(([one]) => one === key)![1];
  /** If a member selects an entry, the form shows the values of that entry. */
  const change = (key: string, field: Field, value: unknown) =>
    setDraft((now) => {
      const chosen = Object.entries(now ?? {}).filter(([one]) => isIndex(fieldOf(one)));
      return { ...(isIndex(field) ? Object.fromEntries(chosen) : now), [key]: value };
    });
  const submit = async () => {
    if (await send(command.name as CommandName, toBody(command, index, values)))
      setDraft(clearIfUnchanged(draft));
  };
  return (
    <FieldForm className="command" onSubmit={submit} label={defined(command.summary)}>
      {!isSwitch && <p className="command__summary">{defined(command.summary)}</p>}
      <div className="command__fields">
        {members.map(([key, field]) => (
          <FieldInput
            key={key}
            field={field}
            label={isSwitch ? defined(command.summary) : toLabel(field)}
            value={values[key]}
            onChange={(value: unknown) => change(key, field, value)}
            scale={scale}
            isBrand={(datagram as { Brand?: number }).Brand === 1}
          />
        ))}
        <Button
          type="submit"
          className={draft === undefined ? 'button button--small' : 'button button--small button--main'}
        >
          {members.length === 0 ? t('definition.run') : t('definition.apply')}
        </Button>
      </div>
      {isRaw && <code className="command__name">{command.name}</code>}
    </FieldForm>
  );
}
