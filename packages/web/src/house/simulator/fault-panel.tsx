import {
  type ComponentKind,
  type FaultName,
  type Field,
  factsOf,
  faultNames,
  type Intervention,
  interventions,
  type RecordField,
  type SimulationStatus,
  toExample,
} from '@plenum/protocol';
import { useState } from 'react';
import { Button } from 'react-aria-components';
import { FieldInput, toLabel } from '../../definition/field-input.tsx';
import { Icon } from '../../design/icon.tsx';
import { Picker } from '../../design/picker.tsx';
import { capital } from '../../reading/words.ts';
import { useHouse, useIntervene, useScale, useStore } from '../context.tsx';

/** What each index of a fault counts, so that it can be chosen by name. */
const counted: Readonly<Record<string, ComponentKind>> = {
  zone: 'zone',
  split: 'split',
  unit: 'vrf',
  station: 'station',
};

const isIndex = (field: Field) => factsOf(field).kind === 'index';

/** The member of a fault that breaks something, and the value of it that is whole. */
const wholeOf = (field: Field): unknown => (factsOf(field).kind === 'text' ? '' : 0);

const mendedBody = ({ body }: Intervention, broken: unknown): unknown => {
  if (factsOf(body).kind !== 'record') return wholeOf(body);
  const members = Object.entries((body as RecordField).properties).map(([key, field]) => [
    key,
    isIndex(field)
      ? (broken as Record<string, unknown>)[key]
      : key === 'Level'
        ? bestLevel(field)
        : wholeOf(field),
  ]);
  return Object.fromEntries(members);
};

const bestLevel = (field: Field): number =>
  Object.entries(factsOf(field).choices ?? {}).find(([word]) => word === 'full')?.[1] ?? 0;

const useNames = () => {
  const { house } = useHouse();
  const datagrams = useStore(house.state, (state) => state.datagrams);
  return (noun: string): readonly { value: number; label: string }[] => {
    const kind = counted[noun];
    const all =
      kind === undefined ? [] : (datagrams[kind] as readonly { Index?: number; X?: number; Name: string }[]);
    return all.map((one) => ({ value: one.Index ?? one.X ?? 0, label: one.Name }));
  };
};

const FaultForm = ({ fault }: { fault: Intervention }) => {
  const intervene = useIntervene();
  const scale = useScale();
  const namesOf = useNames();
  const isRecord = factsOf(fault.body).kind === 'record';
  const members: readonly (readonly [string, Field])[] = isRecord
    ? Object.entries((fault.body as RecordField).properties)
    : [['', fault.body]];
  const first = Object.fromEntries(
    members.map(([key, field]) => {
      const names = isIndex(field) ? namesOf(factsOf(field).noun ?? '') : [];
      return [key, names[0]?.value ?? toExample(field)];
    }),
  );
  const [draft, setDraft] = useState<Readonly<Record<string, unknown>>>({});
  const values = { ...first, ...draft };
  return (
    <form
      className="fault-form"
      aria-label={fault.summary}
      onSubmit={(event) => {
        event.preventDefault();
        void intervene(fault.name as FaultName, isRecord ? values : values['']);
      }}
    >
      {members.map(([key, field]) => {
        const options = isIndex(field) ? namesOf(factsOf(field).noun ?? '') : [];
        const change = (value: unknown) => setDraft({ ...draft, [key]: value });
        if (options.length > 0)
          return (
            <Picker
              key={key}
              label={capital(factsOf(field).noun ?? '')}
              options={options}
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
        Do it
      </Button>
    </form>
  );
};

const Standing = ({ faults }: { faults: SimulationStatus['faults'] }) => {
  const intervene = useIntervene();
  const namesOf = useNames();
  const where = (fault: Intervention, body: unknown): string => {
    if (factsOf(fault.body).kind !== 'record') return String(body);
    return Object.entries((fault.body as RecordField).properties)
      .filter(([, field]) => isIndex(field))
      .map(([key, field]) => {
        const index = (body as Record<string, number>)[key];
        return namesOf(factsOf(field).noun ?? '').find(({ value }) => value === index)?.label ?? `${index}`;
      })
      .join(', ');
  };
  return (
    <ul className="standing">
      {faults.map(({ name, body }) => {
        const fault = interventions.get(name);
        if (fault === undefined) return null;
        return (
          <li key={`${name}${JSON.stringify(body)}`} className="standing__one" data-activity="alert">
            <Icon name="warning" />
            <span>
              <strong>{where(fault, body)}</strong>: {fault.summary}
            </span>
            <Button
              className="button button--small"
              onPress={() => intervene(name as FaultName, mendedBody(fault, body))}
            >
              Mend
            </Button>
          </li>
        );
      })}
    </ul>
  );
};

/** Breaking things by name, to see what they do to the house and to those who are connected to it. */
export const FaultPanel = ({ faults }: { faults: SimulationStatus['faults'] }) => {
  const [chosen, choose] = useState(0);
  const fault = interventions.get(faultNames[chosen]!)!;
  return (
    <section className="panel card" aria-labelledby="fault-title">
      <h2 id="fault-title">Faults</h2>
      <p className="quiet small">
        Break something and see what the house, this page and your integration make of it. It stays broken
        until it is mended.
      </p>
      {faults.length > 0 && <Standing faults={faults} />}
      <Picker
        label="What goes wrong"
        value={chosen}
        onChange={choose}
        options={faultNames.map((name, value) => ({ value, label: interventions.get(name)!.summary }))}
      />
      <FaultForm key={fault.name} fault={fault} />
    </section>
  );
};
