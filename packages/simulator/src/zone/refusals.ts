import { enumerations } from '@plenum/protocol/field';
import { refuse, type Subject } from '@plenum/protocol/refusal';
import { isSensed } from '@plenum/protocol/zone';
import { labelOf, labelsOf } from '../ducted/abilities.ts';
import { checkDucted } from '../ducted/refusals.ts';
import { modesOfZone } from '../ducted/zone-modes.ts';
import type { Draft } from '../model/draft.ts';
import { installed } from '../model/installed.ts';
import { type RuleRefusal, refuseMissing } from '../model/rule.ts';

const { sensorType, zoneMode, zoneType } = enumerations;

/** Refuses a zone that is not installed (NoOfZones). */
export function checkZone(draft: Draft, index: number, path: readonly string[]): RuleRefusal | undefined {
  const missing = checkDucted(draft, path);
  if (missing !== undefined) return missing;
  return draft.datagrams.zone[index] === undefined
    ? refuseMissing('zone', path, index, installed.zone(draft.datagrams))
    : undefined;
}

/** Refuses a mode that the zone does not have. */
export function checkZoneMode(
  draft: Draft,
  index: number,
  mode: number,
  path: readonly string[],
): RuleRefusal | undefined {
  const zone = draft.datagrams.zone[index]!;
  const modes = modesOfZone(zone);
  if (modes.includes(mode)) return undefined;
  const opensOnly = zone.ZoneType === zoneType.values['open/close'];
  return refuse('not-available', {
    path,
    input: mode,
    facts: {
      what: 'zone-mode',
      zoneMode: labelOf(zoneMode, mode),
      reason: isSensed(zone) || opensOnly ? 'zone-has-modes' : 'sensorless-zone-has-modes',
      zone: index,
      zoneType: labelOf(zoneType, zone.ZoneType),
      zoneModes: labelsOf(zoneMode, modes),
    },
  });
}

/** Refuses a command that needs a sensor if the zone has none. */
export function checkSensor(
  draft: Draft,
  index: number,
  { input, path, ...subject }: Subject & { input: number; path: readonly string[] },
): RuleRefusal | undefined {
  if (isSensed(draft.datagrams.zone[index]!)) return undefined;
  const facts = { ...subject, reason: 'no-sensor-type', zone: index, type: sensorType.values.none } as const;
  return refuse('not-available', { path, input, facts });
}
