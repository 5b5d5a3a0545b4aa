import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  type ComponentRef,
  type Datagrams,
  initialDatagram,
  nothingInstalled,
} from '@plenum/protocol/component';
import { enumerations } from '@plenum/protocol/field';
import fc from '@plenum/testbed/fast-check';
import { type Claim, claimsOfStatus, claimsOfStep, findContradictions } from './claims.ts';
import { explain } from './explain.ts';
import { type Extras, type HeatBalance, heatSources } from './explanation.ts';
import { toAnswer } from './sentences.ts';

const at = Date.parse('2026-06-01T00:00:00Z');
const percent = fc.constantFrom(0, 5, 10, 40, 60, 100);
const degrees = fc.constantFrom(1800, 1990, 2000, 2010, 2049, 2051, 2200, 2550);
const flag = fc.constantFrom(0, 1);
const rarely = fc.constantFrom(0, 0, 0, 0, 1);
const numbers = (from: number, to: number) => fc.integer({ min: from, max: to });

const zone = fc.record({
  Mode: numbers(1, 5),
  ZoneType: numbers(1, 3),
  SensType: numbers(0, 3),
  SensorFault: rarely,
  Temp: degrees,
  Setpoint: degrees,
  DmpPos: percent,
  MinAir: fc.constantFrom(0, 0, 5, 20),
  MaxAir: fc.constantFrom(100, 100, 60, 20),
  DmpFlt: rarely,
  Master: rarely,
  ConstA: rarely,
  DamperSkip: rarely,
});
const unit = fc.record({
  SysOn: flag,
  SysMode: numbers(0, 7),
  SysType: fc.constantFrom(310, 310, 310, 210),
  HvacOnOff: fc.constantFrom(1, 1, 1, 0),
  HvacMode: flag,
  HvacSetpoint: flag,
  Temp: degrees,
  Setpoint: degrees,
  Supply: fc.constantFrom(1200, 1950, 2050, 2300, 4000),
  ACError: fc.constantFrom(' OK', ' OK', ' OK', 'E05'),
  RAS: numbers(0, 4),
  CtrlZone: fc.constantFrom(0, 1, 15),
  EcoLock: rarely,
  EcoMin: fc.constant(2050),
  EcoMax: fc.constant(2400),
  SleepTimer: fc.constantFrom(0, 60),
  SleepTimerM: fc.constantFrom(0, 12),
  AirflowLock: rarely,
});
const roomUnit = fc.record({
  Name: fc.constant('Attic'),
  On: flag,
  Mode: numbers(1, 5),
  Setpoint: degrees,
  Sp: degrees,
  Ra: degrees,
  Er: fc.constantFrom(' OK', ' OK', 'U04'),
  C325: flag,
  Ac: fc.constant(1),
  Cvrf: fc.constant(1),
  Ms: flag,
  Att: fc.constant(1),
  Act: flag,
  Tmr: fc.constantFrom(0, 2),
  Sleep: flag,
});
const next: fc.Arbitrary<Extras['next']> = fc.option(
  fc.record({
    name: fc.constant('Wake up'),
    event: fc.constantFrom('start', 'stop'),
    at: fc.constant(at + 3_600_000),
    sets: fc.record({ on: fc.boolean(), mode: numbers(1, 5), setpoint: degrees }),
  }),
);

const power = fc.oneof(fc.constant(0), fc.double({ min: -60, max: 60, noNaN: true }), numbers(-4000, 4000));
const heat: fc.Arbitrary<Extras['heat']> = fc.option(
  fc.array(power, { minLength: heatSources.length, maxLength: heatSources.length }).map((powers) => ({
    sources: Object.fromEntries(
      heatSources.map((source, place) => [source, powers[place]]),
    ) as HeatBalance['sources'],
    total: powers.reduce((sum, each) => sum + each, 0),
    change: 0,
  })),
  { nil: undefined },
);

const houses = fc
  .record({
    unit,
    zones: fc.tuple(zone, zone),
    split: roomUnit,
    vrfs: fc.tuple(roomUnit, roomUnit),
    next,
    heat,
  })
  .map(({ unit: system, zones, split, vrfs, next: favourite, heat: flows }) => ({
    datagrams: {
      ...nothingInstalled,
      unit: [{ ...initialDatagram('unit'), ...system }],
      zone: zones.map((one, Index) => ({
        ...initialDatagram('zone'),
        Index,
        Name: ['Lounge', 'Kitchen'][Index]!,
        BalanceMin: 0,
        BalanceMax: 100,
        ...one,
      })),
      split: [{ ...initialDatagram('split'), ...split, Index: 0 }],
      vrf: vrfs.map((one, place) => ({
        ...initialDatagram('vrf'),
        ...one,
        X: place + 1,
        Name: ['Hall', 'Attic'][place]!,
      })),
    } as Datagrams,
    extras: { next: favourite, heat: flows },
  }));

