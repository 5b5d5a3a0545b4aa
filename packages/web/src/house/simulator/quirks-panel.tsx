import type { Field } from '@plenum/protocol/field';
import { factsOf } from '@plenum/protocol/field';
import { type QuirkName, type Quirks, quirkNames, quirks } from '@plenum/protocol/quirks';
import { useState } from 'react';
import { Button } from 'react-aria-components';
import { FieldForm } from '../../definition/field-form.tsx';
import { FieldInput } from '../../definition/field-input.tsx';
import { Picker } from '../../design/field/picker.tsx';
import { Icon } from '../../design/icon.tsx';
import { toLabel } from '../../reading/words.ts';
import { defined } from '../../text/defined.ts';
import { t } from '../../text/text.ts';
import { useApplyOverride, useScale } from '../context/house-context.tsx';

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
  readonly onApply: (value: unknown) => unknown;
}

const QuirkForm = ({ name, onApply }: QuirkFormProps) => {
  const field = fieldOf(name);
  const scale = useScale();
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

/** Switches on quirks of real devices, for testing clients. */
export const QuirksPanel = ({ active }: { active: Quirks }) => {
  const applyOverride = useApplyOverride();
  const [chosen, choose] = useState(0);
  const name = quirkNames[chosen]!;
  const entries = Object.entries(active) as [QuirkName, unknown][];
  return (
    <section className="panel card" aria-labelledby="quirks-title">
      <h2 id="quirks-title">{t('simulator.behaviour')}</h2>
      <p className="quiet small">{t('simulator.behaviourHelp')}</p>
      {entries.length > 0 && (
        <ul className="active-faults">
          {entries.map(([each, value]) => (
            <li key={each} className="active-fault" data-activity="alert">
              <Icon name="warning" />
              <span>{describe(each, value)}</span>
              <Button
                className="button button--small"
                onPress={() => applyOverride('Quirks', without(active, each))}
              >
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
        options={quirkNames.map((each, value) => ({ value, label: defined(quirks[each].summary) }))}
      />
      <QuirkForm
        key={name}
        name={name}
        onApply={(value) => applyOverride('Quirks', { ...active, [name]: value })}
      />
    </section>
  );
};
