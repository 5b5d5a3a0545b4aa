import { catalogue } from '@plenum/protocol/command';
import type { DatagramOf } from '@plenum/protocol/component';
import type { RecordField } from '@plenum/protocol/field';
import { FieldInput } from '../../definition/field-input.tsx';
import { Toggle } from '../../design/field/toggle.tsx';
import { entriesOf } from '../../reading/house/unit-entry.ts';
import { toLabel } from '../../reading/words.ts';
import { t } from '../../text/text.ts';
import { useAll, useScale, useSendCommand } from '../house-context.tsx';
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
  readonly onChange: (change: Values) => void;
}

const SplitForm = ({ split, values, onChange }: SplitFormProps) => {
  const scale = useScale();
  return (
    <fieldset className="units__one" aria-label={split.Name}>
      <Toggle
        label={split.Name}
        isOn={values.Apply === 1}
        onChange={(on) => onChange({ Apply: on ? 1 : 0 })}
      />
      {values.Apply === 1 && (
        <div className="units__fields">
          {Object.entries(members).map(([key, field]) => (
            <FieldInput
              key={key}
              field={field}
              label={toLabel(field)}
              value={values[key]}
              onChange={(value: unknown) => onChange({ [key]: value })}
              scale={scale}
              isBrand={split.Brand === 1}
            />
          ))}
        </div>
      )}
    </fieldset>
  );
};

/** The changes made here, by the number of the split; the other settings may be changed elsewhere. */
const noDrafts: ReadonlyMap<number, Values> = new Map();

/** The settings of a favourite for each paired split. */
export function SplitTable({ favourite }: { favourite: DatagramOf<'splitFavourite'> }) {
  const splits = useAll('split').filter(({ Att }) => Att === 1);
  const command = useSendCommand();
  const save = async (given: ReadonlyMap<number, Values>) => {
    for (const split of splits) {
      const changed = given.get(split.Index);
      if (changed === undefined) continue;
      const body = { SplitIndex: split.Index, FavouriteIndex: favourite.Index };
      if (!(await command(change, { ...body, ...valuesOf(split), ...changed }))) return;
    }
  };
  const { draft: drafts = noDrafts, change: edit } = useAutosave(save);
  const entries = entriesOf(favourite);
  const valuesOf = (split: Split): Values => {
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
          values={{ ...valuesOf(split), ...drafts.get(split.Index) }}
          onChange={(more) =>
            edit(new Map([...drafts, [split.Index, { ...drafts.get(split.Index), ...more }]]))
          }
        />
      ))}
      <p className="quiet small">{t('schedule.sleepKept')}</p>
    </section>
  );
}
