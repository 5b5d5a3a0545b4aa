import type { Field } from '@plenum/protocol/field';
import { factsOf } from '@plenum/protocol/field';
import { type QuirkName, type Quirks, quirks } from '@plenum/protocol/quirks';
import { useState } from 'react';
import { Button } from 'react-aria-components';
import { Picker } from '../design/field/picker.tsx';
import { Icon } from '../design/icon.tsx';
import type { Scale } from '../reading/number/temperature.ts';
import { toLabel } from '../reading/words.ts';
import { defined } from '../text/defined.ts';
import { t } from '../text/text.ts';
import { FieldForm } from './field-form.tsx';
import { FieldInput } from './field-input.tsx';
import './quirk-fields.css';

const fieldOf = (name: QuirkName): Field => quirks[name].value;
const isFlag = (name: QuirkName) => factsOf(fieldOf(name)).kind === 'flag';

/** Describes an active quirk by its name and, unless it is a flag, its value. */
const describe = (name: QuirkName, value: unknown) =>
  isFlag(name) ? name : `${name}: ${value} ${factsOf(fieldOf(name)).unit ?? ''}`.trim();

const without = (active: Quirks, name: QuirkName): Quirks => {
  const { [name]: _, ...others } = active;
  return others;
};

interface QuirkFormProps {
  readonly name: QuirkName;
  readonly scale: Scale;
  readonly onApply: (value: unknown) => unknown;
}

const QuirkForm = ({ name, scale, onApply }: QuirkFormProps) => {
  const field = fieldOf(name);
  const [value, setValue] = useState<unknown>(factsOf(field).example);
  return (
    <FieldForm className="fault-form" label={defined(quirks[name].summary)} onSubmit={() => onApply(value)}>
      {!isFlag(name) && (
        <FieldInput field={field} label={toLabel(field)} value={value} onChange={setValue} scale={scale} />
      )}
      <Button type="submit" className="button button--main">
        {t('definition.apply')}
      </Button>
    </FieldForm>
  );
};

interface QuirkFieldsProps {
  /** The quirks that can be switched on. */
  readonly names: readonly QuirkName[];
  readonly active: Quirks;
  /** Replaces the active quirks. */
  readonly onChange: (quirks: Quirks) => unknown;
  readonly scale: Scale;
}

/** Lists the active quirks, each with a button to clear it, and a form to switch on another one. */
export function QuirkFields({ names, active, onChange, scale }: QuirkFieldsProps) {
  const [chosen, choose] = useState(0);
  const name = names[chosen]!;
  const entries = Object.entries(active) as [QuirkName, unknown][];
  return (
    <>
      {entries.length > 0 && (
        <ul className="active-faults">
          {entries.map(([each, value]) => (
            <li key={each} className="active-fault" data-activity="alert">
              <Icon name="warning" />
              <span>{describe(each, value)}</span>
              <Button className="button button--small" onPress={() => onChange(without(active, each))}>
                {t('simulator.clear')}
              </Button>
            </li>
          ))}
        </ul>
      )}
      <Picker
        label={t('simulator.quirk')}
        value={chosen}
        onChange={choose}
        options={names.map((each, value) => ({ value, label: defined(quirks[each].summary) }))}
      />
      <QuirkForm
        key={name}
        name={name}
        scale={scale}
        onApply={(value) => onChange({ ...active, [name]: value })}
      />
    </>
  );
}
