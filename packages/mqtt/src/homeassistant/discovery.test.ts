import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { entitiesOf, entityKinds, type HouseState, toState, toTotals } from '@plenum/entities';
import type { Datagrams } from '@plenum/protocol/component';
import { openDemoHouse } from '../fixture/demo-house.fixture.ts';
import { withLighting } from '../fixture/lighting.fixture.ts';
import { judgeDiscovery } from '../fixture/strict-consumer.fixture.ts';
import { topicsOf } from '../topic/topics.ts';
import { toDevices, toMessages } from './discovery.ts';

const topics = topicsOf('plenum', '000000001');
const announcer = { uid: '000000001', topics, url: 'http://192.168.1.20:8080', allowGarage: true };
const demo = openDemoHouse();
const energy = toTotals((await demo.readEnergy())!);
const none = () => ({});

const stateOf = (change: (datagrams: Datagrams) => Datagrams = (same) => same): HouseState => ({
  datagrams: change(withLighting(demo.datagrams())),
  energy,
  currency: 'AUD',
});

/** Returns all retained messages of a house. */
const retainedOf = (house: HouseState) =>
  new Map([
    [topics.status, 'online'],
    [topics.reachable, 'online'],
    ...entitiesOf(entityKinds, house.datagrams).map(
      (thing) => [topics.state(thing.path), JSON.stringify(toState(thing, house))] as const,
    ),
    ...toMessages(announcer, toDevices(announcer, house), {
      prefix: 'homeassistant',
      style: 'device',
      removed: none,
    }),
  ]);

const deviceOf = (house: HouseState, id: string) => {
  const found = toDevices(announcer, house).find((one) => one.id === `plenum_000000001${id}`);
  assert.ok(found, id);
  return found;
};

