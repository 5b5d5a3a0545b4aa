import { refuse } from '@plenum/protocol/refusal';
import type { OverrideBody } from '@plenum/protocol/simulation';
import { checkDucted, checkFan, checkMode } from '../ducted/refusals.ts';
import type { HouseFile } from '../house-schema/house.ts';
import { type Draft, patch } from '../model/draft.ts';
import type { RuleContext, RuleRefusal } from '../model/rule.ts';
import { switchOff } from '../unit/switch.ts';
import { checkZone } from '../zone/refusals.ts';

/** The flag that makes the controller follow the settings on the panel of the unit (interface 2.2). */
const followed = { On: 'ExtOnOff', Mode: 'ExtMode', Fan: 'ExtFan', Setpoint: 'ExtSetpoint' } as const;

type Panel = OverrideBody<'UnitPanel'>;

const checkPanel = (draft: Draft, house: HouseFile, body: Panel): RuleRefusal | undefined => {
  const unit = draft.datagrams.unit[0]!;
  for (const [key, flag] of Object.entries(followed) as [keyof Panel, (typeof followed)['On']][]) {
    if (body[key] === undefined || unit[flag] === 1) continue;
    return refuse('without-effect', {
      path: ['UnitPanel', key],
      input: body[key],
      facts: { reason: 'panel-not-followed', flag },
    });
  }
  const { Mode, Fan } = body;
  return (
    (Mode === undefined ? undefined : checkMode({ draft, house }, Mode, ['UnitPanel', 'Mode'])) ??
    (Fan === undefined ? undefined : checkFan({ draft, house }, Fan, ['UnitPanel', 'Fan']))
  );
};

/** The rules of manual actions at the ducted unit itself. */
export const unitOverrides = {
  UnitPanel: (draft: Draft, body: Panel, { model: { house } }: RuleContext): RuleRefusal | undefined => {
    const refused = checkDucted(draft, ['UnitPanel']) ?? checkPanel(draft, house, body);
    if (refused !== undefined) return refused;
    const { On, Mode, Fan, Setpoint } = body;
    patch(draft, 'unit', 0, {
      ...(Mode !== undefined && { SysMode: Mode }),
      ...(Fan !== undefined && { SysFan: Fan }),
      ...(Setpoint !== undefined && { Setpoint }),
      ...(On === 1 && { SysOn: 1 }),
    });
    if (On === 0) switchOff(draft);
    return undefined;
  },

  SensorPairing: (draft: Draft, { Zone }: { Zone: number }): RuleRefusal | undefined => {
    const refused = checkZone(draft, Zone, ['SensorPairing', 'Zone']);
    if (refused === undefined) draft.plant.unit!.pairing = Zone;
    return refused;
  },

  // Every controller resumes its state, except an evaporative cooler with Evap.ResumeLast off.
  UnitPowerCut: (draft: Draft, _: number, { at }: RuleContext): RuleRefusal | undefined => {
    const refused = checkDucted(draft, ['UnitPowerCut']);
    if (refused !== undefined) return refused;
    const plant = draft.plant.unit!;
    Object.assign(plant, { running: 'idle', since: at, load: 0, fanSpeed: 0 });
    if (plant.evaporative === null) return undefined;
    Object.assign(plant.evaporative, { phase: 'off', left: 0, wet: false });
    if (draft.datagrams.unit[0]!.Evap.ResumeLast === 0) switchOff(draft);
    return undefined;
  },
};
