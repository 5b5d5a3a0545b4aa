import { cloudLimits } from '@plenum/protocol/cloud';
import { componentKinds, kinds as componentsOf } from '@plenum/protocol/component';
import { useState } from 'react';
import { Button } from 'react-aria-components';
import { ActionButton } from '../../../design/action-button.tsx';
import { FormError } from '../../../design/field/form-error.tsx';
import { TextField } from '../../../design/field/text-field.tsx';
import { Icon } from '../../../design/icon.tsx';
import { t } from '../../../text/text.ts';
import { useCloudMutation } from '../../account-context.tsx';
import { SuccessMessage } from '../../frame/success-message.tsx';
import type { EndpointRef } from '../endpoints.ts';
import { Select } from '../ui/select.tsx';
import { useRefreshSoon } from '../ui/use-refresh-soon.ts';
import { type Filter, isFiltered, noFilter, toFilterQuery } from './filter.ts';
import { ResendProgress, useResendJob } from './resend-job.tsx';

interface FilterFormProps {
  readonly of: EndpointRef;
  /** True if the endpoint is enabled. */
  readonly isOn: boolean;
  readonly filter: Filter;
  readonly onChange: (filter: Filter) => void;
}

const { maxResent, maxSearchLength } = cloudLimits;

const results = () => [
  { value: '', label: t('console.anyResult') },
  { value: 'delivered', label: t('console.resultDelivered') },
  { value: 'failed', label: t('console.resultFailed') },
  { value: 'no-response', label: t('console.noResponse') },
];

const kinds = () => [
  { value: '', label: t('console.allTypes') },
  { value: 'component', label: t('console.typeComponent') },
  { value: 'sync', label: t('console.typeSync') },
  { value: 'test', label: t('console.typeTest') },
];

/** The kinds of components, as they are named in the interface. */
const components = () => [
  { value: '', label: t('console.anyComponent') },
  ...componentKinds
    .filter((kind) => componentsOf[kind].token !== undefined)
    .map((kind) => ({ value: kind, label: kind })),
];

/** Filters by what was answered, and by what changed. */
const MoreFilters = ({
  filter,
  set,
}: {
  filter: Filter;
  set: (member: keyof Filter) => (text: string) => void;
}) => (
  <details className="disclosure">
    <summary>{t('console.moreFilters')}</summary>
    <div className="delivery-filter">
      <TextField
        label={t('console.statusLabel')}
        value={filter.status}
        onChange={set('status')}
        maxLength={3}
        hint={t('console.statusHint')}
      />
      <TextField
        label={t('console.answerLabel')}
        value={filter.answer}
        onChange={set('answer')}
        maxLength={maxSearchLength}
      />
      <Select
        label={t('console.componentKind')}
        choices={components()}
        value={filter.component}
        onChange={set('component')}
      />
      <TextField
        label={t('console.componentIndex')}
        value={filter.index}
        onChange={set('index')}
        maxLength={3}
      />
      <TextField
        label={t('console.changedAttribute')}
        value={filter.attribute}
        onChange={set('attribute')}
        maxLength={64}
        hint={t('console.attributeHint')}
      />
    </div>
  </details>
);

const ResendMatching = ({ of, isOn, filter, onChange }: FilterFormProps) => {
  const refreshSoon = useRefreshSoon();
  const [sentence, setSentence] = useState<string>();
  const { run, isBusy, refusal } = useCloudMutation('resendAll', { parameters: of });
  const all = useCloudMutation('startResend', { parameters: of });
  const isRunning = useResendJob(of).data?.job?.state === 'running';
  return (
    <>
      <div className="actions">
        <ActionButton
          variant="small"
          isBusy={isBusy}
          isDisabled={!isOn}
          onPress={async () => {
            const done = await run(toFilterQuery(filter));
            setSentence(done && t('console.bulkDone', { count: done.value.resent }));
            refreshSoon();
          }}
        >
          <Icon name="again" /> {t('console.resendMatching')}
        </ActionButton>
        <ActionButton
          variant="small"
          isBusy={all.isBusy}
          isDisabled={!isOn || isRunning}
          onPress={async () => {
            await all.run(toFilterQuery(filter));
            refreshSoon();
          }}
        >
          <Icon name="again" /> {t('console.resendAll')}
        </ActionButton>
        {isFiltered(filter) && (
          <Button className="button button--small" onPress={() => onChange(noFilter)}>
            {t('console.clearFilter')}
          </Button>
        )}
        <SuccessMessage sentence={sentence} />
      </div>
      <p className="quiet small">{t('console.bulkHelp', { most: maxResent })}</p>
      <FormError sentence={refusal?.sentence ?? all.refusal?.sentence} />
      <ResendProgress of={of} />
    </>
  );
};

/** Filters the log by everything that an attempt shows. A button resends all matching attempts. */
export function FilterForm(props: FilterFormProps) {
  const { filter, onChange } = props;
  const set = (member: keyof Filter) => (text: string) => onChange({ ...filter, [member]: text });
  return (
    <>
      <div className="delivery-filter">
        <Select
          label={t('console.result')}
          choices={results()}
          value={filter.result}
          onChange={set('result')}
        />
        <Select label={t('console.eventType')} choices={kinds()} value={filter.kind} onChange={set('kind')} />
        <TextField
          label={t('console.searchLabel')}
          value={filter.search}
          onChange={set('search')}
          maxLength={maxSearchLength}
        />
        <TextField
          label={t('console.fromTime')}
          type="datetime-local"
          value={filter.from}
          onChange={set('from')}
        />
        <TextField label={t('console.toTime')} type="datetime-local" value={filter.to} onChange={set('to')} />
      </div>
      <MoreFilters filter={filter} set={set} />
      <ResendMatching {...props} />
    </>
  );
}
