import type { DatagramOf } from '@plenum/protocol/component';
import { enumerations } from '@plenum/protocol/field';
import { maxOpening } from '@plenum/protocol/zone';
import { coolsDown } from '../ducted/burner.ts';
import { ductsOf } from '../ducted/ducts.ts';
import { CLOSE } from '../ducted/zone-modes.ts';
import { type Draft, showReading } from '../model/draft.ts';
import type { Step } from '../model/step.ts';
import { damperTarget, directionOf, ductDirection, moveDamper, NEUTRAL, toShown } from './damper.ts';
import { protectSpill } from './spill.ts';

export { readZoneSensors } from './sensors.ts';

const { master } = enumerations.returnAirSensor.values;

/** Seconds in which a damper moves from end to end if `DamperTime` is automatic. */
const DEFAULT_TRAVEL = 60;
/** Scratch: the constant zones, by index, that spill protection forces open in the current step. */
const forced = new Uint8Array(14);

type Unit = DatagramOf<'unit'>;

/**
 * True if a closed zone is forced open because the zone controls the unit: otherwise the unit could not change the
 * temperature of the zone (Master).
 */
const isMasterForced = (unit: Unit, place: number, mode: number): boolean =>
  unit.RAS === master && unit.CtrlZone === place && mode === CLOSE;

/**
 * Returns the damper position that the controller assumes: it only counts how long the motor ran, and in which
 * direction.
 */
const believed = (position: number, isReversed: boolean): number => (isReversed ? 100 - position : position);

const showDamper = (
  draft: Draft,
  place: number,
  { masterForced, isReversed }: { masterForced: boolean; isReversed: boolean },
): void => {
  const zone = draft.datagrams.zone[place]!;
  const plant = draft.plant.zones[place]!;
  const DmpPos = toShown(believed(plant.position, isReversed));
  const ConstA = forced[place]!;
  const Master = masterForced ? 1 : 0;
  const DmpFlt = plant.damperStuck && (plant.target !== plant.position || zone.DmpFlt === 1) ? 1 : 0;
  if (zone.DmpPos !== DmpPos || zone.ConstA !== ConstA || zone.Master !== Master || zone.DmpFlt !== DmpFlt) {
    showReading(draft, 'zone', place, { DmpPos, ConstA, Master, DmpFlt });
  }
};

const setTargets = (draft: Draft, unit: Unit, step: Step): void => {
  const { zones: plants, unit: machine } = draft.plant;
  const zones = draft.datagrams.zone;
  const way = directionOf(unit, machine!);
  const blown = { unit, way, runs: machine!.running !== 'idle', seconds: step.seconds };
  for (let place = 0; place < zones.length; place++) {
    const zone = zones[place]!;
    const plant = plants[place]!;
    // A skipped damper keeps its position (DamperSkip).
    if (zone.DamperSkip === 1) plant.target = plant.position;
    else if (isMasterForced(unit, place, zone.Mode)) plant.target = maxOpening(zone);
    else {
      if (unit.UseInductEnergy === 1) blown.way = ductDirection(unit, zone, way);
      plant.target = damperTarget(zone, plant, blown);
    }
  }
  protectSpill(unit, zones, plants, ductsOf(step.model.house), forced);
};

/** Shuts the dampers while the system is off, or opens them with OpenDampersWhenOff (interface 2.2). */
const setTargetsWhenOff = (draft: Draft, unit: Unit): void => {
  const { zones: plants } = draft.plant;
  const zones = draft.datagrams.zone;
  for (let place = 0; place < zones.length; place++) {
    const zone = zones[place]!;
    const plant = plants[place]!;
    if (zone.DamperSkip === 1) plant.target = plant.position;
    else plant.target = unit.OpenDampersWhenOff === 1 ? maxOpening(zone) : 0;
    plant.integral = NEUTRAL;
  }
};

/** Sets the targets of dampers whose position a test of controllers holds. */
const holdTargets = ({ plant: { zones, knobs } }: Draft): void => {
  if (knobs.held === undefined) return;
  for (let place = 0; place < zones.length; place++)
    zones[place]!.target = knobs.held.dampers[place] ?? zones[place]!.target;
};

/**
 * Mirrors positions and targets: converts actual ones to those assumed by a controller that drives the dampers in the
 * wrong direction, or back.
 */
const mirrorDampers = ({ plant: { zones } }: Draft): void => {
  for (const plant of zones) {
    plant.position = 100 - plant.position;
    plant.target = 100 - plant.target;
  }
};

/**
 * Drives the dampers for one step. Runs after `advanceSchedules` and before `advanceUnit`, whose air flows through
 * them. A damper's target follows from its zone's mode and demand; spill protection forces constant zones open; motors
 * move the dampers within `DamperTime`. Positions are shown in steps of 5 %.
 */
export function advanceZones(draft: Draft, step: Step): void {
  const unit = draft.datagrams.unit[0];
  if (unit === undefined) return;
  forced.fill(0);
  const isReversed = unit.ReverseDampers !== draft.plant.unit!.wiredReversed;
  if (isReversed) mirrorDampers(draft);
  if (unit.SysOn === 1) setTargets(draft, unit, step);
  else if (!coolsDown(unit, draft.plant.unit!)) setTargetsWhenOff(draft, unit);
  if (isReversed) mirrorDampers(draft);
  holdTargets(draft);
  const travel = unit.DamperTime > 0 ? unit.DamperTime : DEFAULT_TRAVEL;
  const plants = draft.plant.zones;
  for (let place = 0; place < plants.length; place++) {
    const plant = plants[place]!;
    if (!plant.damperStuck && plant.position !== plant.target)
      plant.position = moveDamper(plant.position, plant.target, step.seconds, travel);
    const { Mode } = draft.datagrams.zone[place]!;
    const masterForced = unit.SysOn === 1 && isMasterForced(unit, place, Mode);
    showDamper(draft, place, { masterForced, isReversed });
  }
}
