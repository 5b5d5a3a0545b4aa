import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createFakeClock } from '@plenum/platform/fake-clock';
import { maxReads } from '@plenum/protocol/uplink';
import { createPendingRequests } from './pending-requests.ts';
import { createReadChannel } from './read-channel.ts';

const done = { answer: 'done' } as const;

describe('pending requests', () => {
  it("pending requests end with the bridge's reply, or as unanswered when their time runs out", async () => {
    const clock = createFakeClock();
    const pending = createPendingRequests(clock);
    const [answered, late] = [pending.add('a', 1_000), pending.add('b', 1_000)];
    assert.equal(pending.size(), 2);
    clock.advance(999);
    pending.answer('a', done);
    pending.answer('unknown', done);
    assert.equal(pending.size(), 1);
    clock.advance(1);
    assert.deepEqual(await Promise.all([answered, late]), [done, { answer: 'silent' }]);
    pending.answer('b', done);
    assert.equal(pending.size(), 0);
  });

  it('all pending requests end when the connection ends', async () => {
    const pending = createPendingRequests(createFakeClock());
    const all = [pending.add('a', 1_000), pending.add('b', 2_000)];
    pending.answerAll({ answer: 'absent' });
    assert.deepEqual(await Promise.all(all), [{ answer: 'absent' }, { answer: 'absent' }]);
    assert.equal(pending.size(), 0);
  });

  it('draining finishes when the last request ends, or immediately if there is none', async () => {
    const pending = createPendingRequests(createFakeClock());
    assert.equal(pending.isDraining(), false);
    for (const id of ['a', 'b']) void pending.add(id, 1_000);
    let isDrained = false;
    const drained = pending.drain().then(() => {
      isDrained = true;
    });
    assert.equal(pending.isDraining(), true);
    pending.answer('a', done);
    await new Promise(setImmediate);
    assert.equal(isDrained, false);
    pending.answer('b', done);
    await drained;
    await createPendingRequests(createFakeClock()).drain();
  });
});

describe('the read channel', () => {
  const open = () => {
    const clock = createFakeClock(1_000);
    const sent: object[] = [];
    const channel = createReadChannel({ sendFrame: (frame) => sent.push(frame), clock });
    return { clock, sent, channel };
  };
  const what = { path: '/energy', query: 'by=day' };
  const answer = { answer: 'read', status: 200, body: '{}' } as const;

  it('numbers reads and writes, and ends each with the reply that has its number', async () => {
    const { sent, channel } = open();
    const read = channel.read(what, 2_000);
    const write = channel.write({ path: '/alerts', body: { a: 1 } }, 2_000);
    assert.deepEqual(sent, [
      { type: 'read', id: 1, ...what },
      { type: 'write', id: 2, path: '/alerts', body: { a: 1 } },
    ]);
    channel.answer(2, done);
    channel.answer(1, answer);
    assert.deepEqual(await Promise.all([read, write]), [answer, done]);
  });

  it('does not send reads and writes after their deadline', async () => {
    const { sent, channel } = open();
    assert.deepEqual(await channel.read(what, 1_000), { answer: 'silent' });
    assert.deepEqual(sent, []);
    void channel.read(what, 1_001);
    assert.deepEqual(sent, [{ type: 'read', id: 1, ...what }]);
  });

  it('limits concurrent requests to what a bridge accepts, and counts the unanswered ones', async () => {
    const { clock, sent, channel } = open();
    const all = Array.from({ length: maxReads }, () => channel.read(what, 2_000));
    const refused = await channel.read(what, 2_000);
    assert.ok(refused.answer === 'read' && refused.status === 503);
    clock.advance(1_000);
    assert.deepEqual((await Promise.all(all))[0], { answer: 'silent' });
    const stillFull = await channel.read(what, 3_000);
    assert.ok(stillFull.answer === 'read' && stillFull.status === 503);
    channel.answer(1, answer);
    void channel.read(what, 3_000);
    assert.equal(sent.length, maxReads + 1);
  });

  it('reads and writes end when the connection does, and later ones are not sent', async () => {
    const { sent, channel } = open();
    const read = channel.read(what, 2_000);
    channel.close();
    assert.deepEqual(await read, { answer: 'silent' });
    assert.deepEqual(await channel.read(what, 2_000), { answer: 'absent' });
    assert.equal(sent.length, 1);
  });
});
