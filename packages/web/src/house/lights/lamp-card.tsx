import type { DatagramOf } from '@plenum/protocol/component';
import { enumerations } from '@plenum/protocol/field';
import { abilitiesOf } from '@plenum/protocol/lighting';
import { useIsFieldsetDisabled } from '../../design/field/disabled-fieldset.tsx';
import { Toggle } from '../../design/field/toggle.tsx';
import { useSettled } from '../../design/use-settled.ts';
import { t } from '../../text/text.ts';
import { useSendCommand } from '../house-context.tsx';
import { LampHead } from './lamp-head.tsx';

type Lamp = DatagramOf<'lamp'>;

const hex = (share: number) => share.toString(16).padStart(2, '0');
const toHex = ({ R, G, B }: Lamp): string => `#${hex(R)}${hex(G)}${hex(B)}`;
const fromHex = (text: string) => {
  const share = (at: number) => Number.parseInt(text.slice(at, at + 2), 16);
  return { R: share(1), G: share(3), B: share(5) };
};

/** The controls for white and colour of a lamp that has both. */
const ColourControls = ({ lamp }: { lamp: Lamp }) => {
  const command = useSendCommand();
  const { Index: No, Name: name, Temp, Rgb } = lamp;
  return (
    <details className="lights__more">
      <summary aria-label={t('lights.more', { name })}>
        <span className="lights__swatch" data-colour={Rgb === 1 ? toHex(lamp) : undefined}>
          <svg viewBox="0 0 10 10" aria-hidden="true">
            <circle
              cx="5"
              cy="5"
              r="4.5"
              fill={Rgb === 1 ? toHex(lamp) : `hsl(${45 - Temp / 6} 90% ${92 - Temp / 5}%)`}
            />
          </svg>
        </span>
      </summary>
      <div className="lights__colours">
        <Slider
          label={t('lights.white', { name })}
          className="lights__slider--white"
          value={Temp}
          text={t('lights.brightnessIs', { percent: Temp })}
          onChange={(to) => command('LiTemp', { No, Temp: to })}
        />
        <Toggle
          label={t('lights.showColour')}
          isOn={Rgb === 1}
          onChange={(on) => command('LiRgbMode', { No, Rgb: on ? 1 : 0 })}
        />
        <input
          type="color"
          className="lights__colour"
          aria-label={t('lights.colour', { name })}
          value={toHex(lamp)}
          onChange={({ target }) => command('LiRgb', { No, ...fromHex(target.value) })}
        />
      </div>
    </details>
  );
};

/** Returns the reason why a lamp that is on gives no light; undefined if it gives light, or is off. */
const whyDark = ({ On, Brig, Pwrd, Fx, Type }: Lamp) => {
  if (Pwrd === 0) return t('lights.noPower');
  if (On === 0 || Brig > 0 || !abilitiesOf(Type).dims) return undefined;
  const followsDaylight = Fx === enumerations.lightEffect.values['automatic brightness'];
  return t(followsDaylight ? 'lights.enoughDaylight' : 'lights.dimmedToNothing');
};

/** A card for a lamp, a dimmer, an outlet or a relay. */
export function LampCard({ lamp }: { lamp: Lamp }) {
  const command = useSendCommand();
  const { Index: No, Name: name, On, Brig, Pwrd, Type, CacdLimit = 0 } = lamp;
  const { dims, isColoured } = abilitiesOf(Type);
  const percent = t('lights.brightnessIs', { percent: Brig });
  const dark = whyDark(lamp);
  return (
    <li className="lights__card card" data-on={On === 1 && dark === undefined ? '' : undefined}>
      <LampHead lamp={lamp} isDisabled={Pwrd === 0} />
      {dark !== undefined && <p className="small quiet">{dark}</p>}
      {dims && (
        <div className="lights__dim">
          <Slider
            label={t('lights.brightness', { name })}
            value={Brig}
            min={CacdLimit}
            text={percent}
            isDisabled={Pwrd === 0}
            onChange={(Bright) => command('LiBright', { No, Bright })}
          />
          <span className="small num lights__percent">{percent}</span>
          {isColoured && <ColourControls lamp={lamp} />}
        </div>
      )}
    </li>
  );
}

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
function Slider({ label, value, text, min = 0, isDisabled, className, onChange }: SliderProps) {
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
