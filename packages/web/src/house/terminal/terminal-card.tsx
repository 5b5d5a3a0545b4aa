import type { CommandName } from '@plenum/protocol/command';
import type { ComponentKind } from '@plenum/protocol/component';
import type { Field } from '@plenum/protocol/field';
import type { ReactNode } from 'react';
import { SetpointStepper } from '../../definition/setpoint-stepper.tsx';
import { Picker } from '../../design/picker.tsx';
import { Segmented } from '../../design/segmented.tsx';
import { Toggle } from '../../design/toggle.tsx';
import { modeActivity, terminalActivityOf } from '../../reading/activity.ts';
import type { setpointStepsOf } from '../../reading/body.ts';
import type { Warning } from '../../reading/warning.ts';
import { fieldOf, optionsOf } from '../../reading/words.ts';
import { useCommand, useScale } from '../context.tsx';
import { toHash } from '../frame/place.ts';
import { WarningList } from '../warning/warning-list.tsx';
import './terminal.css';

/** A split or a VRF unit: the same machine under two sets of names. */
export interface Terminal {
  readonly kind: ComponentKind & ('split' | 'vrf');
  readonly index: number;
  readonly name: string;
  readonly on: number;
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

const Head = ({ terminal, children }: { terminal: Terminal; children: ReactNode }) => (
  <header className="terminal__head">
    <div>
      <h3 className="zone__name">
        <a href={toHash('overview', terminal.kind, terminal.index)}>{terminal.name}</a>
      </h3>
      {terminal.note !== undefined && <p className="small quiet num">{terminal.note}</p>}
    </div>
    {children}
  </header>
);

/** One wall split or fan-coil. */
export const TerminalCard = ({ terminal }: { terminal: Terminal }) => {
  const command = useCommand();
  const scale = useScale();
  const { kind, index: Index, name, commands } = terminal;
  return (
    <li className="terminal card" data-activity={terminalActivityOf(terminal.on, terminal.mode)}>
      <Head terminal={terminal}>
        <Toggle
          label={name}
          isLabelHidden
          isOn={terminal.on === 1}
          onChange={(on) => command(commands.on, { Index, On: on ? 1 : 0 })}
        />
      </Head>
      <div className="terminal__middle">
        {terminal.reading !== undefined && <p className="terminal__temperature num">{terminal.reading}°</p>}
        <SetpointStepper
          label={`${name} setpoint`}
          value={terminal.setpoint}
          {...terminal.steps}
          onChange={(Setpoint) => command(commands.setpoint, { Index, Setpoint })}
          scale={scale}
        />
      </div>
      <Segmented
        label={`${name} mode`}
        options={optionsOf(fieldOf(kind, 'Mode')).map((each) => ({
          ...each,
          activity: modeActivity(each.value),
        }))}
        value={terminal.mode}
        onChange={(Mode) => command(commands.mode, { Index, Mode })}
      />
      <Picker
        label={`${name} fan`}
        isLabelHidden
        options={optionsOf(terminal.fanField, terminal.isBrand).map((each) => ({
          ...each,
          label: `Fan: ${each.label}`,
        }))}
        value={terminal.fan}
        onChange={(Fan) => command(commands.fan, { Index, Fan })}
      />
      <WarningList warnings={terminal.warnings} />
    </li>
  );
};
