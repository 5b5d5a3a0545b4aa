import { factsOf, type QuantityField, type RecordField } from '@plenum/protocol/field';
import { overrides } from '@plenum/protocol/simulation';
import { useState } from 'react';
import { Button } from 'react-aria-components';
import { Toggle } from '../design/field/toggle.tsx';
import { numberFormat } from '../reading/number/intl.ts';
import { formatTemperature } from '../reading/number/temperature.ts';
import { capital } from '../reading/words.ts';
import { defined } from '../text/defined.ts';
import { t } from '../text/text.ts';
import { useSimulator } from './simulator-context.ts';
import { useHold, type WeatherKey } from './use-weather.ts';

const fields = Object.entries(
  (overrides.get('Weather')!.body as RecordField).properties,
) as readonly (readonly [WeatherKey, QuantityField])[];

const scenes = [
  { label: 'simulator.heatWave', held: { Temperature: 39, Humidity: 25, Cloud: 5, Wind: 4, Rain: 0 } },
  { label: 'simulator.frostyNight', held: { Temperature: -3, Humidity: 85, Cloud: 10, Wind: 1, Rain: 0 } },
  { label: 'simulator.downpour', held: { Temperature: 16, Humidity: 95, Cloud: 100, Wind: 8, Rain: 12 } },
] as const;

interface WeatherSliderProps {
  readonly field: QuantityField;
  readonly value: number;
  readonly isHeld: boolean;
  readonly onHold: (value: number | undefined) => void;
}

const WeatherSlider = ({ field, value, isHeld, onHold }: WeatherSliderProps) => {
  const { scale } = useSimulator();
  const [draft, setDraft] = useState<number>();
  const shown = draft ?? value;
  const label = capital(defined(field.description));
  const { unit } = factsOf(field);
  const number = numberFormat({ maximumFractionDigits: 1 }).format(shown);
  const end = () => {
    if (draft === undefined) return;
    onHold(draft);
    setDraft(undefined);
  };
  return (
    <div className="weather-slider">
      <label className="weather-slider__label">
        <span className="field__label">{label}</span>
        <input
          type="range"
          min={field.minimum}
          max={field.maximum}
          step={1}
          value={shown}
          aria-valuetext={
            unit === '°C'
              ? t(scale === 'C' ? 'reading.celsius' : 'reading.fahrenheit', {
                  degrees: formatTemperature(Math.round(shown * 100), scale),
                })
              : `${number} ${unit}`
          }
          onChange={({ target }) => setDraft(target.valueAsNumber)}
          onPointerUp={end}
          onKeyUp={end}
          onBlur={end}
        />
      </label>
      <output className="weather-slider__value num">
        {unit === '°C' ? (
          <>
            {formatTemperature(Math.round(shown * 100), scale)} <small>°{scale}</small>
          </>
        ) : (
          <>
            {number} <small>{unit}</small>
          </>
        )}
      </output>
      <Toggle
        label={t('simulator.hold', { what: label })}
        isLabelHidden
        isOn={isHeld}
        onChange={(on) => onHold(on ? value : undefined)}
      />
    </div>
  );
};

export function WeatherPanel() {
  const { weather } = useSimulator().status;
  const hold = useHold();
  return (
    <section className="panel card" aria-labelledby="weather-title">
      <h2 id="weather-title">{t('simulator.weather')}</h2>
      <p className="quiet small">{t('simulator.weatherHelp')}</p>
      {fields.map(([key, field]) => (
        <WeatherSlider
          key={key}
          field={field}
          value={weather[key]}
          isHeld={weather.held.includes(key)}
          onHold={(value) =>
            hold(({ [key]: _, ...others }) => (value === undefined ? others : { ...others, [key]: value }))
          }
        />
      ))}
      <div className="panel__row">
        {scenes.map(({ label, held }) => (
          <Button key={label} className="button button--small" onPress={() => hold(() => held)}>
            {t(label)}
          </Button>
        ))}
        <Button
          className="button button--small"
          isDisabled={weather.held.length === 0}
          onPress={() => hold(() => ({}))}
        >
          {t('simulator.releaseAll')}
        </Button>
      </div>
    </section>
  );
}
