import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type AlertChoices, checkAlertSubscription } from '@plenum/protocol/alert';
import { type Datagrams, initialDatagram, nothingInstalled } from '@plenum/protocol/component';
import { alertsOf, offlineAfter } from './alerts.ts';
import { followAlerts, type LastingAlerts } from './follow.ts';

const minute = 60_000;
const nothing: AlertChoices = { fault: false, filter: false, battery: false, offline: false };
const range = { low: 1800, high: 2600, minutes: 60 };
const all: AlertChoices = {
  fault: true,
  filter: true,
  battery: true,
  offline: true,
  range,
};
const zone = (more: object = {}) => ({
  ...initialDatagram('zone'),
  Index: 2,
  Name: 'Study',
  SensType: 3,
  Temp: 2200,
  ...more,
});
const house = (more: Partial<Datagrams>) => ({
  datagrams: { ...nothingInstalled, ...more },
  isReached: true,
});
const study = (more: object) => house({ zone: [zone(more)] });
const keysOf = (of: ReturnType<typeof house>, choices: AlertChoices = all) =>
  alertsOf(of, choices).map(({ key }) => key);

describe('alerts of a house', () => {
  it('reports only alerts of the kinds that the owner chose', () => {
    const unit = { ...initialDatagram('unit'), ACError: 'E05', Warnings: 'filter' };
    const vrf = {
      ...initialDatagram('vrf'),
      X: 3,
      Name: 'Loft',
      Ra: 3000,
      Er: ' OK',
      C325: 1,
      Ac: 1,
      Cvrf: 1,
    };
    const broken = house({ unit: [unit], zone: [zone({ BattVolt: 2, DmpFlt: 1, Temp: 1700 })], vrf: [vrf] });
    assert.deepEqual(keysOf(broken), [
      'unit.0 unit-fault E05',
      'unit.0 filter-due',
      'zone.2 damper-fault',
      'zone.2 battery-empty',
      'zone.2 range low',
      'vrf.3 range high',
    ]);
    const chosen = (more: Partial<AlertChoices>) => keysOf(broken, { ...nothing, ...more });
    assert.deepEqual(chosen({}), []);
    assert.deepEqual(chosen({ fault: true }), ['unit.0 unit-fault E05', 'zone.2 damper-fault']);
    assert.deepEqual(chosen({ filter: true }), ['unit.0 filter-due']);
    assert.deepEqual(chosen({ battery: true }), ['zone.2 battery-empty']);
    const [alert] = alertsOf(broken, { ...nothing, range });
    assert.deepEqual(alert, {
      key: 'zone.2 range low',
      what: 'range',
      component: { kind: 'zone', index: 2, name: 'Study' },
      temperature: 1700,
      limit: 1800,
      after: 60 * minute,
    });
  });

  it('reports an alert for a temperature outside the range, but not at the limits of the range', () => {
    for (const Temp of [1800, 2600]) assert.deepEqual(keysOf(study({ Temp })), []);
    assert.deepEqual(keysOf(study({ Temp: 1799 })), ['zone.2 range low']);
    assert.deepEqual(keysOf(study({ Temp: 2601 })), ['zone.2 range high']);
  });

  it('does not alert for a temperature if its sensor does not work or the device omits it', () => {
    for (const more of [{ SensType: 255 }, { SensorFault: 1 }, { RfSignal: 3 }, { Temp: undefined }])
      assert.ok(!keysOf(study({ Temp: 900, ...more })).some((key) => key.includes('range')));
  });

  it('reports only the alert `offline` while the house is out of reach', () => {
    const away = { ...study({ DmpFlt: 1 }), isReached: false };
    assert.deepEqual(keysOf(away), ['offline']);
    assert.deepEqual(keysOf(away, { ...all, offline: false }), []);
  });
});

