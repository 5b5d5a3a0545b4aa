import type { Field } from '@plenum/protocol/field';
import { factsOf } from '@plenum/protocol/field';
import { type MannerName, type Manners, mannerNames, manners } from '@plenum/protocol/manners';
import { useState } from 'react';
import { Button } from 'react-aria-components';
import { FieldForm } from '../../definition/field-form.tsx';
import { FieldInput } from '../../definition/field-input.tsx';
import { Icon } from '../../design/icon.tsx';
import { Picker } from '../../design/picker.tsx';
import { defined, toLabel } from '../../reading/words.ts';
import { t } from '../../text/text.ts';
import { useApplyOverride, useScale } from '../context/house-context.tsx';

const fieldOf = (name: MannerName): Field => manners[name].value;
const isFlag = (name: MannerName) => factsOf(fieldOf(name)).kind === 'flag';

/** The value of a manner as text; that it is there says all of a flag. */
const describe = (name: MannerName, value: unknown) =>
  isFlag(name) ? name : `${name}: ${value} ${factsOf(fieldOf(name)).unit ?? ''}`.trim();

const without = (active: Manners, name: MannerName): Manners => {
  const { [name]: _, ...others } = active;
  return others;
};

interface MannerFormProps {
  readonly name: MannerName;
  readonly onApply: (value: unknown) => unknown;
}

const MannerForm = ({ name, onApply }: MannerFormProps) => {
  const field = fieldOf(name);
  const scale = useScale();
  const [value, setValue] = useState<unknown>(factsOf(field).example);
  return (
    <FieldForm className="fault-form" label={defined(manners[name].summary)} onSubmit={() => onApply(value)}>
      {!isFlag(name) && (
        <FieldInput field={field} label={toLabel(field)} value={value} onChange={setValue} scale={scale} />
      )}
      <Button type="submit" className="button button--main">
        {t('definition.apply')}
      </Button>
    </FieldForm>
  );
};

/** Lets the bridge behave as real devices do, for testing clients. */
export const MannersPanel = ({ active }: { active: Manners }) => {
  const applyOverride = useApplyOverride();
  const [chosen, choose] = useState(0);
  const name = mannerNames[chosen]!;
  const entries = Object.entries(active) as [MannerName, unknown][];
  return (
    <section className="panel card" aria-labelledby="manners-title">
      <h2 id="manners-title">{t('simulator.behaviour')}</h2>
      <p className="quiet small">{t('simulator.behaviourHelp')}</p>
      {entries.length > 0 && (
        <ul className="active-faults">
          {entries.map(([each, value]) => (
            <li key={each} className="active-fault" data-activity="alert">
              <Icon name="warning" />
              <span>{describe(each, value)}</span>
              <Button
                className="button button--small"
                onPress={() => applyOverride('Manners', without(active, each))}
              >
                {t('simulator.clear')}
              </Button>
            </li>
          ))}
        </ul>
      )}
      <Picker
        label={t('simulator.manner')}
        value={chosen}
        onChange={choose}
        options={mannerNames.map((each, value) => ({ value, label: defined(manners[each].summary) }))}
      />
      <MannerForm
        key={name}
        name={name}
        onApply={(value) => applyOverride('Manners', { ...active, [name]: value })}
      />
    </section>
  );
};
