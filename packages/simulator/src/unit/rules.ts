import { refuse } from '@plenum/protocol/refusal';
import { checkEcoLock, checkFan, checkMode, checkUnitControl, type UnitCommand } from '../ducted/refusals.ts';
import { type Draft, patch } from '../model/draft.ts';
import type { Rule, RuleContext, RuleRefusal, Rules } from '../model/rule.ts';
import { setSleepTimer, switchOff } from './switch.ts';

/** Creates the rule of a command to the unit, which is refused if the system cannot command the unit (SysType 210). */
const unitRule =
  <Name extends UnitCommand>(
    name: Name,
    perform: (
      draft: Draft,
      value: number,
      context: RuleContext,
      path: readonly string[],
    ) => RuleRefusal | undefined,
  ): Rule<Name> =>
  (draft, value, context) =>
    checkUnitControl(draft, name, value) ?? perform(draft, value, context, [name]);

/** The rules of the commands to the ducted unit (interface 4.4, AC unit). */
export const unitRules: Rules<UnitCommand> = {
  SysOn: unitRule('SysOn', (draft, on) => {
    if (on === 0) switchOff(draft);
    else patch(draft, 'unit', 0, { SysOn: 1 });
    return undefined;
  }),

  SysMode: unitRule('SysMode', (draft, mode, { model: { house } }, path) => {
    const refused = checkMode({ draft, house }, mode, path);
    if (refused === undefined) patch(draft, 'unit', 0, { SysMode: mode });
    return refused;
  }),

  SysFan: unitRule('SysFan', (draft, fan, { model: { house } }, path) => {
    const refused = checkFan({ draft, house }, fan, path);
    if (refused !== undefined) return refused;
    patch(draft, 'unit', 0, { SysFan: fan });
    const { evaporative } = draft.plant.unit!;
    if (evaporative !== null) evaporative.speed = 0;
    return refused;
  }),

  SysSetpoint: unitRule('SysSetpoint', (draft, setpoint, _context, path) => {
    const refused = checkEcoLock(draft, setpoint, path);
    if (refused === undefined) patch(draft, 'unit', 0, { Setpoint: setpoint });
    return refused;
  }),

  iSave: unitRule('iSave', (draft, on, _context, path) => {
    if (draft.datagrams.unit[0]!.iSaveEnable === 0) {
      const facts = { what: 'named', name: 'iSave', reason: 'no-outside-air-damper' } as const;
      return refuse('not-available', { path, input: on, facts });
    }
    patch(draft, 'unit', 0, { iSaveOn: on });
    return undefined;
  }),

  SysSleepTimer: unitRule('SysSleepTimer', (draft, minutes, { at }) => {
    setSleepTimer(draft, minutes, at);
    return undefined;
  }),
};
