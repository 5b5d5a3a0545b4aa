import { checkOverride } from '@plenum/protocol/simulation';
import fc from '@plenum/testbed/fast-check';
import type { HouseOverride } from './override/rules.ts';

const bit = fc.constantFrom(0, 1);
const zone = fc.integer({ min: 0, max: 13 });

const bodies: fc.Arbitrary<[string, unknown]> = fc.oneof(
  fc
    .record({ Temperature: fc.integer({ min: -20, max: 45 }), Cloud: fc.integer({ min: 0, max: 100 }) })
    .map((b): [string, unknown] => ['Weather', b]),
  fc.constantFrom('rhythm', 'home', 'away').map((b): [string, unknown] => ['People', b]),
  fc.record({ Zone: zone, Open: bit }).map((b): [string, unknown] => ['ZoneWindow', b]),
  fc.record({ Zone: zone, On: bit }).map((b): [string, unknown] => ['ZoneSensorFault', b]),
  fc.record({ Zone: zone, On: bit }).map((b): [string, unknown] => ['ZoneDamperStuck', b]),
  fc.constantFrom('', 'E05').map((b): [string, unknown] => ['UnitFault', b]),
  fc
    .record({ Unit: fc.integer({ min: 0, max: 15 }), Code: fc.constantFrom('', 'U04') })
    .map((b): [string, unknown] => ['VrfFault', b]),
  fc
    .record({ Station: fc.integer({ min: 0, max: 23 }), Error: fc.integer({ min: 0, max: 2 }) })
    .map((b): [string, unknown] => ['StationFault', b]),
);

/** Generates any override that changes the future state of a house. */
export const anyOverride: fc.Arbitrary<HouseOverride> = bodies.map(([name, body]) => {
  const checked = checkOverride(name, body);
  if (!checked.ok) throw new Error(`${name} ${JSON.stringify(body)} was refused: ${checked.refusal.code}`);
  return checked.value as HouseOverride;
});