describe('discovery for Home Assistant', () => {
  it('a strict consumer accepts every announced entity and finds what its template reads', () => {
    const { faults, entities } = judgeDiscovery(retainedOf(stateOf()));
    assert.deepEqual(faults, []);
    assert.ok(entities.length > 250);
    const platforms = new Set(entities.map(({ config }) => config.platform));
    assert.deepEqual(
      [...platforms].sort(),
      'binary_sensor button climate cover light number scene select sensor switch valve'.split(' '),
    );
  });

  it('readings from a real bridge expire, but entities with controls do not', () => {
    const house = stateOf();
    const expiring = (expireAfter?: number) =>
      toDevices({ ...announcer, expireAfter }, house).flatMap(({ components }) =>
        Object.values(components).filter((one) => one.expire_after !== undefined),
      );
    assert.deepEqual(expiring(), []);
    const found = expiring(1_200);
    assert.ok(found.length > 100 && found.every((one) => one.expire_after === 1_200));
    const platforms = new Set(found.map(({ platform }) => platform));
    assert.deepEqual([...platforms].sort(), ['binary_sensor', 'sensor']);
    const root = deviceOf(house, '').components;
    assert.equal(
      root.bridge!.expire_after,
      undefined,
      'this entity reports that the bridge does not respond',
    );
  });

  it('publishes previous faults as attributes of the last, and the sleep timer’s rest', () => {
    const fault = (Code: string, D: number) => ({ Code, D, M: 1, Y: 2026, H: 7, Min: 5 });
    const house = stateOf((datagrams) => ({
      ...datagrams,
      unit: [{ ...datagrams.unit[0]!, SleepTimer: 45 }],
      faults: [{ Faults: [fault('E5  ', 4), fault('U4', 3), ...Array(9).fill(fault('', 0))] }],
    }));
    const messages = retainedOf(house);
    assert.deepEqual(judgeDiscovery(messages).faults, []);
    const { last_fault, sleep_timer_left } = deviceOf(house, '').components;
    const { state_topic, json_attributes_topic } = last_fault!;
    assert.equal(state_topic, json_attributes_topic);
    assert.deepEqual(JSON.parse(messages.get(String(state_topic))!), {
      last: 'E5',
      last_at: '2026-01-04 07:05',
      history: 'E5 2026-01-04 07:05, U4 2026-01-03 07:05',
    });
    const { sleep_timer_left_minutes } = JSON.parse(messages.get(topics.state('unit'))!);
    assert.equal(sleep_timer_left_minutes, 45);
    assert.equal(sleep_timer_left!.unit_of_measurement, 'min');
    const none = retainedOf(stateOf((datagrams) => ({ ...datagrams, faults: [{ Faults: [] as never }] })));
    assert.equal(JSON.parse(none.get(String(state_topic))!).last, 'none');
  });

  it('the strict consumer finds errors in announcements', () => {
    const good = retainedOf(stateOf());
    const topic = 'homeassistant/device/plenum_000000001_zone_0/config';
    const faultsOf = (change: (message: string) => string) =>
      judgeDiscovery(new Map([...good, [topic, change(good.get(topic)!)]])).faults;
    assert.match(faultsOf((one) => one.replace('"heat_cool"', '"warm"'))[0]!, /a mode is "warm"/);
    assert.match(faultsOf((one) => one.replace('damper_percent', 'damper'))[0]!, /has no damper$/);
    assert.match(faultsOf((one) => one.replace('"unique_id"', '"unique"'))[0]!, /unique/);
    assert.match(faultsOf((one) => one.replace('climate.family_room', 'sensor.x'))[0]!, /default_entity_id/);
    assert.match(faultsOf((one) => one.replace('"origin"', '"from"'))[0]!, /origin/);
  });

  it('announces a zone with a sensor as climate, with damper and limits, as in the messages', () => {
    const { device, components } = deviceOf(stateOf(), '_zone_0');
    assert.deepEqual(device, {
      identifiers: ['plenum_000000001_zone_0'],
      name: 'Family room',
      manufacturer: 'Plenum',
      model: 'Zone',
      sw_version: '0.1.0',
      via_device: 'plenum_000000001',
      suggested_area: 'Family room',
    });
    const topic = 'plenum/000000001/zone/0';
    assert.deepEqual(components.climate, {
      platform: 'climate',
      unique_id: 'plenum_000000001_zone_0_climate',
      default_entity_id: 'climate.family_room',
      name: null,
      mode_state_topic: topic,
      mode_state_template: '{{ value_json.climate_mode }}',
      mode_command_topic: `${topic}/set/climate_mode`,
      modes: ['off', 'heat_cool', 'fan_only'],
      action_topic: topic,
      action_template: '{{ value_json.action }}',
      current_temperature_topic: topic,
      current_temperature_template: '{{ value_json.temperature_celsius }}',
      temperature_unit: 'C',
      precision: 0.1,
      temperature_state_topic: topic,
      temperature_state_template: '{{ value_json.setpoint_celsius }}',
      temperature_command_topic: `${topic}/set/setpoint`,
      min_temp: 15,
      max_temp: 30,
      temp_step: 0.5,
      current_humidity_topic: topic,
      current_humidity_template: '{{ value_json.humidity_percent }}',
    });
    assert.deepEqual(components.max_air, {
      platform: 'number',
      unique_id: 'plenum_000000001_zone_0_max_air',
      default_entity_id: 'number.family_room_maximum_airflow',
      name: 'Maximum airflow',
      state_topic: topic,
      value_template: '{{ value_json.max_air_percent }}',
      command_topic: `${topic}/set/max_air`,
      unit_of_measurement: '%',
      min: 0,
      max: 100,
      step: 5,
      mode: 'slider',
      entity_category: 'config',
    });
  });

  it('announces a zone without a sensor as a damper that opens and closes', () => {
    const { components } = deviceOf(stateOf(), '_zone_5');
    assert.equal(components.climate, undefined);
    assert.equal(components.temperature, undefined);
    assert.deepEqual(components.cover, {
      platform: 'cover',
      unique_id: 'plenum_000000001_zone_5_cover',
      default_entity_id: 'cover.emmas_room',
      name: null,
      state_topic: 'plenum/000000001/zone/5',
      value_template: '{{ value_json.cover }}',
      command_topic: 'plenum/000000001/zone/5/set/cover',
      payload_open: 'open',
      payload_close: 'close',
      payload_stop: null,
      device_class: 'damper',
    });
  });

  it('shows the setting of a zone without a sensor, even while the unit is off', () => {
    const coverOf = (Mode: 1 | 2, DmpPos: number) => {
      const house = stateOf((all) => ({
        ...all,
        unit: [{ ...all.unit[0]!, SysOn: 0 }],
        zone: all.zone.map((zone) => (zone.Index === 5 ? { ...zone, Mode, DmpPos } : zone)),
      }));
      return JSON.parse(retainedOf(house).get('plenum/000000001/zone/5')!).cover;
    };
    assert.deepEqual(
      [coverOf(1, 0), coverOf(1, 80), coverOf(2, 0), coverOf(2, 20)],
      ['open', 'open', 'closed', 'closed'],
    );
  });

  it('announces a setpoint of the unit, within economy limits, only if it follows its own', () => {
    const ledByZone = deviceOf(stateOf(), '').components.climate!;
    assert.equal(ledByZone.temperature_command_topic, undefined);
    const own = (more: object) => (all: Datagrams) => ({
      ...all,
      unit: [{ ...all.unit[0]!, CtrlZone: 15, ...more }],
    });
    const { temperature_command_topic, min_temp, max_temp } = deviceOf(stateOf(own({})), '').components
      .climate!;
    assert.deepEqual(
      [temperature_command_topic, min_temp, max_temp],
      ['plenum/000000001/unit/set/setpoint', 15, 30],
    );
    const locked = deviceOf(stateOf(own({ EcoLock: 1, EcoMin: 1800, EcoMax: 2600 })), '').components.climate!;
    assert.deepEqual([locked.min_temp, locked.max_temp], [18, 26]);
  });

  it('garage doors, blinds, lamps, outlets and thermostats have different announcements', () => {
    const shown = (index: number) => {
      const { components } = deviceOf(stateOf(), `_lamp_${index}`);
      const [main] = Object.values(components);
      return [
        main!.platform,
        main!.device_class ?? null,
        main!.payload_stop ?? null,
        Object.keys(components).length,
      ];
    };
    assert.deepEqual([0, 1, 2, 3, 4, 5].map(shown), [
      ['light', null, null, 3],
      ['light', null, null, 2],
      ['switch', null, null, 2],
      ['cover', 'garage', null, 2],
      ['cover', 'blind', 'stop', 2],
      ['climate', null, null, 2],
    ]);
  });

  it('announces garage doors only if allowed, and all other lamps always', () => {
    const idsOf = (allowGarage: boolean) =>
      toDevices({ ...announcer, allowGarage }, stateOf()).map(({ id }) => id);
    const door = 'plenum_000000001_lamp_3';
    assert.ok(idsOf(true).includes(door));
    assert.deepEqual(
      idsOf(false),
      idsOf(true).filter((id) => id !== door),
    );
  });

  it('announces energy, as a rising counter, only if it is recorded', () => {
    const without = toDevices(announcer, { ...stateOf(), energy: undefined });
    const energies = (devices: ReturnType<typeof toDevices>) =>
      devices.flatMap(({ components }) =>
        Object.values(components).filter(({ device_class: kind }) => kind === 'energy'),
      );
    assert.deepEqual(energies(without), []);
    const [one] = energies(toDevices(announcer, stateOf()));
    assert.deepEqual([one!.state_class, one!.unit_of_measurement], ['total_increasing', 'kWh']);
  });

  it('announces costs as monetary sensors, with a unit once the currency is known', () => {
    const costs = (house: HouseState) =>
      toDevices(announcer, house).flatMap(({ components }) =>
        Object.values(components).filter(({ unique_id: id }) => id.endsWith('cost')),
      );
    const shown = costs(stateOf()).map(({ unique_id: id, device_class, unit_of_measurement, state_class }) =>
      [id, device_class, unit_of_measurement, state_class].join(' '),
    );
    assert.deepEqual(shown, [
      'plenum_000000001_zone_3_cost monetary AUD total',
      'plenum_000000001_power_power_0_0_cost monetary AUD total',
    ]);
    const unknown = costs({ ...stateOf(), currency: undefined });
    assert.deepEqual(
      unknown.map(({ device_class, unit_of_measurement: unit }) => [device_class, unit]),
      [
        [undefined, undefined],
        [undefined, undefined],
      ],
    );
  });

  it('removes a component by its platform alone, and by entity for old Home Assistants', () => {
    const devices = toDevices(announcer, stateOf());
    const messages = toMessages(announcer, devices, {
      prefix: 'ha',
      style: 'device',
      removed: (id) => (id === 'plenum_000000001_zone_0' ? { cover: 'cover' } : {}),
    });
    const zone = JSON.parse(messages.get('ha/device/plenum_000000001_zone_0/config')!);
    assert.deepEqual(zone.components.cover, { platform: 'cover' });
    const each = toMessages(announcer, devices, { prefix: 'ha', style: 'entities', removed: none });
    const climate = JSON.parse(each.get('ha/climate/plenum_000000001_zone_0/climate/config')!);
    const serialNumbers = (from: typeof messages) =>
      [...from.values()].filter((text) => JSON.parse(text).device.serial_number !== undefined).length;
    assert.deepEqual(
      [serialNumbers(messages), serialNumbers(each)],
      [1, 0],
      'older versions of Home Assistant refuse it',
    );
    assert.equal(
      each.size,
      devices.reduce((sum, { components }) => sum + Object.keys(components).length, 0),
    );
    assert.deepEqual(
      [
        climate.object_id,
        climate.unique_id,
        climate.device.name,
        climate.availability.length,
        climate.platform,
      ],
      ['family_room', 'plenum_000000001_zone_0_climate', 'Family room', 2, undefined],
    );
  });

  it('ids contain only characters allowed in topics, and do not depend on names', () => {
    const renamed = stateOf((all) => ({
      ...all,
      zone: all.zone.map((zone) => ({ ...zone, Name: '台所/+#"' })),
    }));
    const { faults } = judgeDiscovery(retainedOf(renamed));
    assert.deepEqual(faults, []);
    const ids = (house: HouseState) =>
      toDevices(announcer, house).flatMap(({ components }) =>
        Object.values(components).map((one) => one.unique_id),
      );
    assert.deepEqual(ids(renamed), ids(stateOf()));
    const climate = deviceOf(renamed, '_zone_0').components.climate!;
    assert.equal(climate.default_entity_id, 'climate.plenum_000000001_zone_0_climate');
  });
});
