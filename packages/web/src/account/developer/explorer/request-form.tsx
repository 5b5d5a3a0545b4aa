import { type CommandName, catalogue } from '@plenum/protocol/command';
import { membersOf } from '../../../definition/current.ts';
import { FieldInput, toLabel } from '../../../definition/field-input.tsx';
import { Segmented } from '../../../design/segmented.tsx';
import { useStore } from '../../../live/use-store.ts';
import { useContextOfAccount } from '../../context.tsx';
import { Choose } from '../part/choose.tsx';
import type { Draft } from './draft.ts';
import { commandOffers, type Device, toComponentOffers, toTargets, whyRefused } from './offer.ts';
import '../../../definition/definition.css';

interface RequestFormProps {
  readonly draft: Draft;
  readonly devices: readonly Device[];
}

const operations = ['Discover', 'Query', 'Control'] as const;

const says = {
  Discover: 'All components of all your houses, with what each shows.',
  Query: 'One component, with what it shows now.',
  Control: 'One command to one component; it is done when the bridge said so.',
} as const;

const Command = ({ draft, devices }: RequestFormProps) => {
  const { preferences } = useContextOfAccount();
  const scale = useStore(preferences, (all) => all.scale);
  const { name, device, values, body } = draft;
  const command = catalogue.get(name)!;
  const offers = toTargets(name, devices);
  const isThere = devices.some(({ componentId }) => componentId === device.componentId);
  const refusal = whyRefused(name, body);
  return (
    <>
      <Choose
        label="Command"
        choices={commandOffers}
        value={name}
        onChange={(chosen) => draft.setName(chosen as CommandName)}
      />
      <p>{command.summary}</p>
      <Choose
        label="To the component"
        choices={toComponentOffers(offers)}
        value={device.componentId}
        onChange={draft.setComponentId}
      />
      {!isThere && (
        <p className="field__hint">None of your houses has such a component; this one is made up.</p>
      )}
      <div className="explorer__fields">
        {membersOf(command).map(([key, field]) => (
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
          Will be refused: {refusal}
        </p>
      )}
    </>
  );
};

/** What is asked: the operation, the component, and for a command its fields, from its definition. */
export const RequestForm = ({ draft, devices }: RequestFormProps) => (
  <>
    <Segmented
      label="Operation"
      options={operations.map((label, value) => ({ value, label }))}
      value={operations.indexOf(draft.requestType)}
      onChange={(place) => draft.setRequestType(operations[place]!)}
    />
    <p className="quiet">{says[draft.requestType]}</p>
    {draft.requestType === 'Query' && devices.length > 0 && (
      <Choose
        label="Component"
        choices={toComponentOffers(devices)}
        value={draft.queried}
        onChange={draft.setQueried}
      />
    )}
    {draft.requestType === 'Query' && devices.length === 0 && (
      <p className="field__hint">
        None of your houses is known yet, so this one is made up; a token finds those there are.
      </p>
    )}
    {draft.requestType === 'Control' && <Command draft={draft} devices={devices} />}
  </>
);
