import type { CommandName } from '@plenum/protocol/command';
import { useId } from 'react';
import { Button } from 'react-aria-components';
import { useIsFieldsetDisabled } from '../../../design/field/disabled-fieldset.tsx';
import { Icon } from '../../../design/icon.tsx';
import { useSettled } from '../../../design/use-settled.ts';
import { t } from '../../../text/text.ts';
import { settle } from '../command-setting.tsx';
import { Setting } from '../setting.tsx';
import { useSave } from '../use-save.ts';

interface OpeningLimitProps {
  readonly label: string;
  readonly value: number;
  readonly command: CommandName;
  /** Returns the body of the command for a value. */
  readonly body: (value: number) => object;
}

const step = 5;

/** A limit of a damper in percent: a slider for a thumb, with a button on each side for exact steps. */
export function OpeningLimit({ label, value, command, body }: OpeningLimitProps) {
  const id = useId();
  const [state, save] = useSave();
  const { draft, change } = useSettled((next: number) => void save([command, body(next)]), settle);
  const isDisabled = useIsFieldsetDisabled();
  const shown = draft ?? value;
  const to = (next: number) => change(Math.min(100, Math.max(0, next)));
  return (
    <Setting state={state}>
      <label className="field__label" htmlFor={id}>
        {label}
      </label>
      <div className="limit">
        <Button
          className="limit__step"
          aria-label={t('design.less', { label })}
          excludeFromTabOrder
          isDisabled={isDisabled || shown <= 0}
          onPress={() => to(shown - step)}
        >
          <Icon name="minus" />
        </Button>
        <input
          id={id}
          type="range"
          className="limit__slider"
          min={0}
          max={100}
          step={step}
          value={shown}
          aria-valuetext={`${shown} %`}
          disabled={isDisabled}
          onChange={({ target }) => to(Number(target.value))}
        />
        <Button
          className="limit__step"
          aria-label={t('design.more', { label })}
          excludeFromTabOrder
          isDisabled={isDisabled || shown >= 100}
          onPress={() => to(shown + step)}
        >
          <Icon name="plus" />
        </Button>
        <output className="limit__value num" htmlFor={id}>
          {shown} %
        </output>
      </div>
    </Setting>
  );
}
