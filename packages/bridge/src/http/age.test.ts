import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { queries } from '@plenum/protocol/query';
import { refuse } from '@plenum/protocol/refusal';
import type { Device, DeviceHealth } from '../device/device.ts';
import { refuseStale } from '../device/refuse-stale.ts';
import { withAge, withAgeOf } from './age.ts';
import { toJsonAnswer, toRefusalAnswer } from './answer.ts';

const answer = { ...toJsonAnswer('{}'), headers: { A: 'b' } };

/** Creates a device whose time is 10 s and whose components were read at the given times. */
const deviceWith = (read: Readonly<Record<string, number>>, health?: Partial<DeviceHealth>): Device =>
  ({
    at: () => 10_000,
    health: () => health && { state: 'ok', readAt: 0, isTooOld: false, ...health },
    readAt: (kind: string, index?: number) => read[index === undefined ? kind : `${kind} ${index}`],
  }) as unknown as Device;

describe('the age of a response', () => {
  const ageOf = (read: Readonly<Record<string, number>>, shown: Parameters<typeof withAgeOf>[2]) =>
    withAgeOf(answer, deviceWith(read, {}), shown).headers?.Age;

  it('sends the age of the oldest component in a response, in whole seconds', () => {
    assert.equal(ageOf({ unit: 9_001, 'zone 3': 7_500 }, [['unit', undefined]]), '0');
    assert.equal(ageOf({ unit: 9_000, 'zone 3': 7_500 }, [['unit', undefined]]), '1');
    assert.equal(
      ageOf({ unit: 9_000, 'zone 3': 7_500 }, [
        ['unit', undefined],
        ['zone', 3],
      ]),
      '2',
    );
  });

  it('sends age 0 for current components, no components and components with a future time', () => {
    assert.equal(ageOf({}, [['unit', undefined]]), '0');
    assert.equal(ageOf({}, []), '0');
    assert.equal(ageOf({ unit: 12_000 }, [['unit', undefined]]), '0');
  });

  it('adds the age to the other headers of a response', () => {
    assert.deepEqual(withAgeOf(answer, deviceWith({}, {}), []).headers, { A: 'b', Age: '0' });
  });

  it('sends no age with refusals or with responses from a simulated house', () => {
    const refused = toRefusalAnswer(refuse('read-only').refusal);
    assert.equal(withAgeOf(refused, deviceWith({}, {}), []), refused);
    assert.equal(withAgeOf(answer, deviceWith({ unit: 1 }), [['unit', undefined]]), answer);
  });

  it('sends the age of the components that a query shows', () => {
    const read = { unit: 9_000, zone: 1_000, 'zone 2': 5_000 };
    const askAge = (from: string, device = deviceWith(read, {})) => {
      const query = [...queries.values()].find(({ answer: parts }) =>
        Object.values(parts).some((part) => part.from === from && 'kind' in part && part.kind === 'zone'),
      );
      return query && withAge(answer, device, { query, no: 2 } as never);
    };
    assert.equal(askAge('nth')?.headers?.Age, '5');
    assert.equal(askAge('nth', deviceWith(read)), answer);
    const ofUnit = [...queries.values()].find(({ answer: parts }) =>
      Object.values(parts).some(
        (part) => 'kind' in part && part.kind === 'unit' && part.from !== 'nth' && part.from !== 'portion',
      ),
    );
    assert.equal(withAge(answer, deviceWith(read, {}), { query: ofUnit, no: 2 } as never).headers?.Age, '1');
    const firmware = [...queries.values()].find(({ answer: parts }) =>
      Object.values(parts).every((part) => part.from === 'firmware'),
    );
    assert.equal(
      withAge(answer, deviceWith(read, {}), { query: firmware, no: 2 } as never).headers?.Age,
      '0',
    );
  });
});

describe('a bridge whose device could not be read for too long', () => {
  it('refuses queries and reports the seconds since the device was last read', () => {
    assert.equal(refuseStale(deviceWith({})), undefined);
    assert.equal(refuseStale(deviceWith({}, { isTooOld: false })), undefined);
    const refusal = refuseStale(deviceWith({}, { isTooOld: true, readAt: 3_000 }));
    assert.deepEqual([refusal?.code, refusal?.facts], ['stale', { seconds: 7 }]);
  });
});
