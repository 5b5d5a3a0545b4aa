import { ToggleButton, ToggleButtonGroup } from 'react-aria-components';
import type { Option } from '../../reading/words.ts';
import { kept } from '../kept.tsx';
import { useIsFieldsetDisabled } from './disabled-fieldset.tsx';
import './segmented.css';

interface SegmentedProps {
  readonly label: string;
  readonly options: readonly (Option & { readonly activity?: string })[];
  readonly value: number;
  readonly onChange: (value: number) => void;
  readonly isDisabled?: boolean;
}

/** A few options side by side, one of them selected. */
export const Segmented = kept(({ label, options, value, onChange, isDisabled = false }: SegmentedProps) => {
  const isInDisabled = useIsFieldsetDisabled();
  return (
    <ToggleButtonGroup
      className="segmented"
      aria-label={label}
      disallowEmptySelection
      isDisabled={isDisabled || isInDisabled}
      selectedKeys={[value]}
      onSelectionChange={(keys) => {
        const [chosen] = keys;
        if (chosen !== undefined && Number(chosen) !== value) onChange(Number(chosen));
      }}
    >
      {options.map((option) => (
        <ToggleButton
          key={option.value}
          id={option.value}
          className="segmented__option"
          data-activity={option.activity}
        >
          {option.label}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  );
});
