import { catalogue } from '@plenum/protocol/command';
import type { DatagramOf } from '@plenum/protocol/component';
import type { RecordField } from '@plenum/protocol/field';
import { useState } from 'react';
import { Button } from 'react-aria-components';
import { FieldInput, toLabel } from '../../definition/field-input.tsx';
import { Toggle } from '../../design/toggle.tsx';
import { entriesOf } from '../../reading/unit-entry.ts';
import { t } from '../../text/text.ts';
import { useAll, useScale, useSendCommand } from '../context/house-context.tsx';

type Split = DatagramOf<'split'>;
type Values = Readonly<Record<string, unknown>>;

const change = 'SplitSystemChangeSplitFavourite';
const {
  SplitIndex: _,
  FavouriteIndex: __,
  Apply: ___,
  ...members
} = (catalogue.get(change)!.body as RecordField).properties;

interface SplitFormProps {
  readonly split: Split;
  readonly values: Values;
  readonly onChange: (values: Values) => void;
}

const SplitForm = ({ split, values, onChange }: SplitFormProps) => {
  const scale = useScale();
  return (
    <fieldset className="units__one" aria-label={split.Name}>
      <Toggle
        label={split.Name}
        isOn={values.Apply === 1}
        onChange={(on) => onChange({ ...values, Apply: on ? 1 : 0 })}
      />
      {values.Apply === 1 && (
        <div className="units__fields">
          {Object.entries(members).map(([key, field]) => (
            <FieldInput
              key={key}
              field={field}
              label={toLabel(field)}
              value={values[key]}
              onChange={(value: unknown) => onChange({ ...values, [key]: value })}
              scale={scale}
              isBrand={split.Brand === 1}
            />
          ))}
        </div>
      )}
    </fieldset>
  );
};

/** The settings of a favourite for each paired split. */
export const SplitTable = ({ favourite }: { favourite: DatagramOf<'splitFavourite'> }) => {
  const splits = useAll('split').filter(({ Att }) => Att === 1);
  const command = useSendCommand();
  const [drafts, setDrafts] = useState<ReadonlyMap<number, Values>>(new Map());
  const entries = entriesOf(favourite);
  const valuesOf = (split: Split): Values => {
    const draft = drafts.get(split.Index);
    if (draft !== undefined) return draft;
    const entry = entries.find(({ Index }) => Index === split.Index);
    const { On, Mode, Fan, Setpoint, Swing } = entry ?? split;
    return { Apply: entry === undefined ? 0 : 1, On, Mode, Fan, Setpoint, Swing, Sleep: 0 };
  };
  const save = async () => {
    for (const [SplitIndex, values] of drafts) {
      if (!(await command(change, { SplitIndex, FavouriteIndex: favourite.Index, ...values }))) return;
      setDrafts((now) => new Map([...now].filter(([, draft]) => draft !== values)));
    }
  };
  return (
    <section className="units" aria-label={t('house.splits')}>
      <h3>{t('schedule.splitsChanged')}</h3>
      {splits.map((split) => (
        <SplitForm
          key={split.Index}
          split={split}
          values={valuesOf(split)}
          onChange={(values) => setDrafts((now) => new Map([...now, [split.Index, values]]))}
        />
      ))}
      <p className="quiet small">{t('schedule.sleepKept')}</p>
      <Button className="button button--main" isDisabled={drafts.size === 0} onPress={save}>
        {t('schedule.saveSplits')}
      </Button>
    </section>
  );
};
