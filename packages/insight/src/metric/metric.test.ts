import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type ComponentKind, type DatagramOf, kinds } from '@plenum/protocol/component';
import { toExample } from '@plenum/protocol/derive';
import { enumerations } from '@plenum/protocol/field';
import { labelsOf, metrics } from './metric.ts';

const sensorType = enumerations.sensorType;

const metric = (name: string) => {
  const found = metrics.find((each) => each.name === name);
  assert.ok(found !== undefined, name);
  return found;
};
const exampleOf = <K extends ComponentKind>(kind: K) =>
  toExample(kinds[kind].fields) as unknown as DatagramOf<K>;
const unit = exampleOf('unit');
const zone = exampleOf('zone');
const sensed = { ...zone, SensType: 1, Temp: 2150, Rh: 48 };

describe('a metric', () => {
  it('a metric has its unit in its name, and its value in base units', () => {
    const read = (name: string, datagram: object) => metric(name).read(datagram)?.value;
    assert.equal(read('plenum_zone_temperature_celsius', sensed), 21.5);
    assert.equal(read('plenum_zone_humidity_ratio', sensed), 0.48);
    assert.equal(read('plenum_zone_damper_ratio', { ...sensed, DmpPos: 35 }), 0.35);
    assert.equal(read('plenum_unit_sleep_timer_seconds', { ...unit, SleepTimerM: 30 }), 1800);
    assert.equal(read('plenum_unit_co2_ppm', { ...unit, IneCO2: 620 }), 620);
    assert.equal(read('plenum_unit_on', { ...unit, SysOn: 1 }), 1);
  });

  it('the metric of an enumeration is 1 with its label, even if the value is unknown', () => {
    const { read } = metric('plenum_unit_mode');
    assert.deepEqual(read({ ...unit, SysMode: 2 }), { labels: { mode: 'heat' }, value: 1 });
    assert.deepEqual(read({ ...unit, SysMode: 77 }), { labels: { mode: 'type 77' }, value: 1 });
  });

  it('omits a metric if the device omits it, nothing measures it, or the lamp lacks it', () => {
    const { read } = metric('plenum_zone_temperature_celsius');
    assert.equal(read({ ...sensed, SensType: sensorType.values.none }), undefined);
    const { Temp: _, ...without } = sensed;
    assert.equal(read(without), undefined);
    const door = { Index: 3, Type: 'CGDO', On: 0, Brig: 0, Reed: 1 };
    assert.equal(metric('plenum_lamp_door_shut').read(door)?.value, 1);
    assert.equal(metric('plenum_lamp_brightness_ratio').read(door), undefined);
    assert.equal(metric('plenum_lamp_door_shut').read({ ...door, Type: 'CDM' }), undefined);
  });

  it('every metric has a unique name that Prometheus accepts', () => {
    const names = metrics.map(({ name }) => name);
    assert.equal(new Set(names).size, names.length);
    for (const name of names) assert.match(name, /^plenum_[a-zA-Z]+_[a-z0-9_]+$/);
  });
});

describe('the labels of a component', () => {
  it('the labels of a metric are the number and the name of its component', () => {
    assert.deepEqual(labelsOf('zone', { Index: 3, Name: 'Study' }), { zone: '3', name: 'Study' });
    assert.deepEqual(labelsOf('vrf', { X: 2, Name: 'Store' }), { vrf: '2', name: 'Store' });
    assert.deepEqual(labelsOf('unit', unit), {});
  });
});
