import { useId } from 'react';

/** An option, and the heading of its group. */
export interface Choice {
  readonly value: string;
  readonly label: string;
  readonly group?: string;
}

interface SelectProps {
  readonly label: string;
  readonly choices: readonly Choice[];
  readonly value: string;
  readonly onChange: (value: string) => void;
}

export function Select({ label, choices, value, onChange }: SelectProps) {
  const id = useId();
  const groups = Map.groupBy(choices, ({ group }) => group ?? '');
  const options = (of: readonly Choice[]) =>
    of.map((choice) => (
      <option key={choice.value} value={choice.value}>
        {choice.label}
      </option>
    ));
  return (
    <div className="field">
      <label htmlFor={id} className="field__label">
        {label}
      </label>
      <select id={id} className="select" value={value} onChange={(event) => onChange(event.target.value)}>
        {[...groups].map(([group, of]) =>
          group === '' ? (
            options(of)
          ) : (
            <optgroup key={group} label={group}>
              {options(of)}
            </optgroup>
          ),
        )}
      </select>
    </div>
  );
}
