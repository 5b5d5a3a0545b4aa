import { leaderOf } from '@plenum/insight/status';
import { catalogue } from '@plenum/protocol/command';
import type { DatagramOf } from '@plenum/protocol/component';
import type { NumberField } from '@plenum/protocol/field';
import type { ComponentProps } from 'react';
import { SetpointStepper } from '../../definition/setpoint-stepper.tsx';
import { Picker } from '../../design/field/picker.tsx';
import { Segmented } from '../../design/field/segmented.tsx';
import { Toggle } from '../../design/field/toggle.tsx';
import { setpointStepsOf } from '../../reading/body.ts';
import { unitFans, unitModes } from '../../reading/house/offer.ts';
import { formatMinutes } from '../../reading/number/intl.ts';
import { capital, fieldOf, wordOf } from '../../reading/words.ts';
import { Rich } from '../../text/rich.tsx';
import { t } from '../../text/text.ts';
import { toHash } from '../frame/routes.ts';
import { useUndoable } from '../group/use-undoable.ts';
import { useAll, useRefused, useScale, useSendCommand } from '../house-context.tsx';
import { UnitPower } from './unit-power.tsx';

type Unit = DatagramOf<'unit'>;
type Zone = DatagramOf<'zone'>;

const zoneSteps = setpointStepsOf('ZoneSetpoint');

const setpoint = catalogue.get('SysSetpoint')!.body as NumberField;

/** The control steps by half degrees, although the command accepts any hundredth (interface 4.4). */
const step = 50;
const timers = [0, 30, 60, 90, 120, 180, 240, 480] as const;

const showMinutes = (minutes: number): string => (minutes === 0 ? t('house.off') : formatMinutes(minutes));

const SleepTimer = ({ unit }: { unit: Unit }) => {
  const command = useSendCommand();
  const minutes = [...new Set([...timers, unit.SleepTimer])].sort((a, b) => a - b);
  return (
    <Picker
      label={
        unit.SleepTimerM > 0
          ? t('house.sleepTimerLeft', { minutes: unit.SleepTimerM })
          : t('house.sleepTimer')
      }
      value={unit.SleepTimer}
      onChange={(value) => command('SysSleepTimer', value)}
      options={minutes.map((value) => ({ value, label: showMinutes(value) }))}
    />
  );
};

const Choice = (props: ComponentProps<typeof Segmented>) => (
  <div className="unit__choice">
    <span className="field__label" aria-hidden="true">
      {props.label}
    </span>
    <Segmented {...props} />
  </div>
);

/** Links to the zone whose setpoint applies in place of the unit's own. */
const Leader = ({ leader }: { leader: Zone }) => (
  <p className="unit__leader small quiet">
    <Rich
      text={t('control.leads', { name: leader.Name })}
      parts={{ a: (name) => <a href={toHash('overview', 'zone', leader.Index)}>{name}</a> }}
    />
  </p>
);

/** The setpoint that currently applies: that of the controlling room or, if there is none, the unit's own. */
const ActingSetpoint = ({ unit, leader }: { unit: Unit; leader: Zone | undefined }) => {
  const command = useSendCommand();
  const scale = useScale();
  if (leader === undefined)
    return (
      <SetpointStepper
        label={t('house.unitSetpoint')}
        value={unit.Setpoint}
        min={setpoint.minimum!}
        max={setpoint.maximum!}
        step={step}
        onChange={(value) => command('SysSetpoint', value)}
        scale={scale}
      />
    );
  const { Index, Name, Setpoint } = leader;
  return (
    <SetpointStepper
      key={Index}
      label={t('control.leaderSetpoint', { name: Name })}
      value={Setpoint}
      {...zoneSteps}
      onChange={(value) => command('ZoneSetpoint', { Index, Setpoint: value })}
      scale={scale}
    />
  );
};

export function UnitControls({ unit }: { unit: Unit }) {
  const command = useSendCommand();
  const act = useUndoable();
  const refused = useRefused();
  const leader = leaderOf(unit, useAll('zone'));
  if (unit.SysType === 210) return <p className="quiet">{t('house.zonesOnly')}</p>;
  return (
    <div className="unit__controls">
      <div className="unit__row">
        <UnitPower unit={unit} />
        <ActingSetpoint unit={unit} leader={leader} />
      </div>
      {leader !== undefined && <Leader leader={leader} />}
      <Choice
        label={t('house.mode')}
        options={unitModes(unit, refused)}
        value={unit.SysMode}
        onChange={(value) =>
          act({
            commands: [['SysMode', value]],
            sentence: t('group.modeSet', { mode: capital(wordOf(fieldOf('unit', 'SysMode'), value)) }),
          })
        }
      />
      <Choice
        label={t('house.fan')}
        options={unitFans(unit, refused)}
        value={unit.SysFan}
        onChange={(value) => command('SysFan', value)}
      />
      <div className="unit__row unit__row--last">
        <SleepTimer unit={unit} />
        {unit.iSaveEnable === 1 && (
          <Toggle
            label={t('house.freeCooling')}
            isOn={unit.iSaveOn === 1}
            onChange={(on) => command('iSave', on ? 1 : 0)}
          />
        )}
      </div>
    </div>
  );
}
