import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createQuickClock } from '@plenum/platform/quick-clock';
import { kept, keptUnless, type Row, type RowResult } from '../../row.ts';
import type { BridgeEvidence, CommandAttempt } from '../evidence.ts';
import { judgeRepeatedly } from './repeat.ts';

type Evidence = Pick<BridgeEvidence, 'writes'> & { readonly broken: readonly string[] };

/** Evidence in which these rows are broken, and these commands failed. */
const evidenceOf = (broken: readonly string[], commands: readonly string[] = []): BridgeEvidence =>
  ({
    broken,
    writes: { attempts: commands.map((command) => ({ command })), skipped: new Map() },
  }) as unknown as BridgeEvidence;

const row = (id: string, more: Partial<Row<BridgeEvidence>> = {}): Row<BridgeEvidence> => ({
  id,
  section: '2',
  statement: `${id}.`,
  level: 'must',
  judge: (evidence) =>
    keptUnless((evidence as unknown as Evidence).broken.includes(id) ? [`${id} is wrong.`] : []),
  ...more,
});

const setpoint = row('setpoint', { compares: ['zone.Setpoint'], command: 'ZoneSetpoint' });
const mode = row('mode', { compares: ['unit.SysMode'], command: 'SysMode' });
const bulk = row('bulk', { compares: 'any' });
const types = row('types');
const ignored = row('ignored', {
  judge: ({ writes }) =>
    keptUnless((writes!.attempts as readonly CommandAttempt[]).map(({ command }) => command)),
});

interface Course {
  readonly first: BridgeEvidence;
  /** The observations of the repetitions. */
  readonly later?: readonly BridgeEvidence[];
  /** The changes that the n-th watch finds; the last one repeats. */
  readonly changes?: readonly (readonly string[])[];
  /** The number of repetitions after which the bridge no longer responds. */
  readonly lostAfter?: number;
}

const judge = async (
  rows: readonly Row<BridgeEvidence>[],
  { first, later = [first], changes = [[]], lostAfter = Number.POSITIVE_INFINITY }: Course,
) => {
  const sent: (readonly string[])[] = [];
  let reads = 0;
  const results = await judgeRepeatedly(rows, first, {
    clock: createQuickClock(),
    isLost: () => sent.length >= lostAfter,
    // Each watch reads twice, and what the first read finds is of an earlier moment.
    findChanges: async () =>
      new Set(reads++ % 2 === 0 ? ['unit', 'zone'] : changes[Math.min((reads >> 1) - 1, changes.length - 1)]),
    observeAgain: async (commands) => {
      sent.push(commands);
      return later[Math.min(sent.length, later.length) - 1]!;
    },
  });
  const outcomes = results.map(({ id, outcome, isContested }: RowResult) =>
    isContested ? `${id} contested` : `${id} ${outcome}`,
  );
  return { outcomes, sent, results, watches: reads / 2 };
};

describe('repeating rows that another client may have disturbed', () => {
  it('observes nothing again if no row that compares values is broken', async () => {
    const { outcomes, sent, watches } = await judge([setpoint, types, row('noted', { level: 'note' })], {
      first: evidenceOf(['types', 'noted']),
    });
    assert.deepEqual(outcomes, ['setpoint passed', 'types failed', 'noted noted']);
    assert.deepEqual([sent, watches], [[], 0]);
  });

  it('sends only the broken commands again, once, and keeps a row broken if nothing changes', async () => {
    const { outcomes, sent } = await judge([setpoint, mode, bulk], {
      first: evidenceOf(['setpoint', 'bulk']),
    });
    assert.deepEqual(outcomes, ['setpoint failed', 'mode passed', 'bulk failed']);
    assert.deepEqual(sent, [['ZoneSetpoint']]);
  });

  it('passes a row that is kept in a quiet moment, after waiting for one', async () => {
    const { outcomes, sent, watches } = await judge([setpoint], {
      first: evidenceOf(['setpoint']),
      later: [evidenceOf([])],
      changes: [['zone', 'zone.Setpoint'], ['zone', 'zone.Setpoint'], []],
    });
    assert.deepEqual([outcomes, sent.length, watches], [['setpoint passed'], 1, 4]);
  });

  it('repeats a row up to three times while its values change, then counts it as untested', async () => {
    const { outcomes, sent, results, watches } = await judge([setpoint, bulk, mode], {
      first: evidenceOf(['setpoint', 'bulk', 'mode']),
      changes: [['zone', 'zone.Setpoint']],
    });
    assert.deepEqual(outcomes, ['setpoint contested', 'bulk contested', 'mode failed']);
    assert.deepEqual(sent.length, 3);
    assert.equal(watches, 12, 'waits three times for a quiet moment, and watches after each repetition');
    assert.deepEqual(results[0]!.outcome, 'untested');
    assert.deepEqual(results[0]!.evidence, [
      'Another client writes, or the bridge changes values by itself.',
      'setpoint is wrong.',
    ]);
  });

  it('does not excuse a row with changes of settings that it does not compare', async () => {
    const { outcomes, sent } = await judge([setpoint], {
      first: evidenceOf(['setpoint']),
      changes: [['zone', 'zone.Mode', 'unit', 'unit.Setpoint']],
    });
    assert.deepEqual([outcomes, sent.length], [['setpoint failed'], 1]);
  });

  it('judges rows about all commands without the commands that were disturbed', async () => {
    const both = evidenceOf(['setpoint', 'mode'], ['ZoneSetpoint', 'SysMode']);
    const rows = [setpoint, mode, ignored];
    const changes = [['zone', 'zone.Setpoint']];
    const { outcomes, results } = await judge(rows, {
      first: both,
      later: [{ ...both }].map(renewed),
      changes,
    });
    assert.deepEqual(outcomes, ['setpoint contested', 'mode failed', 'ignored failed']);
    assert.deepEqual(results[2]!.evidence, ['SysMode']);
    const one = evidenceOf(['setpoint'], ['ZoneSetpoint']);
    const alone = await judge(rows, { first: one, later: [renewed(one)], changes });
    assert.deepEqual(alone.outcomes, ['setpoint contested', 'mode passed', 'ignored passed']);
  });

  it('keeps the first observation of a bridge that stops responding meanwhile', async () => {
    const { outcomes, sent } = await judge(
      [setpoint, row('kept', { judge: () => kept(), compares: 'any' })],
      {
        first: evidenceOf(['setpoint']),
        later: [evidenceOf([])],
        lostAfter: 1,
      },
    );
    assert.deepEqual([outcomes, sent.length], [['setpoint failed', 'kept passed'], 1]);
  });
});

/** A new observation with the same content. */
function renewed(evidence: BridgeEvidence): BridgeEvidence {
  return { ...evidence, writes: { ...evidence.writes! } };
}
