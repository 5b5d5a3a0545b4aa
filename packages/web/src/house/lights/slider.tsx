import { useIsFieldsetDisabled } from '../../design/field/disabled-fieldset.tsx';
import { useSettled } from '../../design/use-settled.ts';

interface SliderProps {
  readonly label: string;
  readonly value: number;
  readonly text: string;
  readonly min?: number;
  readonly isDisabled?: boolean;
  readonly className?: string;
  readonly onChange: (value: number) => void;
}

/** Delay after the last move before the value is sent, in ms, so that a drag is one command. */
const settle = 250;

/** A slider from 0 to 100. It follows the pointer, and sends only the last value. */
export function Slider({ label, value, text, min = 0, isDisabled, className, onChange }: SliderProps) {
  const { draft, change } = useSettled(onChange, settle);
  const isOff = useIsFieldsetDisabled() || isDisabled;
  return (
    <input
      type="range"
      className={`lights__slider ${className ?? ''}`}
      aria-label={label}
      aria-valuetext={draft === undefined ? text : `${draft} %`}
      min={min}
      max={100}
      value={draft ?? value}
      disabled={isOff}
      onChange={({ target }) => change(Number(target.value))}
    />
  );
}
