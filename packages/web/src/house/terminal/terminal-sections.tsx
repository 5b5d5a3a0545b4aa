import {
  type CommandName,
  catalogue,
  type DatagramOf,
  type NumberField,
  type RecordField,
} from '@plenum/protocol';
import { errorOf } from '../../reading/activity.ts';
import { showTemperature } from '../../reading/temperature.ts';
import { fieldOf, wordOf } from '../../reading/words.ts';
import { useAll, useScale } from '../context.tsx';
import { type Terminal, TerminalCard } from './terminal-card.tsx';

const rangeOf = (name: CommandName) => {
  const field = (catalogue.get(name)!.body as RecordField).properties.Setpoint as NumberField;
  return { min: field.minimum!, max: field.maximum!, step: field.multipleOf! };
};

const sleepNote = (
  kind: 'split' | 'vrf',
  field: string,
  value: number,
  left?: number,
): string | undefined => {
  if (value === 0) return undefined;
  return `Off after ${left ? `${left} min` : wordOf(fieldOf(kind, field), value)}`;
};

const fromSplit = (split: DatagramOf<'split'>): Terminal => ({
  kind: 'split',
  index: split.Index,
  name: split.Name,
  on: split.On,
  mode: split.Mode,
  fan: split.Fan,
  setpoint: split.Setpoint,
  isBrand: split.Brand === 1,
  fanField: fieldOf('split', 'Fan'),
  target: rangeOf('SplitSystemZoneSetpoint'),
  commands: {
    on: 'SplitSystemZoneOn',
    mode: 'SplitSystemZoneMode',
    fan: 'SplitSystemZoneFan',
    setpoint: 'SplitSystemZoneSetpoint',
  },
  note: sleepNote('split', 'Sleep', split.Sleep),
  trouble: split.Att === 1 && split.Act === 0 ? 'Does not answer' : undefined,
});

const fromVrf = (vrf: DatagramOf<'vrf'>, reading: string): Terminal => ({
  kind: 'vrf',
  index: vrf.X,
  name: vrf.Name,
  on: vrf.On,
  mode: vrf.Mode,
  fan: vrf.Fan,
  setpoint: vrf.Sp,
  isBrand: false,
  fanField: fieldOf('vrf', 'Fan'),
  target: rangeOf('VrfSystemZoneSetpoint'),
  commands: {
    on: 'VrfSystemZoneOn',
    mode: 'VrfSystemZoneMode',
    fan: 'VrfSystemZoneFan',
    setpoint: 'VrfSystemZoneSetpoint',
  },
  reading,
  note: sleepNote('vrf', 'Tmr', vrf.Tmr, vrf.TmrL) ?? (vrf.Ms === 1 ? 'Leads the system’s mode' : undefined),
  trouble: errorOf(vrf.Er) === undefined ? undefined : `Fault ${errorOf(vrf.Er)}`,
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

/** Wall splits and fan-coils. Unit 0 of a VRF system is the ducted one, which stands on the page already (document 2.7). */
export const TerminalSections = () => {
  const scale = useScale();
  const splits = useAll('split').filter(({ Att }) => Att === 1);
  const vrfs = useAll('vrf').filter(({ X }) => X !== 0);
  return (
    <>
      <Section title="Splits" terminals={splits.map(fromSplit)} />
      <Section
        title="Fan-coils"
        terminals={vrfs.map((vrf) => fromVrf(vrf, showTemperature(vrf.Ra, scale)))}
      />
    </>
  );
};
