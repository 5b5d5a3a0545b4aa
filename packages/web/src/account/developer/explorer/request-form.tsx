import { type CommandName, catalogue } from '@plenum/protocol/command';
import { FieldInput, toLabel } from '../../../definition/field-input.tsx';
import { inputsOf } from '../../../definition/form-values.ts';
import { Segmented } from '../../../design/segmented.tsx';
import { defined } from '../../../reading/words.ts';
import { useStore } from '../../../state/use-store.ts';
import { useAccountContext } from '../../context/account-context.tsx';
import { Select } from '../ui/select.tsx';
import {
  commandChoices,
  type DiscoveredComponent,
  toComponentChoices,
  toTargets,
  whyRefused,
} from './choices.ts';
import type { Draft } from './draft.ts';
import '../../../definition/definition.css';

interface RequestFormProps {
  readonly draft: Draft;
  readonly components: readonly DiscoveredComponent[];
}

const operations = ['Discover', 'Query', 'Control'] as const;

const says = {
  Discover: 'All components of all your houses, with their current state.',
  Query: 'One component, with its current state.',
  Control: 'One command to one component, answered once the bridge has carried it out.',
} as const;

const Command = ({ draft, components }: RequestFormProps) => {
  const { preferences } = useAccountContext();
  const scale = useStore(preferences, (all) => all.scale);
  const { name, component, values, body } = draft;
  const command = catalogue.get(name)!;
  const offers = toTargets(name, components);
  const isThere = components.some(({ componentId }) => componentId === component.componentId);
  const refusal = whyRefused(name, body);
  return (
    <>
      <Select
        label="Command"
        choices={commandChoices}
        value={name}
        onChange={(chosen) => draft.setName(chosen as CommandName)}
      />
      <p>{defined(command.summary)}</p>
      <Select
        label="To the component"
        choices={toComponentChoices(offers)}
        value={component.componentId}
        onChange={draft.setComponentId}
      />
      {!isThere && (
        <p className="field__hint">None of your houses has such a component; this one is an example.</p>
      )}
      <div className="explorer__fields">
        {inputsOf(command).map(([key, field]) => (
          <FieldInput
            key={key}
            field={field}
            label={toLabel(field)}
            value={values[key]}
            onChange={(value: unknown) => draft.setValue(key, value)}
            scale={scale}
          />
        ))}
      </div>
      {refusal !== undefined && (
        <p className="explorer__refusal" role="status">
          Will be rejected: {refusal}
        </p>
      )}
    </>
  );
};

/** The form of a request: operation, component, and the fields of a command from its definition. */
export const RequestForm = ({ draft, components }: RequestFormProps) => (
  <>
    <Segmented
      label="Operation"
      options={operations.map((label, value) => ({ value, label }))}
      value={operations.indexOf(draft.requestType)}
      onChange={(place) => draft.setRequestType(operations[place]!)}
    />
    <p className="quiet">{says[draft.requestType]}</p>
    {draft.requestType === 'Query' && components.length > 0 && (
      <Select
        label="Component"
        choices={toComponentChoices(components)}
        value={draft.queried}
        onChange={draft.setQueried}
      />
    )}
    {draft.requestType === 'Query' && components.length === 0 && (
      <p className="field__hint">
        Your houses are not loaded yet, so this one is an example. Create a token to load them.
      </p>
    )}
    {draft.requestType === 'Control' && <Command draft={draft} components={components} />}
  </>
);
