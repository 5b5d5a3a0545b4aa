import type { DatagramOf } from '@plenum/protocol/component';
import { enumerations } from '@plenum/protocol/field';
import { type Activity, directionsOf, hasNumbers, needOf } from './activity.ts';
import { faultCodeOf } from './fault-code.ts';
import { lackOf } from './idle.ts';
import { type Status, type StatusCode, unknown } from './status.ts';

const roomUnitMode = enumerations.roomUnitMode;

const mode = roomUnitMode.values;

const setTo: Readonly<Record<number, readonly [StatusCode, Activity]>> = {
  [mode.cool]: ['set-to-cool', 'cool'],
  [mode.heat]: ['set-to-heat', 'heat'],
  [mode.dry]: ['set-to-dry', 'cool'],
  [mode.vent]: ['fan-only', 'vent'],
};

/** Returns the status of a wall split from its settings, since it reports no temperature (interface 2.5). */
export function splitStatus({ On, Mode, Setpoint, Att, Act }: DatagramOf<'split'>): Status {
  const facts = { setpoint: Setpoint };
  if (!hasNumbers({ On, Mode, Setpoint }, ['On', 'Mode', 'Setpoint'])) return unknown;
  if (Att === 1 && Act === 0) return { code: 'no-answer', activity: 'off', facts };
  if (On !== 1) return { code: 'off', activity: 'off', facts };
  const [code, activity] = setTo[Mode] ?? ['set-to-auto', 'idle'];
  return { code, activity, facts };
}

/** Returns the status of a fan-coil from its return air and its setpoint (interface 2.7). */
export function vrfStatus({ On, Mode, Sp, Ra, Er, C325, Ac, Cvrf }: DatagramOf<'vrf'>): Status {
  const facts = { setpoint: Sp, temperature: Ra };
  const fault = faultCodeOf(Er);
  if (!hasNumbers({ On, Mode, Sp, Ra }, ['On', 'Mode', 'Sp', 'Ra'])) return unknown;
  if (C325 === 0 || Ac === 0 || Cvrf === 0) return { code: 'no-answer', activity: 'off', facts };
  if (fault !== undefined) return { code: 'unit-fault', activity: 'off', facts: { ...facts, fault } };
  if (On !== 1) return { code: 'off', activity: 'off', facts };
  if (Mode === mode.vent) return { code: 'fan-only', activity: 'vent', facts };
  if (Mode === mode.dry) return { code: 'drying', activity: 'cool', facts };
  const need = needOf(Ra, Sp);
  if (need === undefined) return { code: 'at-target', activity: 'idle', facts };
  if (!directionsOf(Mode).includes(need)) return { code: lackOf(need), activity: 'idle', facts };
  return { code: need === 'cool' ? 'cooling' : 'heating', activity: need, facts };
}
