import {
  type Field,
  factsOf,
  type Kind,
  type ListField,
  type NumberField,
  type RecordField,
} from '@plenum/protocol/field';
import type { ReactNode } from 'react';
import { Button } from 'react-aria-components';
import { Labelled } from '../design/field/labelled.tsx';
import { Picker } from '../design/field/picker.tsx';
import { Segmented } from '../design/field/segmented.tsx';
import { Stepper } from '../design/field/stepper.tsx';
import { Toggle } from '../design/field/toggle.tsx';
import { formatNumber } from '../reading/number/quantity.ts';
import type { Scale } from '../reading/number/temperature.ts';
import { capital, optionsOf, toLabel } from '../reading/words.ts';
import { defined } from '../text/defined.ts';
import { t } from '../text/text.ts';
import { fromScale, NumberInput } from './number-input.tsx';
import { SetpointStepper } from './setpoint-stepper.tsx';
import { TypedInput } from './typed-input.tsx';

interface InputProps<F = Field> {
  readonly field: F;
  readonly label: string;
  readonly value: unknown;
  readonly onChange: (value: never) => void;
  readonly scale: Scale;
  /** True if the fan speeds have the labels of a brand (`Brand` 1). */
  readonly isBrand?: boolean;
}

type Draw = (props: InputProps<never>) => ReactNode;
type Change<Value> = (value: Value) => void;

const manySteps = 40;
/** Maximum total length of labels that are shown next to each other, so that they fit on a phone. */
const widest = 16;

const degrees: Draw = ({ field, label, value, onChange, scale }: InputProps<NumberField>) => (
  <Labelled label={label}>
    <SetpointStepper
      label={label}
      value={value as number}
      min={field.minimum ?? 0}
      max={field.maximum ?? 10_000}
      step={field.multipleOf ?? 50}
      settle={0}
      onChange={onChange as Change<number>}
      scale={scale}
    />
  </Labelled>
);

const choice: Draw = ({ field, label, value, onChange, isBrand }: InputProps<NumberField>) => {
  const options = optionsOf(field, isBrand);
  const props = { label, options, value: value as number, onChange: onChange as Change<number> };
  if (options.reduce((sum, each) => sum + each.label.length, 0) > widest) return <Picker {...props} />;
  return (
    <Labelled label={label}>
      <Segmented {...props} />
    </Labelled>
  );
};

const flag: Draw = ({ label, value, onChange }: InputProps) => (
  <Toggle
    label={label}
    isOn={value === 1 || value === true}
    onChange={(on) => (onChange as Change<number>)(on ? 1 : 0)}
  />
);

const bool: Draw = ({ label, value, onChange }: InputProps) => (
  <Toggle label={label} isOn={value === true} onChange={onChange as Change<boolean>} />
);

const number: Draw = ({ field, label, value, onChange }: InputProps<NumberField>) => {
  const { minimum, maximum, multipleOf } = field;
  const { unit, scale = 1 } = factsOf(field);
  const steps = ((maximum ?? 1e9) - (minimum ?? 0)) / (multipleOf ?? 1);
  if (steps <= manySteps)
    return (
      <Labelled label={label}>
        <Stepper
          label={label}
          value={value as number}
          min={minimum ?? 0}
          max={maximum ?? 0}
          step={multipleOf ?? 1}
          settle={0}
          onChange={onChange as Change<number>}
          format={(wire) => formatNumber(fromScale(wire, scale))}
          {...(unit !== undefined && { unit: defined(unit) })}
        />
      </Labelled>
    );
  return (
    <NumberInput field={field} label={label} value={value as number} onChange={onChange as Change<number>} />
  );
};

const text: Draw = ({ field, label, value, onChange }: InputProps) => {
  const { expected } = factsOf(field);
  return (
    <TypedInput
      field={field}
      typed={value}
      label={
        <>
          {label}
          {expected !== undefined && `, ${defined(expected)}`}
        </>
      }
      type="text"
      autoComplete="off"
      value={String(value)}
      onChange={({ target }) => (onChange as Change<string>)(target.value)}
    />
  );
};

const word: Draw = ({ field, label, value, onChange }: InputProps<Field & { enum: readonly string[] }>) => (
  <Labelled label={label}>
    <Segmented
      label={label}
      options={field.enum.map((each, place) => ({ value: place, label: capital(defined(each)) }))}
      value={field.enum.indexOf(String(value))}
      onChange={(place) => (onChange as Change<string>)(field.enum[place]!)}
    />
  </Labelled>
);

const record: Draw = ({ field, value, onChange, scale }: InputProps<RecordField>) => (
  <div className="fields">
    {Object.entries(field.properties).map(([key, member]) => (
      <FieldInput
        key={key}
        field={member}
        label={toLabel(member)}
        value={(value as Record<string, unknown>)[key]}
        onChange={(next) => (onChange as Change<object>)({ ...(value as object), [key]: next })}
        scale={scale}
      />
    ))}
  </div>
);

const list: Draw = ({ field, label, value, onChange, scale }: InputProps<ListField<Field>>) => {
  const items = value as readonly unknown[];
  const change = onChange as Change<readonly unknown[]>;
  return (
    <fieldset className="list-field">
      <legend className="field__label">{label}</legend>
      {items.map((item, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an entry is its place
        <div key={place} className="list-field__item">
          <span className="num quiet">{place}</span>
          <FieldInput
            field={field.items}
            label={`${label} ${place}`}
            value={item}
            onChange={(next) => change(items.with(place, next))}
            scale={scale}
          />
        </div>
      ))}
      <div className="list-field__tools">
        {items.length > field.minItems && (
          <Button className="button button--small" onPress={() => change(items.slice(0, -1))}>
            {t('definition.removeLast')}
          </Button>
        )}
        {items.length < field.maxItems && items.length > 0 && (
          <Button className="button button--small" onPress={() => change([...items, items.at(-1)])}>
            {t('definition.addOne')}
          </Button>
        )}
      </div>
    </fieldset>
  );
};

const nothing: Draw = () => null;

/** The input for each kind of field. The type requires an entry for every kind. */
const inputs: Record<Kind, Draw> = {
  temperature: degrees,
  setpoint: degrees,
  flag,
  choice,
  percent: number,
  minutes: number,
  clock: number,
  index: number,
  number,
  instant: nothing,
  quantity: number,
  name: text,
  text,
  word,
  bool,
  record,
  object: nothing,
  list,
  map: nothing,
};

/** The input for any field, selected by its definition. */
export function FieldInput(props: InputProps) {
  const Input = inputs[factsOf(props.field).kind] as (props: InputProps) => ReactNode;
  return <Input {...props} />;
}
