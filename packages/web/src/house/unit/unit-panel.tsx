import { unitStatus } from '@plenum/insight/status';
import type { DatagramOf } from '@plenum/protocol/component';
import { enumerations } from '@plenum/protocol/field';
import { Figure } from '../../design/figure.tsx';
import { airWord } from '../../reading/house/air.ts';
import { describeStatus } from '../../reading/house/status.ts';
import { warningsOf } from '../../reading/house/warning.ts';
import { formatTemperature } from '../../reading/number/temperature.ts';
import { t } from '../../text/text.ts';
import { WhyLink } from '../explain/why-link.tsx';
import { toHash } from '../frame/routes.ts';
import { useAll, useOne, useScale } from '../house-context.tsx';
import { WarningList } from '../warning/warning-list.tsx';
import { Outdoors, OutdoorsCard } from './outdoors.tsx';
import { UnitControls } from './unit-controls.tsx';
import './unit.css';

type Unit = DatagramOf<'unit'>;

const sysMode = enumerations.sysMode;

/** Shows the indoor climate and the ducted unit; if there is none, the outdoor air. */
export function UnitPanel() {
  const unit = useOne('unit');
  return unit === undefined ? <OutdoorsCard /> : <InstalledUnit unit={unit} />;
}

/** The other measurements of the unit. */
const UnitReadings = ({ unit }: { unit: DatagramOf<'unit'> }) => {
  const scale = useScale();
  return (
    <div className="unit__foot">
      <dl className="figures">
        <Figure label={t('house.supplyAir')} value={`${formatTemperature(unit.Supply, scale)}°`} />
        <Figure label={t('reading.returnAir')} value={`${formatTemperature(unit.Temp, scale)}°`} />
        {unit.InRh > 0 && <Figure label={t('house.humidity')} value={String(unit.InRh)} unit="%" />}
        {unit.IneCO2 > 0 && (
          <Figure label="CO₂" value={String(unit.IneCO2)} unit={`ppm, ${airWord(unit.IneCO2)}`} />
        )}
        {unit.InTVOC > 0 && (
          <Figure label={t('house.organicCompounds')} value={String(unit.InTVOC)} unit="ppb" />
        )}
      </dl>
      <a className="small quiet" href={toHash('overview', 'unit', 0)}>
        {t('house.unitDetails')}
      </a>
    </div>
  );
};

/** The warnings of the unit with a link to their remedies, except for faults, which are at the top of the page. */
const UnitWarnings = ({ unit }: { unit: DatagramOf<'unit'> }) => {
  const warnings = warningsOf('unit', unit, useScale()).filter(({ about }) => about !== 'fault');
  if (warnings.length === 0) return null;
  return (
    <div className="unit__warnings">
      <WarningList warnings={warnings} />
      <a className="small" href={toHash('overview', 'unit', 0)}>
        {t('house.whatToDo')}
      </a>
    </div>
  );
};

const InstalledUnit = ({ unit }: { unit: Unit }) => {
  const scale = useScale();
  const { activity, sentence } = describeStatus(unitStatus(unit, useAll('zone')), scale);
  const isAuto = activity !== 'alert' && unit.SysOn === 1 && unit.SysMode === sysMode.values.auto;
  const prefix = isAuto ? `${t('house.automatic')} ` : '';
  return (
    <section className="unit card" data-activity={activity} aria-labelledby="unit-title">
      <div className="climate">
        <div className="climate__in">
          <h2 id="unit-title" className="climate__label">
            {t('house.indoors')}
          </h2>
          <p className="climate__value num">
            {formatTemperature(unit.Temp, scale)}
            <span className="climate__degree">°</span>
          </p>
        </div>
        <Outdoors />
        <p className="climate__sentence">
          <span className="climate__dot" />
          {prefix}
          {sentence}
        </p>
        <WhyLink kind="unit" index={0} name={t('explain.unitName')} />
      </div>
      <div className="unit__side">
        <UnitControls unit={unit} />
        <UnitReadings unit={unit} />
        <UnitWarnings unit={unit} />
      </div>
    </section>
  );
};
