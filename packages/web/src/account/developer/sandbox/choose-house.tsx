import { t } from '../../../text/text.ts';
import { Select } from '../ui/select.tsx';

/** The shipped houses, with their texts. */
const houses = { demo: 'sandbox.demo', flat: 'sandbox.flat', large: 'sandbox.large' } as const;

export const firstHouse: string = 'demo';

interface ChooseHouseProps {
  readonly value: string;
  readonly onChange: (house: string) => void;
}

/** Selects one of the shipped houses. */
export const ChooseHouse = ({ value, onChange }: ChooseHouseProps) => (
  <Select
    label={t('sandbox.house')}
    choices={Object.entries(houses).map(([house, label]) => ({ value: house, label: t(label) }))}
    value={value}
    onChange={onChange}
  />
);
