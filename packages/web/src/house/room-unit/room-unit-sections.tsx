import { splitStatus, vrfStatus } from '@plenum/insight/status';
import type { DatagramOf } from '@plenum/protocol/component';
import { ductedUnit } from '@plenum/protocol/vrf';
import { memo, type ReactNode } from 'react';
import { setpointStepsOf } from '../../reading/body.ts';
import { warningsOf } from '../../reading/house/warning.ts';
import { formatTemperature, type Scale } from '../../reading/number/temperature.ts';
import { fieldOf, wordOf } from '../../reading/words.ts';
import { t } from '../../text/text.ts';
import { useAll, useDatagrams, useScale } from '../house-context.tsx';
import { type RoomUnit, RoomUnitCard } from './room-unit-card.tsx';

const sleepNote = (
  kind: 'split' | 'vrf',
  field: string,
  value: number,
  left?: number,
): string | undefined => {
  if (value === 0) return undefined;
  return t('house.offAfter', { time: left ? `${left} min` : wordOf(fieldOf(kind, field), value) });
};

const fromSplit = (split: DatagramOf<'split'>, scale: Scale): RoomUnit => ({
  kind: 'split',
  index: split.Index,
  name: split.Name,
  on: split.On,
  status: splitStatus(split),
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

const fromVrf = (vrf: DatagramOf<'vrf'>, scale: Scale): RoomUnit => ({
  kind: 'vrf',
  index: vrf.X,
  name: vrf.Name,
  on: vrf.On,
  status: vrfStatus(vrf),
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
  reading: formatTemperature(vrf.Ra, scale),
  note: sleepNote('vrf', 'Tmr', vrf.Tmr, vrf.TmrL) ?? (vrf.Ms === 1 ? t('house.setsMode') : undefined),
  warnings: warningsOf('vrf', vrf, scale),
});

const SplitCard = memo(({ split }: { split: DatagramOf<'split'> }) => (
  <RoomUnitCard unit={fromSplit(split, useScale())} />
));

const VrfCard = memo(({ vrf }: { vrf: DatagramOf<'vrf'> }) => (
  <RoomUnitCard unit={fromVrf(vrf, useScale())} />
));

const Section = ({
  kind,
  title,
  children,
}: {
  kind: string;
  title: string;
  children: readonly ReactNode[];
}) => {
  if (children.length === 0) return null;
  const id = `${kind}-title`;
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="section-title" tabIndex={-1}>
        {title}
      </h2>
      <ul className="cards">{children}</ul>
    </section>
  );
};

/** The card of a split or fan-coil; nothing if the house does not have it. */
export function RoomUnitOf({ kind, index }: { kind: 'split' | 'vrf'; index: number }) {
  const { split, vrf } = useDatagrams();
  const ofSplit = kind === 'split' && split.find(({ Index }) => Index === index);
  const ofVrf = kind === 'vrf' && vrf.find(({ X }) => X === index);
  return ofSplit ? <SplitCard split={ofSplit} /> : ofVrf ? <VrfCard vrf={ofVrf} /> : null;
}

/**
 * The sections of wall splits and fan-coils, except the ducted unit, which has its own panel, and except units that are
 * shown elsewhere.
 */
export function RoomUnitSections({ elsewhere }: { elsewhere: ReadonlySet<string> }) {
  const splits = useAll('split').filter(({ Att, Index }) => Att === 1 && !elsewhere.has(`split ${Index}`));
  const vrfs = useAll('vrf').filter(({ X }) => X !== ductedUnit && !elsewhere.has(`vrf ${X}`));
  return (
    <>
      <Section kind="split" title={t('house.splits')}>
        {splits.map((split) => (
          <SplitCard key={split.Index} split={split} />
        ))}
      </Section>
      <Section kind="vrf" title={t('house.fanCoils')}>
        {vrfs.map((vrf) => (
          <VrfCard key={vrf.X} vrf={vrf} />
        ))}
      </Section>
    </>
  );
}
