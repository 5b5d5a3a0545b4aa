import type { AnyCommand, CommandBody, CommandTo } from '@plenum/protocol/command';
import { enumerations } from '@plenum/protocol/field';
import { type Reason, refuse } from '@plenum/protocol/refusal';
import { isSensed } from '@plenum/protocol/zone';
import { checkDucted, type UnitCommand } from '../ducted/refusals.ts';
import { settleAbilities, settleSetpoints } from '../ducted/settle.ts';
import { OWN_SETPOINT } from '../ducted/zone-modes.ts';
import { type Draft, patch } from '../model/draft.ts';
import { type Rule, type RuleContext, type RuleRefusal, type Rules, rulesOf } from '../model/rule.ts';
import { setFields } from '../model/set-fields.ts';
import { checkZone } from '../zone/refusals.ts';
import { setZoneCount } from '../zone/set-count.ts';
import { pairSensor } from '../zone/wireless.ts';
import type { CoolerCommand, VentilationCommand } from './air-rules.ts';
import { isBrandA } from './brand.ts';
import { createBrandStatus } from './brand-status.ts';

const { returnAirSensor } = enumerations;

type SetupCommand = Exclude<CommandTo<'unit'>, UnitCommand | CoolerCommand | VentilationCommand>;

/** Refuses a command; the facts are the subject that is unavailable and the reason. */
const refuseSetup = (name: SetupCommand, input: unknown, why: Reason): RuleRefusal =>
  refuse('not-available', { path: [name], input, facts: { what: 'named', name, ...why } });

/**
 * Creates the rule for a setting of a ducted unit, which is refused if the house has no such unit or `check` finds a
 * reason. Otherwise the rule sets the fields of the command's definition and applies the consequences.
 */
const setup =
  <Name extends SetupCommand>(
    name: Name,
    {
      check,
      follow,
    }: {
      check?: (draft: Draft, value: CommandBody<Name>, context: RuleContext) => RuleRefusal | undefined;
      follow?: (draft: Draft, context: RuleContext) => void;
    } = {},
  ): Rule<Name> =>
  (draft, value, context) => {
    const refused = checkDucted(draft, [name]) ?? check?.(draft, value, context);
    if (refused !== undefined) return refused;
    setFields(draft, name, value);
    follow?.(draft, context);
    return undefined;
  };

/** Settings that every installation accepts and that have no immediate consequences. */
const plain = [
  'SysTag1',
  'SysTag2',
  'FanAutoType',
  'FanCapacity',
  'FanUnitCapacity',
  'FilterWarn',
  'ExtOnOff',
  'ExtMode',
  'ExtFan',
  'ExtSetpoint',
  'DamperTime',
  'AutoOff',
  'RoomTempDisp',
  'HideInduct',
  'ReverseDampers',
  'ScroogeMode',
  'OpenDampersWhenOff',
  'ShowActTemps',
  'SetWiredLeds',
  'UseUnductEnergy',
  'AutoModeDeadB',
  'AirflowLock',
  'AirflowMinLock',
  'CnstCtrlAreaEn',
  'CnstCtrlArea',
  'StaticP',
  'ChangeRfCh',
  'LockZoneNames',
  'AirPureOn',
  'GasHeatSettings',
] as const satisfies readonly SetupCommand[];

const plainRules = rulesOf(plain, (name) => setup(name));

/**
 * Creates the rule for a setting that determines which commands the unit accepts from the controller. A system that
 * controls only zones has no such settings.
 */
const commanded = <Name extends 'HvacOnOff' | 'HvacMode' | 'HvacFan' | 'HvacSetpoint'>(name: Name) =>
  setup<Name>(name, {
    check: (draft, value) =>
      value === 1 && draft.datagrams.unit[0]!.SysType === 210
        ? refuse('no-unit-control', { path: [name], input: value })
        : undefined,
  });

/** Refuses economy limits with the minimum above the maximum. */
const checkEconomy = (
  draft: Draft,
  { name, body }: Extract<AnyCommand, { name: 'EconomyMax' | 'EconomyMin' }>,
): RuleRefusal | undefined => {
  const { EcoMin, EcoMax } = draft.datagrams.unit[0]!;
  const [min, max] = name === 'EconomyMin' ? [body, EcoMax] : [EcoMin, body];
  if (min <= max) return undefined;
  return refuse('economy-crossed', {
    path: [name],
    input: body,
    facts: { min, max, unit: '°C', scale: 100 },
  });
};

/** Refuses a control zone that does not exist or has no sensor. */
const checkMaster = (draft: Draft, name: 'MasterZone' | 'RASSet', index: number): RuleRefusal | undefined => {
  const missing = checkZone(draft, index, [name]);
  if (missing !== undefined || isSensed(draft.datagrams.zone[index]!)) return missing;
  return refuseSetup(name, index, { reason: 'master-without-sensor', zone: index });
};

