import type { DatagramOf } from '@plenum/protocol/component';
import { ductedUnit } from '@plenum/protocol/vrf';
import { setpointStepsOf } from '../../reading/body.ts';
import { type Scale, showTemperature } from '../../reading/temperature.ts';
import { warningsOf } from '../../reading/warning.ts';
import { fieldOf, wordOf } from '../../reading/words.ts';
import { useAll, useScale } from '../context.tsx';
import { type Terminal, TerminalCard } from './terminal-card.tsx';

const sleepNote = (
  kind: 'split' | 'vrf',
  field: string,
  value: number,
  left?: number,
): string | undefined => {
  if (value === 0) return undefined;
  return `Off after ${left ? `${left} min` : wordOf(fieldOf(kind, field), value)}`;
};

const fromSplit = (split: DatagramOf<'split'>, scale: Scale): Terminal => ({
  kind: 'split',
  index: split.Index,
  name: split.Name,
  on: split.On,
  mode: split.Mode,
  fan: split.Fan,
  setpoint: split.Setpoint,
  isBrand: split.Brand === 1,
  fanField: fieldOf('split', 'Fan'),
  steps: setpointStepsOf('SplitSystemZoneSetpoint'),
  commands: {
    on: 'SplitSystemZoneOn',
    mode: 'SplitSystemZoneMode',
    fan: 'SplitSystemZoneFan',
    setpoint: 'SplitSystemZoneSetpoint',
  },
  note: sleepNote('split', 'Sleep', split.Sleep),
  warnings: warningsOf('split', split, scale),
});

const fromVrf = (vrf: DatagramOf<'vrf'>, scale: Scale): Terminal => ({
  kind: 'vrf',
  index: vrf.X,
  name: vrf.Name,
  on: vrf.On,
  mode: vrf.Mode,
  fan: vrf.Fan,
  setpoint: vrf.Sp,
  isBrand: false,
  fanField: fieldOf('vrf', 'Fan'),
  steps: setpointStepsOf('VrfSystemZoneSetpoint'),
  commands: {
    on: 'VrfSystemZoneOn',
    mode: 'VrfSystemZoneMode',
    fan: 'VrfSystemZoneFan',
    setpoint: 'VrfSystemZoneSetpoint',
  },
  reading: showTemperature(vrf.Ra, scale),
  note: sleepNote('vrf', 'Tmr', vrf.Tmr, vrf.TmrL) ?? (vrf.Ms === 1 ? 'Leads the system’s mode' : undefined),
  warnings: warningsOf('vrf', vrf, scale),
});

const Section = ({ title, terminals }: { title: string; terminals: readonly Terminal[] }) => {
  if (terminals.length === 0) return null;
  const id = `${terminals[0]!.kind}-title`;
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="section-title">
        {title}
      </h2>
      <ul className="cards">
        {terminals.map((terminal) => (
          <TerminalCard key={terminal.index} terminal={terminal} />
        ))}
      </ul>
    </section>
  );
};

/** Wall splits and fan-coils, without the ducted unit, which stands on the page already. */
export const TerminalSections = () => {
  const scale = useScale();
  const splits = useAll('split').filter(({ Att }) => Att === 1);
  const vrfs = useAll('vrf').filter(({ X }) => X !== ductedUnit);
  return (
    <>
      <Section title="Splits" terminals={splits.map((split) => fromSplit(split, scale))} />
      <Section title="Fan-coils" terminals={vrfs.map((vrf) => fromVrf(vrf, scale))} />
    </>
  );
};
