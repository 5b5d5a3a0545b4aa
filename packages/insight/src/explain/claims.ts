import type { Status, StatusCode } from '../status/status.ts';
import type { ExplanationStep, Figures } from './explanation.ts';
import type { StepCode } from './words.ts';

/** The possible values of a field: some of its words, or a range of numbers. */
type Values = readonly string[] | { readonly from: number; readonly to: number };

/** The claim of a sentence about a field of a component. */
export interface Claim {
  /** `self` is the explained component, `leader` the thermostat that controls the unit. */
  readonly component: 'self' | 'unit' | 'leader';
  readonly field: string;
  readonly values: Values;
  /** The start of its truth: now, or an instant of the house in ms UTC. */
  readonly from: 'now' | number;
  /** A claim of another sentence that has to hold too. */
  readonly given?: Claim;
}

type Facts = Readonly<Record<string, number | string | undefined>>;
type Claims = (facts: Facts) => readonly Claim[];

/** Returns the claims of a step. */
export const claimsOfStep = ({ code, figures }: ExplanationStep): readonly Claim[] =>
  stepClaims[code](toFacts(figures));

/** Returns the claims of a status; its temperatures are in hundredths of a degree. */
export function claimsOfStatus({ code, facts }: Status): readonly Claim[] {
  const { temperature, setpoint, opening, limit, fault } = facts;
  const inDegrees = (wire: number | undefined) => (wire === undefined ? undefined : wire / 100);
  return statusClaims[code]({
    temperature: inDegrees(temperature),
    setpoint: inDegrees(setpoint),
    opening,
    limit,
    fault,
  });
}

/** Returns the pairs of claims that cannot both be true. */
export function findContradictions(claims: readonly Claim[]): readonly (readonly [Claim, Claim])[] {
  const isClaimed = (one: Claim) =>
    claims.some((other) => isSame(one, other) && other.given === undefined && !isApart(one, other));
  const valid = claims.filter(({ given }) => given === undefined || isClaimed(given));
  return valid.flatMap((one, place) =>
    valid
      .slice(place + 1)
      .filter((other) => isSame(one, other) && isApart(one, other))
      .map((other) => [one, other] as const),
  );
}

const isSame = (one: Claim, other: Claim): boolean =>
  one.component === other.component && one.field === other.field && one.from === other.from;

const isApart = ({ values: one }: Claim, { values: other }: Claim): boolean => {
  if ('from' in one && 'from' in other) return one.to < other.from || other.to < one.from;
  if ('from' in one || 'from' in other) return true;
  return !one.some((each) => other.includes(each));
};

const toFacts = (figures: Figures): Facts =>
  Object.fromEntries(Object.entries(figures).map(([name, { value }]) => [name, value]));

type Fact = number | string | undefined;

const claim =
  (component: Claim['component']) =>
  (field: string, values: Values): Claim => ({ component, field, values, from: 'now' });
const self = claim('self');
const unit = claim('unit');

/** Returns the claim of an exact number; none if the sentence does not state it. */
const exactly = (component: Claim['component'], field: string, value: Fact): readonly Claim[] =>
  typeof value === 'number' ? [claim(component)(field, { from: value, to: value })] : [];

const open = (opening: Fact) => exactly('self', 'opening', opening);
const reads = ({ temperature, setpoint }: Facts): readonly Claim[] => [
  ...exactly('self', 'temperature', temperature),
  ...exactly('self', 'setpoint', setpoint),
];
const none: Claims = () => [];

const isOn = unit('is on', ['yes']);
const isOff = unit('is on', ['no']);
const runs = (...effects: readonly string[]) => unit('effect', effects);
const blows = (air: 'warm' | 'cold') => unit('air', [air]);
const follows = self('follows its temperature', ['yes']);
const ignores = self('follows its temperature', ['no']);
const bySystem = unit('is switched by', ['system']);
const turned = (mode: string) => self('mode', [mode]);
const onIn = (mode: string, effects: readonly string[]): Claims => {
  const claims = [isOn, unit('mode', [mode]), runs(...effects)];
  return () => claims;
};
const selfIn = (mode: string): Claims => {
  const claims = [self('is on', ['yes']), turned(mode)];
  return () => claims;
};
/** A later value begins at the time of the favourite. */
const later = (one: Claim, time: Fact): Claim => ({ ...one, from: Number(time) });

