import { t } from '../../../text/text.ts';
import { Select } from '../ui/select.tsx';

/** The shipped houses, with their texts. */
const houses = { demo: 'sandbox.demo', flat: 'sandbox.flat', large: 'sandbox.large' } as const;

export type ShippedHouse = keyof typeof houses;

export const firstHouse: ShippedHouse = 'demo';

interface ChooseHouseProps {
  readonly value: ShippedHouse;
  readonly onChange: (house: ShippedHouse) => void;
}

/** Selects one of the shipped houses. */
export const ChooseHouse = ({ value, onChange }: ChooseHouseProps) => (
  <Select
    label={t('sandbox.house')}
    choices={Object.entries(houses).map(([house, label]) => ({ value: house, label: t(label) }))}
    value={value}
    onChange={(house) => onChange(house as ShippedHouse)}
  />
);
