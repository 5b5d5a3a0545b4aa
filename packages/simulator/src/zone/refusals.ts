import { enumerations } from '@plenum/protocol/field';
import { refuse } from '@plenum/protocol/refusal';
import { isSensed } from '@plenum/protocol/zone';
import { labelOf, labelsOf } from '../ducted/abilities.ts';
import { checkDucted } from '../ducted/refusals.ts';
import { modesOfZone } from '../ducted/zone-modes.ts';
import type { Draft } from '../model/draft.ts';
import { installed } from '../model/installed.ts';
import { type RuleRefusal, refuseMissing } from '../model/rule.ts';

const { sensorType, zoneMode, zoneType } = enumerations;

/** Refuses a zone beyond those installed (NoOfZones). */
export const checkZone = (draft: Draft, index: number, path: readonly string[]): RuleRefusal | undefined => {
  const missing = checkDucted(draft, path);
  if (missing !== undefined) return missing;
  return draft.datagrams.zone[index] === undefined
    ? refuseMissing('zone', path, index, installed.zone(draft.datagrams))
    : undefined;
};

/** Refuses a mode that the zone does not have. */
export const checkZoneMode = (
  draft: Draft,
  index: number,
  mode: number,
  path: readonly string[],
): RuleRefusal | undefined => {
  const zone = draft.datagrams.zone[index]!;
  const modes = modesOfZone(zone);
  if (modes.includes(mode)) return undefined;
  const opensOnly = zone.ZoneType === zoneType.values['open/close'];
  const kind = `${labelOf(zoneType, zone.ZoneType)}${isSensed(zone) || opensOnly ? '' : ' and without a sensor'}`;
  const why = `zone ${index}, of type ${kind}, has ${labelsOf(zoneMode, modes)}`;
  const what = `Mode ${labelOf(zoneMode, mode)}`;
  return refuse('not-available', { path, input: mode, facts: { what, why } });
};

/** Refuses what a zone without a sensor cannot have. */
export const checkSensor = (
  draft: Draft,
  index: number,
  { what, input, path }: { what: string; input: number; path: readonly string[] },
): RuleRefusal | undefined => {
  if (isSensed(draft.datagrams.zone[index]!)) return undefined;
  const why = `zone ${index} has no temperature sensor (SensType ${sensorType.values.none})`;
  return refuse('not-available', { path, input, facts: { what, why } });
};
