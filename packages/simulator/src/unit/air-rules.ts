import type { CommandBody, CommandName } from '@plenum/protocol/command';
import { enumerations } from '@plenum/protocol/field';
import { refuse } from '@plenum/protocol/refusal';
import { checkDucted } from '../ducted/refusals.ts';
import { settleAbilities } from '../ducted/settle.ts';
import type { Draft } from '../model/draft.ts';
import { type Rule, type RuleContext, type RuleRefusal, type Rules, rulesOf } from '../model/rule.ts';
import { setFields } from '../model/set-fields.ts';

const { evaporative } = enumerations.cpuType.values;

/** The commands to the ventilation and those to an evaporative cooler. */
export type VentilationCommand = Extract<CommandName, `Ventilation${string}`>;
export type CoolerCommand = Exclude<Extract<CommandName, `Evap${string}`>, 'EvapFavSettings'>;

/** Refuses if the unit is not an evaporative cooler. */
export function checkCooler(draft: Draft, path: readonly string[], input: unknown): RuleRefusal | undefined {
  const missing = checkDucted(draft, path);
  if (missing !== undefined || draft.datagrams.unit[0]!.CpuType === evaporative) return missing;
  const facts = { what: 'named', name: path[0]!, reason: 'not-evaporative' } as const;
  return refuse('not-available', { path, input, facts });
}

const ventilation = [
  'VentilationRfSetpoint',
  'VentilationVocsSetpoint',
  'VentilationEco2Setpoint',
  'VentilationFanStageDelay',
  'VentilationCycleFanOff',
  'VentilationUseRhControl',
  'VentilationUseVcosControl',
  'VentilationUseEco2Control',
] as const satisfies readonly VentilationCommand[];

const ventilate =
  <Name extends VentilationCommand>(name: Name): Rule<Name> =>
  (draft, value) => {
    const missing = checkDucted(draft, [name]);
    if (missing === undefined) setFields(draft, name, value);
    return missing;
  };

/** The rules of an installer's commands to the ventilation (installer 2). */
export const ventilationRules: Rules<VentilationCommand> = rulesOf(ventilation, (name) => ventilate(name));

const cool =
  <Name extends CoolerCommand>(
    name: Name,
    then?: (draft: Draft, value: CommandBody<Name>, context: RuleContext) => void,
  ): Rule<Name> =>
  (draft, value, context) => {
    const refused = checkCooler(draft, [name], value);
    if (refused !== undefined) return refused;
    if (then === undefined) setFields(draft, name, value);
    else then(draft, value, context);
    return undefined;
  };

const plain = [
  'EvapRhSetpoint',
  'EvapPrewEn',
  'EvapPrewTime',
  'EvapDrAfPrewEn',
  'EvapDrCycEn',
  'EvapDrCycPer',
  'EvapPostwEn',
  'EvapDrBfPostwEn',
  'EvapPostwT',
  'EvapInverter',
  'EvapResumeLast',
  'EvapFanMaxAuto',
  'EvapFanMax',
  'EvapExhMax',
  'EvapCtrlSens',
  'EvapCalibTemp',
  'EvapDeadTemp',
  'EvapAutoFanMaxTime',
] as const satisfies readonly CoolerCommand[];

const plainRules = rulesOf(plain, (name) => cool(name));

/** The rules for commands to an evaporative cooler from its installer and its owner (installer 3). */
export const coolerRules: Rules<CoolerCommand> = {
  ...plainRules,
  EvapFanSpeed: cool('EvapFanSpeed', (draft, speed) => {
    draft.plant.unit!.evaporative!.speed = speed;
  }),
  EvapExhEn: cool('EvapExhEn', (draft, value, { model }) => {
    setFields(draft, 'EvapExhEn', value);
    settleAbilities(draft, model.house);
  }),
};