const stepClaims: Readonly<Record<StepCode, Claims>> = {
  warmer: reads,
  colder: reads,
  near: reads,
  'no-sensor': () => [ignores],
  'no-temperature': reads,
  'sensor-failed': () => [ignores],
  'sensor-flat': none,
  'sensor-lost': none,
  'zone-auto': () => [turned('auto'), follows],
  'zone-auto-held': () => [turned('auto')],
  'zone-open': () => [turned('open'), ignores],
  'zone-close': () => [turned('close')],
  'zone-override': () => [turned('override'), ignores],
  'zone-constant': () => [turned('constant'), ignores],
  'unit-off': () => [isOff, runs('off')],
  'unit-fault': () => [runs('off', 'stopped')],
  'unit-on': () => [isOn],
  'unit-cool': onIn('cool', ['cool', 'idle', 'stopped']),
  'unit-heat': onIn('heat', ['heat', 'idle', 'stopped']),
  'unit-vent': onIn('vent', ['vent', 'stopped']),
  'unit-dry': onIn('dry', ['cool', 'idle', 'stopped']),
  'unit-auto': onIn('auto', ['cool', 'heat', 'idle', 'stopped']),
  leads: () => [unit('is controlled by', ['self'])],
  'led-by-zone': ({ leader, temperature, setpoint }) => [
    unit('is controlled by', [`${leader}`]),
    ...exactly('leader', 'temperature', temperature),
    ...exactly('leader', 'setpoint', setpoint),
  ],
  'led-by-return-air': ({ temperature, setpoint }) => [
    unit('is controlled by', ['return air']),
    ...exactly('leader', 'temperature', temperature),
    ...exactly('leader', 'setpoint', setpoint),
  ],
  'leader-failed': ({ temperature, setpoint }) => [
    unit('is controlled by', ['return air']),
    ...exactly('leader', 'temperature', temperature),
    ...exactly('leader', 'setpoint', setpoint),
  ],
  'setpoint-unused': none,
  'supply-cold': ({ supply }) => [...exactly('unit', 'supply', supply), blows('cold')],
  'supply-warm': ({ supply }) => [...exactly('unit', 'supply', supply), blows('warm')],
  'supply-lags': ({ supply }) => exactly('unit', 'supply', supply),
  'supply-even': ({ supply }) => exactly('unit', 'supply', supply),
  supply: ({ supply }) => exactly('unit', 'supply', supply),
  'damper-shut': () => open(0),
  'damper-open': ({ opening }) => open(opening),
  'held-at-limit': ({ opening }) => [turned('close'), ...open(opening)],
  'damper-stuck': ({ opening }) => [...open(opening), ignores],
  'damper-not-driven': ({ opening }) => [...open(opening), ignores],
  'held-for-air': ({ opening }) => [...open(opening), ignores],
  'held-for-control': ({ opening }) => [...open(opening), ignores, unit('is controlled by', ['self'])],
  'max-air': ({ limit }) => [self('opening', { from: 0, to: Number(limit) })],
  'min-air': ({ limit }) => [{ ...self('opening', { from: Number(limit), to: 100 }), given: isOn }],
  'airflow-locked': none,
  'eco-lock': none,
  'own-controls': () => [unit('is switched by', ['own controls'])],
  'wall-lock': none,
  sleep: () => [isOn, bySystem],
  pause: () => [isOn, runs('idle')],
  off: () => [self('is on', ['no'])],
  'no-answer': none,
  'set-cool': selfIn('cool'),
  'set-heat': selfIn('heat'),
  'set-vent': selfIn('vent'),
  'set-dry': selfIn('dry'),
  'set-auto': selfIn('auto'),
  'bound-cool': () => [runs('cool', 'idle', 'vent', 'off', 'stopped')],
  'bound-heat': () => [runs('heat', 'idle', 'vent', 'off', 'stopped')],
  'heat-sun': none,
  'heat-people': none,
  'heat-equipment': none,
  'heat-walls': none,
  'heat-roof': none,
  'heat-floor': none,
  'heat-windows': none,
  'heat-structure': none,
  'heat-infiltration': none,
  'heat-neighbours': none,
  'heat-supply': ({ power }) => [blows(Number(power) > 0 ? 'warm' : 'cold')],
  'heat-ducts': none,
  'heat-roomUnits': none,
  'heat-ideal': none,
  'heat-rest': none,
  'heat-gain': none,
  'heat-loss': none,
  'trend-up': none,
  'trend-down': none,
  'trend-steady': none,
  'next-auto': ({ time }) => [later(turned('auto'), time)],
  'next-open': ({ time }) => [later(turned('open'), time)],
  'next-close': ({ time }) => [later(turned('close'), time)],
  'next-constant': ({ time }) => [later(turned('constant'), time)],
  'next-on': ({ time }) => [bySystem, later(isOn, time)],
  'next-on-at': ({ time }) => [later(self('is on', ['yes']), time)],
  'next-at': none,
  'next-begins': none,
  'next-off': ({ time }) => [later(self('is on', ['no']), time)],
  'next-starts': none,
  'next-stops': ({ time }) => [bySystem, isOn, later(isOff, time)],
  'next-ends': none,
  'next-none': none,
  'may-rest': none,
  rests: none,
  'may-mix': none,
  mixes: none,
  'may-shut': none,
  shut: none,
  'may-dry': none,
  dries: none,
  'filter-hours': none,
};