const refs: readonly ComponentRef[] = [
  { kind: 'unit', index: 0 },
  { kind: 'zone', index: 0 },
  { kind: 'zone', index: 1 },
  { kind: 'split', index: 0 },
  { kind: 'vrf', index: 1 },
  { kind: 'vrf', index: 2 },
];

/** Returns the contradictions of an explanation, each with all its sentences. */
const contradictionsOf = (ref: ComponentRef, datagrams: Datagrams, extras: Extras): readonly string[] => {
  const explanation = explain(ref, datagrams, extras)!;
  const { status, steps } = explanation;
  const claims = [...claimsOfStatus(status), ...steps.flatMap(claimsOfStep)];
  const { status: first, steps: others } = toAnswer(explanation, { at, timeZone: 'Australia/Sydney' });
  const sentences = [first, ...others].map(({ sentence }) => sentence).join(' ');
  const text = ({ component, field, values }: Claim) => `${component} ${field} ${JSON.stringify(values)}`;
  return findContradictions(claims).map(([one, other]) => `${text(one)} and ${text(other)}: ${sentences}`);
};

describe('the sentences of an explanation', () => {
  it('the sentences of an explanation never contradict each other, in generated states', () => {
    fc.assert(
      fc.property(houses, ({ datagrams, extras }) => {
        for (const ref of refs) assert.deepEqual(contradictionsOf(ref, datagrams, extras), []);
      }),
      { numRuns: 2_000 },
    );
  });

  it('advice that makes the unit cool or heat names the rooms that then lose the opposite', () => {
    let named = 0;
    const mode = enumerations.sysMode.values;
    fc.assert(
      fc.property(houses, ({ datagrams, extras }) => {
        for (const [here, other] of [
          [0, 1],
          [1, 0],
        ] as const) {
          const explanation = explain({ kind: 'zone', index: here }, datagrams, extras)!;
          const { changes } = toAnswer(explanation, { at, timeZone: 'Australia/Sydney' });
          const { Mode, SensorFault, SensType, Temp, Setpoint, Name } = datagrams.zone[other]!;
          const needs = Temp < Setpoint - 60 ? mode.heat : Temp > Setpoint + 60 ? mode.cool : undefined;
          const isLost = ({ commands }: (typeof changes)[number]) =>
            commands.some(({ SysMode }) => SysMode !== undefined && SysMode !== needs);
          if (Mode === 2 || SensorFault === 1 || SensType === 0 || datagrams.unit[0]!.SysMode !== needs)
            continue;
          for (const { sentence } of changes.filter(isLost)) {
            assert.match(sentence, new RegExp(`No more (warm|cool) air then comes to ${Name}\\.`));
            named += 1;
          }
        }
      }),
      { numRuns: 3_000 },
    );
    assert.ok(named > 0);
  });

  it('the stated sources of heat add up to the stated sum, to the watt', () => {
    fc.assert(
      fc.property(houses, ({ datagrams, extras }) => {
        for (const ref of refs) {
          const { steps } = toAnswer(explain(ref, datagrams, extras)!, { at, timeZone: 'Australia/Sydney' });
          const stated = steps.filter(({ code }) => code.startsWith('heat-'));
          if (extras.heat === undefined) assert.deepEqual(stated, []);
          else {
            const watts = stated.map(({ sentence }) => Number(/(-?\d+) W/.exec(sentence)![1]));
            const whole = watts.pop()! * (stated.at(-1)!.code === 'heat-loss' ? -1 : 1);
            assert.equal(
              watts.reduce((sum, each) => sum + each, 0),
              whole,
            );
          }
        }
      }),
      { numRuns: 500 },
    );
  });

  it('finds a contradiction between claims about the same field at the same time only', () => {
    const opening = (from: number, to: number): Claim => ({
      component: 'self',
      field: 'opening',
      from: 'now',
      values: { from, to },
    });
    assert.equal(findContradictions([opening(0, 0), opening(5, 100)]).length, 1);
    assert.deepEqual(findContradictions([opening(0, 5), opening(5, 100)]), []);
    assert.deepEqual(findContradictions([opening(0, 0), { ...opening(5, 100), from: at }]), []);
    const isOn: Claim = { component: 'unit', field: 'is on', values: ['yes'], from: 'now' };
    const whileOn = { ...opening(5, 100), given: isOn };
    assert.deepEqual(findContradictions([opening(0, 0), whileOn]), []);
    assert.equal(findContradictions([opening(0, 0), whileOn, isOn]).length, 1);
  });
});