describe('push notifications of an owner', () => {
  /** Compares a house at several times, in minutes. Returns the keys of the alerts that are sent each time. */
  const follow = (...looks: readonly (readonly [at: number, ReturnType<typeof house>])[]) => {
    let lasting: LastingAlerts = {};
    return looks.map(([at, seen]) => {
      const { isReached } = seen;
      const followed = followAlerts(lasting, alertsOf(seen, all), { now: at * minute, isReached });
      lasting = JSON.parse(JSON.stringify(followed.lasting));
      return followed.begun.map(({ key }) => key);
    });
  };
  const well = study({});
  const stuck = study({ DmpFlt: 1 });
  const cold = study({ Temp: 1500 });
  const away = { ...well, isReached: false };

  it('notifies once of a fault that persists, and again if it ends and comes back', () => {
    const once = ['zone.2 damper-fault'];
    assert.deepEqual(follow([0, well], [1, stuck], [2, stuck], [99, stuck], [100, well], [101, stuck]), [
      [],
      once,
      [],
      [],
      [],
      once,
    ]);
  });

  it('notifies of a room only after it was continuously out of range for long enough', () => {
    const low = ['zone.2 range low'];
    assert.deepEqual(follow([0, cold], [59.9, cold], [60, cold], [61, cold]), [[], [], low, []]);
    assert.deepEqual(follow([0, cold], [30, well], [31, cold], [90, cold], [91, cold]), [
      [],
      [],
      [],
      [],
      low,
    ]);
  });

  it('notifies after the usual time although the clock of the machine went back', () => {
    const before = [4_500, cold] as const;
    assert.deepEqual(follow(before, [0, cold], [59, cold], [60, cold]), [[], [], [], ['zone.2 range low']]);
  });

  it('notifies once a bridge has been offline for long enough, and again the next time', () => {
    const gone = offlineAfter / minute;
    assert.deepEqual(follow([0, away], [gone - 1, away], [gone, away], [99, away], [100, well]), [
      [],
      [],
      ['offline'],
      [],
      [],
    ]);
    const twice = follow([0, away], [gone, away], [50, well], [51, away], [51 + gone, away]);
    assert.deepEqual(twice, [[], ['offline'], [], [], ['offline']]);
  });

  it('repeats no alerts when the bridge comes back, and does not count the time offline', () => {
    assert.deepEqual(follow([0, stuck], [1, { ...stuck, isReached: false }], [10, stuck]), [
      ['zone.2 damper-fault'],
      [],
      [],
    ]);
    const coldAway = { ...cold, isReached: false };
    assert.deepEqual(follow([0, cold], [1, coldAway], [14, coldAway], [60, cold], [73, cold], [74, cold]), [
      [],
      [],
      [],
      [],
      [],
      ['zone.2 range low'],
    ]);
  });
});

describe('an alert subscription', () => {
  const given = {
    target: {
      endpoint: 'https://push.example.org/1',
      keys: { p256dh: 'A'.repeat(87), auth: 'A'.repeat(22) },
    },
    choices: all,
    reader: { language: 'de', scale: 'C' },
  };
  const refusalOf = (input: unknown) => {
    const checked = checkAlertSubscription(input);
    return checked.ok ? undefined : [checked.refusal.code, checked.refusal.path.join('.')];
  };
  const withRange = (range: object) => refusalOf({ ...given, choices: { ...all, range } });

  it('an alert subscription must have keys, choices and a language', () => {
    assert.equal(refusalOf(given), undefined);
    assert.equal(refusalOf({ ...given, choices: nothing }), undefined);
    for (const more of [
      { reader: { language: 'French', scale: 'C' } },
      { choices: { ...all, fault: 1 } },
      { target: { ...given.target, keys: { p256dh: 'A'.repeat(86), auth: 'A'.repeat(22) } } },
      { target: { ...given.target, keys: { p256dh: 'A'.repeat(87), auth: 'A'.repeat(23) } } },
      { more: 1 },
    ])
      assert.notEqual(refusalOf({ ...given, ...more }), undefined, JSON.stringify(more));
  });

  it('an alert subscription accepts 5 to 35 °C in half degrees and 10 min to a day', () => {
    assert.equal(withRange({ low: 500, high: 3500, minutes: 10 }), undefined);
    assert.equal(withRange({ low: 2000, high: 2050, minutes: 1_440 }), undefined);
    for (const range of [
      { low: 450, high: 2000, minutes: 60 },
      { low: 500, high: 3550, minutes: 60 },
      { low: 2010, high: 2600, minutes: 60 },
      { low: 2000, high: 2000, minutes: 60 },
      { low: 2000, high: 2600, minutes: 5 },
      { low: 2000, high: 2600, minutes: 1_445 },
    ])
      assert.notEqual(withRange(range), undefined, JSON.stringify(range));
  });
});