const followMaster = (draft: Draft): void => {
  const { RAS, MasterZoneNo } = draft.datagrams.unit[0]!;
  if (RAS === returnAirSensor.values.master) patch(draft, 'unit', 0, { CtrlZone: MasterZoneNo });
};

const checkReturnAir = (draft: Draft, mode: number): RuleRefusal | undefined => {
  const { master, zones } = returnAirSensor.values;
  if (mode === master) return checkMaster(draft, 'RASSet', draft.datagrams.unit[0]!.MasterZoneNo);
  if (mode !== zones || draft.datagrams.zone.some(isSensed)) return undefined;
  return refuseSetup('RASSet', mode, { reason: 'no-zone-sensor' });
};

const checkBrand =
  (name: 'UnitBrandAQuietMode' | 'UnitBrandASettingsSetpoints' | 'UnitBrandASettingsUnit') =>
  (draft: Draft): RuleRefusal | undefined =>
    isBrandA(draft.datagrams.unit[0]!)
      ? undefined
      : refuseSetup(name, undefined, { reason: 'another-brand' });

const checkConstants = (draft: Draft, count: number): RuleRefusal | undefined => {
  const { length } = draft.datagrams.zone;
  if (count <= length) return undefined;
  return refuseSetup('NoOfConstants', count, { reason: 'zone-count', count: length });
};

/** The rules of an installer's commands to the ducted system (installer 1). */
export const unitSetupRules: Rules<SetupCommand> = {
  ...plainRules,
  HvacOnOff: commanded('HvacOnOff'),
  HvacMode: commanded('HvacMode'),
  HvacFan: commanded('HvacFan'),
  HvacSetpoint: commanded('HvacSetpoint'),

  EconomyLock: setup('EconomyLock', { follow: settleSetpoints }),
  EconomyMax: setup('EconomyMax', {
    check: (draft, body) => checkEconomy(draft, { name: 'EconomyMax', body }),
    follow: settleSetpoints,
  }),
  EconomyMin: setup('EconomyMin', {
    check: (draft, body) => checkEconomy(draft, { name: 'EconomyMin', body }),
    follow: settleSetpoints,
  }),

  RASSet: setup('RASSet', {
    check: checkReturnAir,
    follow: (draft) => {
      patch(draft, 'unit', 0, { CtrlZone: OWN_SETPOINT });
      followMaster(draft);
    },
  }),
  MasterZone: setup('MasterZone', {
    check: (draft, index) => checkMaster(draft, 'MasterZone', index),
    follow: followMaster,
  }),

  NoOfZones: setup('NoOfZones', {
    check: (draft, count, context) => setZoneCount(draft, count, context),
  }),
  NoOfConstants: setup('NoOfConstants', { check: checkConstants }),

  EnableiSave: setup('EnableiSave', {
    follow: (draft) => {
      if (draft.datagrams.unit[0]!.iSaveEnable === 0) patch(draft, 'unit', 0, { iSaveOn: 0 });
    },
  }),
  FanAutoEn: setup('FanAutoEn', { follow: (draft, { model }) => settleAbilities(draft, model.house) }),

  ResetWarning: (draft) => {
    const missing = checkDucted(draft, ['ResetWarning']);
    if (missing !== undefined) return missing;
    draft.plant.unit!.filterSeconds = 0;
    return patch(draft, 'unit', 0, { Warnings: 'none' });
  },

  // The password is never shown, and a simulated house never asks for it.
  ChangePass: (draft) => checkDucted(draft, ['ChangePass']),

  RfPair: (draft) => {
    const missing = checkDucted(draft, ['RfPair']);
    if (missing !== undefined) return missing;
    const { pairing } = draft.plant.unit!;
    if (draft.datagrams.zone[pairing] === undefined)
      return refuseSetup('RfPair', 1, { reason: 'no-sensor-pairing' });
    draft.plant.unit!.pairing = -1;
    return pairSensor(draft, pairing);
  },

  SetAcUnitBrandSet: setup('SetAcUnitBrandSet', {
    follow: (draft, { at }) => {
      const { AcUnitBrandSet } = draft.datagrams.unit[0]!;
      patch(draft, 'unit', 0, { AcUnitBrand: AcUnitBrandSet || draft.plant.unit!.brand });
      const status = createBrandStatus(draft.datagrams.unit[0]!, draft.plant.unit!, at);
      if (status.length !== draft.datagrams.brandStatus.length)
        draft.datagrams.brandStatus.splice(0, Infinity, ...status);
    },
  }),
  UnitBrandAQuietMode: setup('UnitBrandAQuietMode', { check: checkBrand('UnitBrandAQuietMode') }),
  UnitBrandASettingsSetpoints: setup('UnitBrandASettingsSetpoints', {
    check: checkBrand('UnitBrandASettingsSetpoints'),
  }),
  UnitBrandASettingsUnit: setup('UnitBrandASettingsUnit', { check: checkBrand('UnitBrandASettingsUnit') }),
};
