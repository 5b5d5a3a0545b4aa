import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { type CloudNews, connectCloud } from '@plenum/client';
import { postgresMissing } from '../../packages/cloud/src/fixture/postgres.fixture.ts';
import { natsMissing } from '../../packages/cloud/src/kernel/bus/nats.fixture.ts';
import { type Constellation, startConstellation, until } from './constellation.fixture.ts';

/** The bridges of a node that ended are back on others and answering by then, ms. */
const back = 10_000;
const bridgeCount = 12;

const isSentence = (text: string | undefined) => /^[A-Z].+[.]$/.test(text ?? '');

describe('three nodes of a cloud over PostgreSQL and NATS', { skip: postgresMissing || natsMissing }, () => {
  let all: Constellation;
  before(async () => {
    all = await startConstellation({ bridgeCount });
    await until('all bridges are connected', async () => all.tally.connected === bridgeCount);
  });
  after(() => all?.[Symbol.asyncDispose]());

  it('do a control that enters at any node for a bridge any other holds', async () => {
    const held = await Promise.all(all.nodes().map(all.heldBy));
    assert.equal(held.filter((count) => count > 0).length, 3, `bridges per node: ${held}`);
    assert.equal(
      held.reduce((sum, count) => sum + count, 0),
      bridgeCount,
    );
    for (const { url } of all.nodes())
      for (const systemId of all.systemIds) {
        const { result, detail } = await all.controlOnce(url, systemId);
        assert.equal(result, 'OK', detail);
      }
  });

  it('lose one by kill -9 under load: its bridges are back on the others, answering, within 10 s', async (t) => {
    await using _ = all.load();
    await pause(1_000);
    const [victim] = all.nodes();
    assert.ok((await all.heldBy(victim!)) > 0);
    const begun = Date.now();
    await all.killNode(victim!);
    await until('every bridge answers', all.answering, back);
    t.diagnostic(`all ${bridgeCount} bridges answered ${Date.now() - begun} ms after the kill`);
    await all.startNode();
  });

  it('are watched without a gap or a repeat at whichever node, though the node that tells is killed', async (t) => {
    const heard: CloudNews[] = [];
    const stop = new AbortController();
    let breaks = 0;
    const client = connectCloud({ url: all.url, tokens: { accessToken: all.token } });
    const watching = (async () => {
      const options = { signal: stop.signal, onBreak: () => void breaks++ };
      for await (const news of client.watch(options)) if (news.systemId !== '') heard.push(news);
    })();
    const known = () =>
      new Map(
        heard.flatMap(({ components }) =>
          components.map(({ componentId, datagram }) => [componentId, datagram] as const),
        ),
      );
    {
      await using _ = all.load();
      await until('every bridge was told of', async () => known().size === 2 * bridgeCount);
      // One of them tells; the others pass on what their bridges say.
      for (const node of all.nodes()) {
        await all.killNode(node);
        await pause(500);
        await all.startNode();
      }
    }
    assert.ok(breaks > 0, 'the stream broke');
    await until('every bridge answers', all.answering, back);
    all.touch();
    await until('what was told is what there is', async () =>
      isDeepStrictEqual(known(), new Map(await all.discover())),
    );
    stop.abort();
    await watching;
    const reached = new Map<string, number>();
    for (const { systemId, snapshot, cursor } of heard) {
      const [named, , digits] = cursor.split('.');
      assert.equal(named, systemId);
      const version = Number.parseInt(digits!, 36);
      assert.equal(snapshot, !reached.has(systemId), `${systemId}: everything once, then what changed`);
      assert.ok(version > (reached.get(systemId) ?? -1), `${systemId}: told again at ${version}`);
      reached.set(systemId, version);
    }
    t.diagnostic(`${heard.length} messages, ${breaks} breaks`);
  });

  it('say in words that PostgreSQL is away, and recover by themselves when it is back', async () => {
    await using _ = all.load();
    await all.postgres.kill();
    const [node] = all.nodes();
    const ready = await fetch(`${node!.url}/readyz`);
    assert.equal(ready.status, 503);
    const { status, result, detail } = await all.controlOnce(node!.url, all.systemIds[0]!);
    assert.ok(status >= 500, String(status));
    assert.equal(result, 'Error');
    assert.ok(isSentence(detail), detail);
    await pause(1_000);
    await all.postgres.start();
    await until('every bridge answers', all.answering);
    assert.equal((await fetch(`${node!.url}/readyz`)).status, 200);
  });

  it('say in words that NATS is away, still do what needs no other node, and recover when it is back', async () => {
    await using _ = all.load();
    await all.nats.kill();
    const answers = [];
    for (const { url } of all.nodes())
      for (const systemId of all.systemIds) answers.push(await all.controlOnce(url, systemId));
    const results = new Set(answers.map(({ status, result }) => `${status} ${result}`));
    assert.ok(results.has('200 OK'), 'a node reaches the bridges it holds itself');
    for (const { status, result, detail } of answers) {
      if (result === 'OK') continue;
      assert.ok(status >= 502 && status <= 504, `${status} ${result}`);
      assert.ok(isSentence(detail), detail);
    }
    assert.equal((await all.discover()).size, 2 * bridgeCount);
    await all.nats.start();
    await until('every bridge answers', all.answering);
  });

  it('stop on SIGTERM without breaking anything off: exit code 0, bridges told and back on the others', async () => {
    await using _ = all.load();
    await pause(300);
    const [node] = all.nodes();
    const before = node!.log().length;
    assert.equal(await all.stopNode(node!), 0);
    await until('every bridge answers', all.answering, back);
    assert.doesNotMatch(node!.log().slice(before), /"level":(50|60)/);
  });

  it('lost no event and did no control twice, through all of it', async (t) => {
    const before = (await all.readLedger()).changes;
    all.touch();
    await until('all is delivered', async () => {
      const { changes, pending, dead } = await all.readLedger();
      return (changes - before >= bridgeCount && pending === 0 && dead === 0) || { changes, pending, dead };
    });
    const { changes, delivered, superseded } = await all.readLedger();
    assert.equal(changes, delivered + superseded);
    const heard = all.receiver.heard();
    assert.ok(heard >= delivered, `${delivered} were said to be delivered, ${heard} were heard`);
    const known = await all.discover();
    assert.equal(known.size, 2 * bridgeCount);
    for (const [componentId, datagram] of known)
      assert.deepEqual(all.receiver.latest.get(componentId), datagram, componentId);

    for (const [name, count] of all.done) assert.equal(count, 1, `${name} was done ${count} times`);
    const isDone = all.told.filter((one) => one.isDone);
    for (const { name } of isDone) assert.ok(all.done.has(name), `${name} was said to be done and was not`);
    t.diagnostic(
      `${changes} changes, ${delivered} delivered, ${superseded} superseded; ${all.told.length} controls, ${isDone.length} answered OK`,
    );
  });
});