const cools: Claims = (facts) => [...reads(facts), runs('cool')];
const heats: Claims = (facts) => [...reads(facts), runs('heat')];
const rests: Claims = (facts) => [...reads(facts), runs('idle')];
const atLimit = ({ limit }: Facts): readonly Claim[] => [
  self('opening', { from: 0, to: Number(limit) }),
  follows,
];
const onFor = (mode: string): Claims => {
  const claims = selfIn(mode)({});
  return (facts) => [...claims, ...exactly('self', 'setpoint', facts.setpoint)];
};

/** The claims of each status. Those of a unit and of a zone have the same code, and so the same claims. */
const statusClaims: Readonly<Record<StatusCode, Claims>> = {
  unknown: none,
  off: () => [self('is on', ['no'])],
  'unit-off': () => [isOff, runs('off')],
  'unit-fault': () => [runs('off', 'stopped')],
  'no-answer': none,
  'sensor-failed': ({ opening }) => [...open(opening), ignores],
  'damper-stuck': ({ opening }) => [...open(opening), ignores],
  'damper-not-driven': ({ opening }) => [...open(opening), ignores],
  'held-for-air': ({ opening }) => [...open(opening), ignores],
  'held-for-control': ({ opening }) => [
    ...open(opening),
    turned('close'),
    unit('is controlled by', ['self']),
  ],
  closed: () => [turned('close'), ...open(0)],
  'closed-held': ({ opening }) => [turned('close'), ...open(opening)],
  'closed-open': ({ opening }) => [turned('close'), ...open(opening)],
  open: ({ opening }) => [...open(opening), ignores],
  constant: ({ opening }) => [...open(opening), turned('constant')],
  'fan-only': () => [runs('vent')],
  cooling: cools,
  heating: heats,
  drying: cools,
  'cooling-limited': (facts) => [...cools(facts), ...atLimit(facts)],
  'heating-limited': (facts) => [...heats(facts), ...atLimit(facts)],
  'cooled-past': (facts) => [...cools(facts), ...open(facts.opening)],
  'heated-past': (facts) => [...heats(facts), ...open(facts.opening)],
  holding: (facts) => [...reads(facts), ...open(facts.opening)],
  'at-target': reads,
  'damper-opening': reads,
  'waits-to-cool': rests,
  'waits-to-heat': rests,
  'too-warm': (facts) => [...reads(facts), runs('heat', 'idle', 'vent')],
  'too-cool': (facts) => [...reads(facts), runs('cool', 'idle', 'vent')],
  'set-to-cool': onFor('cool'),
  'set-to-heat': onFor('heat'),
  'set-to-dry': onFor('dry'),
  'set-to-auto': onFor('auto'),
};
