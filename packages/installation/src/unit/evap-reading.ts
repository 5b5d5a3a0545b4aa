import type { DatagramOf } from '@plenum/protocol/component';
import { type Draft, patch } from '../model/draft.ts';
import { toStateText } from './evaporative.ts';

type Evap = DatagramOf<'unit'>['Evap'];

const hour = 3600;

/** Shows what an evaporative cooler does (interface 2.2.1); a fan that stands shows 1, the lowest the field has. */
export const showEvaporative = (draft: Draft, humidity: number): void => {
  const unit = draft.datagrams.unit[0]!;
  const machine = draft.plant.unit!;
  const { fanSeconds, pumpSeconds } = machine.evaporative!;
  const before = unit.Evap;
  const FanSpeed = Math.max(1, Math.round(machine.fanSpeed * 100));
  const State = toStateText(unit, machine);
  const FanRunH = Math.floor(fanSeconds / hour);
  const PumpRunH = Math.floor(pumpSeconds / hour);
  if (
    before.FanSpeed === FanSpeed &&
    before.State === State &&
    before.RhRead === humidity &&
    before.FanRunH === FanRunH &&
    before.PumpRunH === PumpRunH
  )
    return;
  const after: Evap = { ...before, FanSpeed, State, RhRead: humidity, FanRunH, PumpRunH };
  patch(draft, 'unit', 0, { Evap: after });
};
