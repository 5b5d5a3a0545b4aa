import { catalogue } from '@plenum/protocol/command';
import type { DatagramOf } from '@plenum/protocol/component';
import type { RecordField } from '@plenum/protocol/field';
import { FieldInput, toLabel } from '../../definition/field-input.tsx';
import { Toggle } from '../../design/toggle.tsx';
import { entriesOf } from '../../reading/unit-entry.ts';
import { t } from '../../text/text.ts';
import { useAll, useScale, useSendCommand } from '../context/house-context.tsx';
import { useAutosave } from './use-autosave.ts';

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

const noDrafts: ReadonlyMap<number, Values> = new Map();

/** The settings of a favourite for each paired split. */
export const SplitTable = ({ favourite }: { favourite: DatagramOf<'splitFavourite'> }) => {
  const splits = useAll('split').filter(({ Att }) => Att === 1);
  const command = useSendCommand();
  const save = async (given: ReadonlyMap<number, Values>) => {
    for (const [SplitIndex, values] of given)
      if (!(await command(change, { SplitIndex, FavouriteIndex: favourite.Index, ...values }))) return;
  };
  const { draft: drafts = noDrafts, change: edit } = useAutosave(save);
  const entries = entriesOf(favourite);
  const valuesOf = (split: Split): Values => {
    const draft = drafts.get(split.Index);
    if (draft !== undefined) return draft;
    const entry = entries.find(({ Index }) => Index === split.Index);
    const { On, Mode, Fan, Setpoint, Swing } = entry ?? split;
    return { Apply: entry === undefined ? 0 : 1, On, Mode, Fan, Setpoint, Swing, Sleep: 0 };
  };
  return (
    <section className="units" aria-label={t('house.splits')}>
      <h3>{t('schedule.splitsChanged')}</h3>
      {splits.map((split) => (
        <SplitForm
          key={split.Index}
          split={split}
          values={valuesOf(split)}
          onChange={(values) => edit(new Map([...drafts, [split.Index, values]]))}
        />
      ))}
      <p className="quiet small">{t('schedule.sleepKept')}</p>
    </section>
  );
};
