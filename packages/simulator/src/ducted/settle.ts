import type { DatagramOf } from '@plenum/protocol/component';
import { enumerations } from '@plenum/protocol/field';
import type { HouseFile } from '../house-schema/house.ts';
import { type Draft, patch } from '../model/draft.ts';
import { type Abilities, unitAbilities } from './abilities.ts';
import { AUTO, CONSTANT, modesOfZone, OPEN } from './zone-modes.ts';

const { exhaust } = enumerations.sysMode.values;
const { auto: autoFan } = enumerations.sysFan.values;

type Zone = Pick<DatagramOf<'zone'>, 'ZoneType' | 'SensType'>;

/** Returns the mode of a zone before a mode is chosen: constant, auto or open, depending on its type. */
export function defaultMode(kind: Zone): number {
  const modes = modesOfZone(kind);
  if (modes.includes(CONSTANT)) return CONSTANT;
  return modes.includes(AUTO) ? AUTO : OPEN;
}

const replaceMode = ({ modes }: Abilities, mode: number): number =>
  mode === exhaust && !modes.includes(mode) ? modes[0]! : mode;

const replaceFan = ({ fans }: Abilities, fan: number): number =>
  fan === autoFan && !fans.includes(fan) ? fans.at(-1)! : fan;

/** Replaces modes and fan speeds that the installer removed, in the unit and in its favourites. */
export function settleAbilities(draft: Draft, house: HouseFile): void {
  const { SysMode, SysFan } = draft.datagrams.unit[0]!;
  const abilities = unitAbilities(house, draft.datagrams.unit[0]!);
  patch(draft, 'unit', 0, {
    SysMode: replaceMode(abilities, SysMode),
    SysFan: replaceFan(abilities, SysFan),
  });
  for (const [place, { Mode, Fan }] of draft.datagrams.schedule.entries())
    patch(draft, 'schedule', place, {
      Mode: replaceMode(abilities, Mode),
      Fan: replaceFan(abilities, Fan),
    });
}

/** Replaces a mode that a zone no longer has, in the zone itself and in favourites that set it. */
export function settleZone(draft: Draft, index: number): void {
  const zone = draft.datagrams.zone[index]!;
  const modes = modesOfZone(zone);
  const usual = defaultMode(zone);
  if (!modes.includes(zone.Mode)) patch(draft, 'zone', index, { Mode: usual });
  for (const [place, { Zones }] of draft.datagrams.schedule.entries()) {
    const entry = Zones[index]!;
    if (!modes.includes(entry.Mode))
      patch(draft, 'schedule', place, { Zones: Zones.with(index, { ...entry, Mode: usual }) });
  }
}

/** Moves the setpoints of the unit and its zones inside the economy limits while these are locked. */
export function settleSetpoints(draft: Draft): void {
  const { EcoLock, EcoMin, EcoMax, Setpoint } = draft.datagrams.unit[0]!;
  if (EcoLock === 0) return;
  const within = (setpoint: number) => Math.min(EcoMax, Math.max(EcoMin, setpoint));
  patch(draft, 'unit', 0, { Setpoint: within(Setpoint) });
  for (const [place, zone] of draft.datagrams.zone.entries())
    patch(draft, 'zone', place, { Setpoint: within(zone.Setpoint) });
}
