import { membersOfBody } from '@plenum/protocol/definition';
import { toExample } from '@plenum/protocol/derive';
import { type Field, factsOf, isIndex, type NumberField, type RecordField } from '@plenum/protocol/field';
import type { AnyOverride, Override } from '@plenum/protocol/simulation';
import { useState } from 'react';
import { Button } from 'react-aria-components';
import { FieldForm } from '../definition/field-form.tsx';
import { FieldInput } from '../definition/field-input.tsx';
import { Picker } from '../design/field/picker.tsx';
import { composeBody } from '../reading/body.ts';
import { capital, type Option, toLabel } from '../reading/words.ts';
import { defined } from '../text/defined.ts';
import { useSimulator } from './simulator-context.ts';

interface OverrideFormProps {
  readonly override: Override;
  /** The components that the override can be applied to. */
  readonly things: readonly Option[];
  /** The current values of its fields, if they are known. */
  readonly present?: Readonly<Record<string, unknown>>;
  readonly button: string;
}

const isOptional = ({ body }: Override, key: string): boolean =>
  'required' in body && !(body as RecordField).required.includes(key);

/** True if the field allows only one value. */
const isFixed = (field: Field): boolean => {
  const { minimum, maximum } = field as NumberField;
  return minimum !== undefined && minimum === maximum;
};

/** The form of an override, generated from its definition. An optional value is sent only if it was changed. */
export function OverrideForm({ override, things, present = {}, button }: OverrideFormProps) {
  const { scale, apply } = useSimulator();
  const parts = membersOfBody(override.body);
  const first = Object.fromEntries(
    parts.map(([key, field]) => [key, (isIndex(field) ? things[0]?.value : undefined) ?? toExample(field)]),
  );
  const [draft, setDraft] = useState<Readonly<Record<string, unknown>>>({});
  const values = { ...first, ...present, ...draft };
  const sent = Object.fromEntries(
    Object.entries(values).filter(([key]) => key in draft || !isOptional(override, key)),
  );
  return (
    <FieldForm
      className="fault-form"
      label={defined(override.summary)}
      onSubmit={() => apply(override.name as AnyOverride['name'], composeBody(override.body, sent))}
    >
      {parts.map(([key, field]) => {
        const change = (value: unknown) => setDraft({ ...draft, [key]: value });
        if (isFixed(field)) return null;
        if (isIndex(field))
          return (
            <Picker
              key={key}
              label={capital(defined(factsOf(field).noun ?? ''))}
              options={things}
              value={values[key] as number}
              onChange={change}
            />
          );
        return (
          <FieldInput
            key={key}
            field={field}
            label={toLabel(field)}
            value={values[key]}
            onChange={change}
            scale={scale}
          />
        );
      })}
      <Button type="submit" className="button button--main">
        {button}
      </Button>
    </FieldForm>
  );
}
