import type { Status } from '@plenum/insight/status';
import type { CommandName } from '@plenum/protocol/command';
import type { ComponentKind } from '@plenum/protocol/component';
import type { Field } from '@plenum/protocol/field';
import type { ReactNode } from 'react';
import { SetpointStepper } from '../../definition/setpoint-stepper.tsx';
import { Picker } from '../../design/field/picker.tsx';
import { Segmented } from '../../design/field/segmented.tsx';
import { Toggle } from '../../design/field/toggle.tsx';
import type { setpointStepsOf } from '../../reading/body.ts';
import { describeStatus, modeActivity, type StatusText } from '../../reading/house/status.ts';
import type { Warning } from '../../reading/house/warning.ts';
import { fieldOf, optionsOf } from '../../reading/words.ts';
import { t } from '../../text/text.ts';
import { WhyLink } from '../explain/why-link.tsx';
import { toHash } from '../frame/routes.ts';
import { useScale, useSendCommand } from '../house-context.tsx';
import { WarningList } from '../warning/warning-list.tsx';
import './room-unit.css';

/** A split or a VRF unit, with the names of its fields and commands. */
export interface RoomUnit {
  readonly kind: ComponentKind & ('split' | 'vrf');
  readonly index: number;
  readonly name: string;
  readonly on: number;
  readonly status: Status;
  readonly mode: number;
  readonly fan: number;
  readonly setpoint: number;
  readonly isBrand: boolean;
  readonly fanField: Field;
  readonly steps: ReturnType<typeof setpointStepsOf>;
  readonly commands: Readonly<Record<'on' | 'mode' | 'fan' | 'setpoint', CommandName>>;
  readonly reading?: string | undefined;
  readonly note?: string | undefined;
  readonly warnings: readonly Warning[];
}

interface HeadProps {
  readonly unit: RoomUnit;
  readonly words: StatusText;
  readonly children: ReactNode;
}

const Head = ({ unit, words, children }: HeadProps) => {
  return (
    <header className="room-unit__head">
      <div>
        <h3 className="zone__name">
          <a href={toHash('overview', unit.kind, unit.index)}>{unit.name}</a>
        </h3>
        <p className="room-unit__state" title={words.sentence}>
          {words.label}
        </p>
        {unit.note !== undefined && <p className="small quiet num">{unit.note}</p>}
      </div>
      {children}
    </header>
  );
};

export function RoomUnitCard({ unit }: { unit: RoomUnit }) {
  const command = useSendCommand();
  const scale = useScale();
  const words = describeStatus(unit.status, scale);
  const { kind, index: Index, name, commands } = unit;
  return (
    <li className="room-unit card" data-activity={words.activity}>
      <Head unit={unit} words={words}>
        <Toggle
          label={name}
          isLabelHidden
          isOn={unit.on === 1}
          onChange={(on) => command(commands.on, { Index, On: on ? 1 : 0 })}
        />
      </Head>
      <div className="room-unit__middle">
        {unit.reading !== undefined && <p className="room-unit__temperature num">{unit.reading}°</p>}
        <SetpointStepper
          label={t('house.setpointOf', { name })}
          value={unit.setpoint}
          {...unit.steps}
          onChange={(Setpoint) => command(commands.setpoint, { Index, Setpoint })}
          scale={scale}
        />
      </div>
      <Segmented
        label={t('house.modeOf', { name })}
        options={optionsOf(fieldOf(kind, 'Mode')).map((each) => ({
          ...each,
          activity: modeActivity(each.value),
        }))}
        value={unit.mode}
        onChange={(Mode) => command(commands.mode, { Index, Mode })}
      />
      <Picker
        label={t('house.fanOf', { name })}
        isLabelHidden
        options={optionsOf(unit.fanField, unit.isBrand).map((each) => ({
          ...each,
          label: t('house.fanIs', { speed: each.label }),
        }))}
        value={unit.fan}
        onChange={(Fan) => command(commands.fan, { Index, Fan })}
      />
      <WhyLink kind={kind} index={Index} name={name} />
      <WarningList warnings={unit.warnings} />
    </li>
  );
}
