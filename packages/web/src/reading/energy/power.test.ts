import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import '../../text/english.fixture.ts';
import type { DatagramOf } from '@plenum/protocol/component';
import { noSamples } from '../number/samples.ts';
import { channelsOf, consumersOf, energyOf, formatWatts, totalOf } from './power.ts';
import '../../text/english.fixture.ts';

const channel = (Name: string, more: object = {}) => ({
  Name,
  GrNo: 255,
  Consum: 1,
  Enabled: 1,
  Generate: 0,
  AddToTotal: 0,
  ...more,
});
const config = {
  Devices: [
    {
      Enabled: 1,
      Channels: [channel('Mains', { AddToTotal: 1 }), channel('Oven'), channel('Solar', { Generate: 1 })],
    },
    { Enabled: 1, Channels: [channel('Pump'), channel('Old', { Enabled: 0 }), channel('')] },
    { Enabled: 0, Channels: [channel('Shed'), channel(''), channel('')] },
  ],
} as unknown as DatagramOf<'power'>;
const status = {
  Dev: [{ Ch: [{ Pwr: 1_500 }, { Pwr: 900 }, { Pwr: 3_200 }] }, { Ch: [{ Pwr: 600 }] }],
} as unknown as DatagramOf<'powerStatus'>;
const names = (channels: readonly { readonly name: string }[]) => channels.map(({ name }) => name);

describe('the channels of a power monitor', () => {
  it('lists the channels in use with their readings', () => {
    const channels = channelsOf(config, status);
    assert.deepEqual(names(channels), ['Mains', 'Oven', 'Solar', 'Pump']);
    assert.deepEqual(
      channels.map(({ watts }) => watts),
      [1_500, 900, 3_200, 600],
    );
    assert.equal(channels[3]?.series, 'power.1.0.W');
  });

  it('the reading of a channel is 0 until its status arrives', () => {
    assert.equal(totalOf(channelsOf(config)), 0);
  });

  it('the stack leaves out total channels and generators, which are counted elsewhere', () => {
    assert.deepEqual(names(consumersOf(channelsOf(config, status))), ['Oven', 'Pump']);
  });

  it('the consumption is that of the total channel, or the sum of all consumers', () => {
    const channels = channelsOf(config, status);
    assert.equal(totalOf(channels), 1_500);
    assert.equal(totalOf(channels.filter(({ isTotal }) => !isTotal)), 1_500);
    assert.equal(totalOf(channels.filter(({ name }) => name === 'Solar')), 0);
  });
});

describe('energy', () => {
  it('sums the recorded energy in each step, in kWh', () => {
    const history = {
      step: 3_600_000,
      times: [0, 1, 2],
      values: { 'power.0.0.Wh': [1_000, null, 500.5] },
      min: {},
      max: {},
    };
    assert.equal(energyOf(history, 'power.0.0.Wh'), 1.5005);
  });

  it('shows energy as unknown, and not 0, if nothing was recorded', () => {
    const gap = {
      step: 3_600_000,
      times: [0, 1],
      values: { 'power.0.0.Wh': [null, null] },
      min: {},
      max: {},
    };
    for (const unknown of [gap, noSamples]) assert.equal(energyOf(unknown, 'power.0.0.Wh'), undefined);
  });
});

describe('a power', () => {
  for (const [watts, said] of [
    [0, '0 W'],
    [999.4, '999 W'],
    [1_000, '1.00 kW'],
    [9_999, '10.00 kW'],
    [10_000, '10.0 kW'],
    [-2_410, '−2.41 kW'],
  ] as const)
    it(`formats a power of ${watts} W as ${said}`, () => assert.equal(formatWatts(watts).join(' '), said));
});
