import { type CommandName, catalogue } from '@plenum/protocol/command';
import { FieldInput } from '../../../definition/field-input.tsx';
import { inputsOf } from '../../../definition/form-values.ts';
import { Segmented } from '../../../design/field/segmented.tsx';
import { toLabel } from '../../../reading/words.ts';
import { useStore } from '../../../state/use-store.ts';
import { defined } from '../../../text/defined.ts';
import { t } from '../../../text/text.ts';
import { useAccountContext } from '../../account-context.tsx';
import { useOfferedTestUsers } from '../sandbox/test-users.tsx';
import { type HouseTitles, useHouseTitles } from '../ui/house-titles.ts';
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
  Discover: 'console.discoverHelp',
  Query: 'console.queryHelp',
  Control: 'console.controlHelp',
} as const;

const Command = ({ draft, components, titles }: RequestFormProps & { titles: HouseTitles }) => {
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
        label={t('console.command')}
        choices={commandChoices()}
        value={name}
        onChange={(chosen) => draft.setName(chosen as CommandName)}
      />
      <p>{defined(command.summary)}</p>
      <Select
        label={t('console.toComponent')}
        choices={toComponentChoices(offers, titles)}
        value={component.componentId}
        onChange={draft.setComponentId}
      />
      {!isThere && <p className="field__hint">{t('console.exampleComponent')}</p>}
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
          {t('console.willReject', { refusal })}
        </p>
      )}
    </>
  );
};

/** The form of a request: operation, component, and the fields of a command, generated from its definition. */
export function RequestForm({ draft, components }: RequestFormProps) {
  const titles = useHouseTitles(useOfferedTestUsers().users);
  return (
    <>
      <Segmented
        label={t('console.operation')}
        options={operations.map((label, value) => ({ value, label }))}
        value={operations.indexOf(draft.requestType)}
        onChange={(place) => draft.setRequestType(operations[place]!)}
      />
      <p className="quiet">{t(says[draft.requestType])}</p>
      {draft.requestType === 'Query' && components.length > 0 && (
        <Select
          label={t('console.component')}
          choices={toComponentChoices(components, titles)}
          value={draft.queried}
          onChange={draft.setQueried}
        />
      )}
      {draft.requestType === 'Query' && components.length === 0 && (
        <p className="field__hint">{t('console.exampleHouse')}</p>
      )}
      {draft.requestType === 'Control' && <Command draft={draft} components={components} titles={titles} />}
    </>
  );
}
