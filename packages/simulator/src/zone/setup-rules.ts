import type { CommandBody, CommandTo } from '@plenum/protocol/command';
import type { DatagramOf } from '@plenum/protocol/component';
import { enumerations } from '@plenum/protocol/field';
import { type Reason, refuse } from '@plenum/protocol/refusal';
import { isSensed } from '@plenum/protocol/zone';
import { settleZone } from '../ducted/settle.ts';
import { type Draft, patch } from '../model/draft.ts';
import type { Rule, RuleRefusal, Rules } from '../model/rule.ts';
import { setFields } from '../model/set-fields.ts';
import { NO_CONSTANT } from './create.ts';
import { checkSensor, checkZone } from './refusals.ts';
import { isRadio, pairSensor } from './wireless.ts';

const { returnAirSensor, sensorType, zoneType } = enumerations;

type Zone = DatagramOf<'zone'>;
/** An installer's commands to a zone. */
export type ZoneSetupCommand = Extract<
  CommandTo<'zone'>,
  | 'BalanceMax'
  | 'BalanceMin'
  | 'DamperSkip'
  | 'ZoneSetting'
  | 'SensorCalib'
  | 'ZoneBypass'
  | 'ZoneArea'
  | 'Crfs2SensorPair'
>;

interface Change<Name extends ZoneSetupCommand> {
  readonly draft: Draft;
  readonly zone: Zone;
  readonly body: CommandBody<Name>;
}

/** Creates the rule of a zone's setting, which is refused if that zone is not installed or `check` finds a reason. */
const setup =
  <Name extends ZoneSetupCommand>(
    name: Name,
    check?: (change: Change<Name>) => RuleRefusal | undefined,
    then?: (change: Change<Name>) => void,
  ): Rule<Name> =>
  (draft, body) => {
    const missing = checkZone(draft, body.Index, [name, 'Index']);
    if (missing !== undefined) return missing;
    const change = { draft, zone: draft.datagrams.zone[body.Index]!, body };
    const refused = check?.(change);
    if (refused !== undefined) return refused;
    setFields(draft, name, body);
    then?.(change);
    return undefined;
  };

const refuseCrossed = (path: readonly string[], input: number, min: number, max: number) =>
  min < max ? undefined : refuse('min-not-below-max', { path, input, facts: { min, max } });

const refuseSetting = (name: string, input: number, why: Reason): RuleRefusal =>
  refuse('not-available', {
    path: ['ZoneSetting', name],
    input,
    facts: { what: 'setting', name, value: input, ...why },
  });

/**
 * Refuses a constant number that another zone has, that is above NoOfConst, or that belongs to a zone that is not
 * constant.
 */
const checkConstant = ({ draft, zone, body }: Change<'ZoneSetting'>): RuleRefusal | undefined => {
  const { Zone: type, ConstNo } = body;
  if (type !== zoneType.values.constant)
    return ConstNo === NO_CONSTANT
      ? undefined
      : refuseSetting('ConstNo', ConstNo, { reason: 'only-constant-numbered', none: NO_CONSTANT });
  const { NoOfConst } = draft.datagrams.unit[0]!;
  if (ConstNo < 1 || ConstNo > NoOfConst)
    return refuseSetting(
      'ConstNo',
      ConstNo,
      NoOfConst === 0 ? { reason: 'no-constant-zones' } : { reason: 'constant-numbers', most: NoOfConst },
    );
  const other = draft.datagrams.zone.find(({ Index, Const }) => Index !== zone.Index && Const === ConstNo);
  return other && refuseSetting('ConstNo', ConstNo, { reason: 'constant-number-taken', zone: other.Index });
};

/** Refuses to remove the sensor of the zone that controls the unit. */
const checkControlling = ({ draft, zone, body }: Change<'ZoneSetting'>): RuleRefusal | undefined => {
  const { RAS, MasterZoneNo } = draft.datagrams.unit[0]!;
  const controls = RAS === returnAirSensor.values.master && MasterZoneNo === zone.Index;
  if (!controls || isSensed({ SensType: body.Sensor })) return undefined;
  return refuseSetting('Sensor', body.Sensor, { reason: 'master-zone', zone: zone.Index });
};

/**
 * Applies the consequences of a new sensor or type: a fresh battery, no reading without a sensor, a mode that the zone
 * has.
 */
const applySetting = ({ draft, zone: before, body: { Index } }: Change<'ZoneSetting'>): void => {
  const zone = draft.datagrams.zone[Index]!;
  const isConstant = zone.ZoneType === zoneType.values.constant;
  patch(draft, 'zone', Index, {
    iSense: zone.SensType === sensorType.values.iSense ? 1 : 0,
    ...(!isConstant && { Bypass: 0 }),
    ...(!isSensed(zone) && { Temp: 0, Rh: 0, SensorFault: 0, Calibration: 0 }),
    ...(isSensed(zone) && !isSensed(before) && { Temp: draft.datagrams.unit[0]!.Temp }),
    ...(!isRadio(zone) && { BattVolt: 0, RfSignal: 0 }),
  });
  if (zone.SensType !== before.SensType)
    Object.assign(draft.plant.zones[Index]!, { battery: 1, radio: 1, sensorFault: false, interval: 0 });
  settleZone(draft, Index);
};

/** The rules of an installer's commands to a zone (installer 4). */
export const zoneSetupRules: Rules<ZoneSetupCommand> = {
  BalanceMax: setup('BalanceMax', ({ zone: { BalanceMin }, body: { Max } }) =>
    refuseCrossed(['BalanceMax', 'Max'], Max, BalanceMin, Max),
  ),
  BalanceMin: setup('BalanceMin', ({ zone: { BalanceMax }, body: { Min } }) =>
    refuseCrossed(['BalanceMin', 'Min'], Min, Min, BalanceMax),
  ),
  DamperSkip: setup('DamperSkip'),
  ZoneSetting: setup(
    'ZoneSetting',
    (change) => checkConstant(change) ?? checkControlling(change),
    applySetting,
  ),
  SensorCalib: setup('SensorCalib', ({ draft, body: { Index, Calibrate } }) =>
    checkSensor(draft, Index, {
      what: 'calibration',
      input: Calibrate,
      path: ['SensorCalib', 'Calibrate'],
    }),
  ),
  ZoneBypass: setup('ZoneBypass', ({ zone: { Index, ZoneType }, body: { Bypass } }) =>
    Bypass === 0 || ZoneType === zoneType.values.constant
      ? undefined
      : refuse('not-available', {
          path: ['ZoneBypass', 'Bypass'],
          input: Bypass,
          facts: { what: 'bypass', reason: 'not-constant', zone: Index },
        }),
  ),
  ZoneArea: setup('ZoneArea'),
  Crfs2SensorPair: (draft, { Index, TxInterval }) => {
    const missing = checkZone(draft, Index, ['Crfs2SensorPair', 'Index']);
    if (missing !== undefined) return missing;
    pairSensor(draft, Index);
    draft.plant.zones[Index]!.interval = 2 ** TxInterval;
    return undefined;
  },
};
