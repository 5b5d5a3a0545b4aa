import type { DatagramOf } from '@plenum/protocol/component';
import { enumerations } from '@plenum/protocol/field';
import { activityOf, activityWords } from '../../reading/activity.ts';
import { formatSetpoint, formatTemperature } from '../../reading/temperature.ts';
import { capital } from '../../reading/words.ts';
import { useAll, useOne, useScale } from '../context/house-context.tsx';
import { Outdoors, OutdoorsCard } from './outdoors.tsx';
import { UnitControls } from './unit-controls.tsx';
import { UnitReadings } from './unit-readings.tsx';
import { UnitWarnings } from './unit-warnings.tsx';
import './unit.css';

type Unit = DatagramOf<'unit'>;

const mode = enumerations.sysMode.values;

const toSentence = (unit: Unit, target: string): string => {
  const activity = activityOf(unit);
  if (activity === 'off') return 'The system is off';
  if (activity === 'vent') return 'Fan only';
  const before = unit.SysMode === mode.auto ? 'Automatic' : undefined;
  const doing =
    activity === 'idle' ? `holding ${target}` : `${activityWords[activity].toLowerCase()} to ${target}`;
  return before === undefined ? capital(doing) : `${before}, ${doing}`;
};

/** The unit's target: its own setpoint, or that of the zone that controls it (`CtrlZone`). */
const useTarget = (unit: Unit): number => {
  const zones = useAll('zone');
  return zones.find(({ Index }) => Index === unit.CtrlZone)?.Setpoint ?? unit.Setpoint;
};

/** The indoor climate and the ducted unit; without one, the air outdoors. */
export const UnitPanel = () => {
  const unit = useOne('unit');
  return unit === undefined ? <OutdoorsCard /> : <InstalledUnit unit={unit} />;
};

const InstalledUnit = ({ unit }: { unit: Unit }) => {
  const scale = useScale();
  const target = `${formatSetpoint(useTarget(unit), scale)}°`;
  return (
    <section className="unit card" data-activity={activityOf(unit)} aria-labelledby="unit-title">
      <div className="climate">
        <div className="climate__in">
          <h2 id="unit-title" className="climate__label">
            Indoors
          </h2>
          <p className="climate__value num">
            {formatTemperature(unit.Temp, scale)}
            <span className="climate__degree">°</span>
          </p>
        </div>
        <Outdoors />
        <p className="climate__sentence">
          <span className="climate__dot" />
          {toSentence(unit, target)}
        </p>
      </div>
      <div className="unit__side">
        <UnitControls unit={unit} />
        <UnitReadings unit={unit} />
        <UnitWarnings unit={unit} />
      </div>
    </section>
  );
};
