import type { KeyboardEvent } from 'react';
import { Button } from 'react-aria-components';
import { t } from '../../text/text.ts';
import { Icon } from '../icon.tsx';
import { useSettled } from '../use-settled.ts';
import { useIsFieldsetDisabled } from './disabled-fieldset.tsx';
import './stepper.css';

interface StepperProps {
  readonly label: string;
  readonly value: number;
  readonly min: number;
  readonly max: number;
  readonly step: number;
  /** Returns the value after one step up or down; default: the next multiple of `step`. */
  readonly next?: (value: number, direction: 1 | -1) => number;
  readonly onChange: (value: number) => void;
  readonly format: (value: number) => string;
  readonly formatSpoken?: (value: number) => string;
  readonly unit?: string;
  readonly isDisabled?: boolean;
  /** Time within which quick steps are combined into one change, in ms; 0 reports each step. */
  readonly settle?: number;
}

const clamp = (value: number, min: number, max: number) => Math.min(max, Math.max(min, value));

const nextMultiple = (step: number) => (value: number, direction: 1 | -1) =>
  ((direction === 1 ? Math.floor : Math.ceil)(value / step) + direction) * step;

/** Returns the value of a stepper while it is being changed, and its event handlers. */
const useSteps = (props: StepperProps) => {
  const { value, min, max, step, onChange, isDisabled = false, settle = 450 } = props;
  const { next: toNext = nextMultiple(step) } = props;
  const { draft, change: changeDraft } = useSettled(onChange, settle);
  const shown = draft ?? value;

  const change = (to: number) => {
    const next = clamp(to, min, max);
    if (next === shown || isDisabled) return;
    if (settle === 0) onChange(next);
    else changeDraft(next);
  };
  const up = () => change(toNext(shown, 1));
  const down = () => change(toNext(shown, -1));
  const far = (direction: 1 | -1) => () => change([1, 2, 3, 4].reduce((at) => toNext(at, direction), shown));
  const keys = new Map([
    ['ArrowUp', up],
    ['ArrowRight', up],
    ['ArrowDown', down],
    ['ArrowLeft', down],
    ['PageUp', far(1)],
    ['PageDown', far(-1)],
    ['Home', () => change(min)],
    ['End', () => change(max)],
  ]);
  return { shown, isPending: draft !== undefined, up, down, keys };
};

/** A value that is changed in steps: two buttons, arrow keys, Page and Home keys. Quick steps become one change. */
export function Stepper(props: StepperProps) {
  const { label, min, max, format, formatSpoken = format, unit } = props;
  const isInDisabled = useIsFieldsetDisabled();
  const isDisabled = isInDisabled || props.isDisabled === true;
  const { shown, isPending, up, down, keys } = useSteps({ ...props, isDisabled });
  const onKeyDown = (event: KeyboardEvent) => {
    const act = keys.get(event.key);
    if (act === undefined) return;
    event.preventDefault();
    act();
  };

  return (
    <div className="stepper" data-pending={isPending ? '' : undefined}>
      <Button
        className="stepper__button"
        aria-label={t('design.less', { label })}
        isDisabled={isDisabled || shown <= min}
        onPress={down}
        excludeFromTabOrder
      >
        <Icon name="minus" />
      </Button>
      <div
        className="stepper__value"
        role="spinbutton"
        tabIndex={isDisabled ? -1 : 0}
        aria-label={label}
        aria-valuenow={shown}
        aria-valuemin={min}
        aria-valuemax={max}
        aria-valuetext={formatSpoken(shown)}
        aria-disabled={isDisabled}
        onKeyDown={onKeyDown}
      >
        {format(shown)}
        {unit !== undefined && <span className="stepper__unit">{unit}</span>}
      </div>
      <Button
        className="stepper__button"
        aria-label={t('design.more', { label })}
        isDisabled={isDisabled || shown >= max}
        onPress={up}
        excludeFromTabOrder
      >
        <Icon name="plus" />
      </Button>
    </div>
  );
}
