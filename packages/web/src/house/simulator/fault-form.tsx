import { membersOfBody } from '@plenum/protocol/command';
import { toExample } from '@plenum/protocol/derive';
import { factsOf, isIndex } from '@plenum/protocol/field';
import type { FaultName, Override } from '@plenum/protocol/simulation';
import { useState } from 'react';
import { Button } from 'react-aria-components';
import { FieldForm } from '../../definition/field-form.tsx';
import { FieldInput, toLabel } from '../../definition/field-input.tsx';
import { Picker } from '../../design/picker.tsx';
import { composeBody } from '../../reading/body.ts';
import { faultTargets } from '../../reading/fault.ts';
import { capital, defined } from '../../reading/words.ts';
import { t } from '../../text/text.ts';
import { useApplyOverride, useDatagrams, useScale } from '../context/house-context.tsx';

/** The form of a fault: component and extent, from its definition. */
export const FaultForm = ({ fault }: { fault: Override }) => {
  const applyOverride = useApplyOverride();
  const scale = useScale();
  const things = faultTargets(fault.name as FaultName, useDatagrams());
  const parts = membersOfBody(fault.body);
  const first = Object.fromEntries(
    parts.map(([key, field]) => [key, (isIndex(field) ? things[0]?.value : undefined) ?? toExample(field)]),
  );
  const [draft, setDraft] = useState<Readonly<Record<string, unknown>>>({});
  const values = { ...first, ...draft };
  return (
    <FieldForm
      className="fault-form"
      label={defined(fault.summary)}
      onSubmit={() => applyOverride(fault.name as FaultName, composeBody(fault.body, values))}
    >
      {parts.map(([key, field]) => {
        const change = (value: unknown) => setDraft({ ...draft, [key]: value });
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
        {t('simulator.inject')}
      </Button>
    </FieldForm>
  );
};
