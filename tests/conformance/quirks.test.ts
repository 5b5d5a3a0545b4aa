import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Bridge } from '@plenum/bridge';
import { type RowOutcome, type RowResult, verifyBridge } from '@plenum/conformance';
import { type QuirkName, type Quirks, quirkNames, quirks, type Verdict } from '@plenum/protocol/quirks';
import { createSeededRandom } from '@plenum/testbed/seeded-random';
import { startDemoBridge } from './plenum.fixture.ts';
import { createTestClock } from './test-clock.fixture.ts';

const stack = new AsyncDisposableStack();
const clock = createTestClock();
let bridge: Bridge;

before(async () => {
  const random = createSeededRandom(20_260_112).fraction;
  bridge = await startDemoBridge(stack, clock, { random });
  // A name that is not ASCII, because only such a name differs in Latin-1.
  await bridge.device.command({ name: 'ZoneName', body: { Index: 2, Name: 'Büro' } });
});
after(() => stack.disposeAsync());

const verify = (more: object = {}): Promise<readonly RowResult[]> =>
  clock.settle(
    verifyBridge({
      host: '127.0.0.1',
      port: bridge.http.port,
      udpPort: bridge.udp.port,
      notifyPort: bridge.notifications.port,
      clock,
      write: true,
      commands: ['SysSetpoint', 'SysOn'],
      ...more,
    }),
  );

const isUnusual = ({ outcome }: RowResult) => outcome !== 'passed' && outcome !== 'untested';
const unusual = (results: readonly RowResult[]) =>
  results.filter(isUnusual).map(({ id, outcome, evidence }) => `${outcome} ${id}: ${evidence.join(' ')}`);

const outcomes: Readonly<Record<Verdict, RowOutcome>> = { note: 'noted', warn: 'warned', fail: 'failed' };
const severity: readonly RowOutcome[] = ['passed', 'noted', 'warned', 'failed'];
const worstOf = (results: readonly RowResult[]): RowOutcome =>
  severity.findLast((each) => results.some(({ outcome }) => outcome === each))!;

/**
 * Returns all values of a quirk that is a choice, or the example of any other quirk, and additional cases that the
 * example does not show with the test's clock.
 */
const valuesOf = (name: QuirkName): readonly Quirks[] => {
  const { value } = quirks[name];
  const words = 'enum' in value ? (value.enum as readonly string[]) : [value['x-plenum'].example];
  const more = name === 'one-connection' ? { 'answer-time': 200 } : {};
  return words.map((word) => ({ ...more, [name]: name === 'answer-time' ? 500 : word }) as Quirks);
};

/** Options with which the check reveals a quirk, in addition to reading and writing. */
const needs: { readonly [Name in QuirkName]?: object } = {
  // The first command has to change a value.
  notifications: { listen: 125_000, commands: ['SysSetpoint'] },
};

describe('quirks that the check of a bridge finds', () => {
  it('the check reports nothing unusual about a bridge without quirks', async () => {
    const results = await verify({ listen: 125_000 });
    assert.deepEqual(unusual(results), []);
    const untested = results.filter(({ id, outcome }) => outcome === 'untested' && id.startsWith('quirk.'));
    assert.deepEqual(untested, []);
  });

  for (const name of quirkNames)
    it(`the check reports the quirk ${name} with the level of its definition: ${quirks[name].verdict}`, async () => {
      for (const value of valuesOf(name)) {
        // Gives the change notices of the previous check time to be sent before this check listens.
        clock.advance(5_000);
        await new Promise(setImmediate);
        bridge.quirks.set(value);
        const results = await verify(needs[name]);
        bridge.quirks.set({});
        const expected = outcomes[quirks[name].verdict];
        const found = results.find(({ id }) => id === `quirk.${name}`)!;
        assert.equal(found.outcome, expected, JSON.stringify([value, found, unusual(results)]));
        assert.equal(worstOf(results), expected, JSON.stringify([value, unusual(results)]));
      }
    });

  it('the check uses the original interface’s commands if needed, and finds ignored ones', async () => {
    // Values that differ from the examples, so that an ignored command is visible.
    await bridge.device.command({ name: 'SysOn', body: 0 });
    await bridge.device.command({ name: 'ZoneSetpoint', body: { Index: 1, Setpoint: 2350 } });
    const before = bridge.device.datagrams();
    const commands = ['v1 SystemON', 'v1 ZoneCommand', 'SysOn'];
    const outcomeOf = async (ids: readonly string[]) => {
      const results = await verify({ commands, udp: false });
      return ids.map((id) => results.find((each) => each.id === id)!.outcome);
    };
    const ids = ['v1.command.SystemON', 'v1.command.ZoneCommand', 'v1.limits.ZoneCommand', 'command.SysOn'];
    bridge.quirks.set({ 'v1-only': 1 });
    assert.deepEqual(await outcomeOf(ids), ['passed', 'passed', 'passed', 'untested']);
    assert.deepEqual(bridge.device.datagrams().zone, before.zone);
    assert.deepEqual(bridge.device.datagrams().unit, before.unit);
    bridge.quirks.set({ 'v1-only': 1, 'ignore-writes': 1 });
    assert.deepEqual(await outcomeOf(ids), ['failed', 'failed', 'passed', 'untested']);
    bridge.quirks.set({});
  });
});
