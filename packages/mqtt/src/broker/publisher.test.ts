import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createFakeClock } from '@plenum/platform/fake-clock';
import { createPublisher } from './publisher.ts';

/** A broker that confirms messages when the test decides. */
const openBroker = () => {
  const clock = createFakeClock();
  const sent: string[] = [];
  const unconfirmed: { resolve: () => void; reject: (error: Error) => void }[] = [];
  const refused: string[] = [];
  const publisher = createPublisher({ clock, onRefused: (topic) => refused.push(topic) });
  const connect = () =>
    publisher.connect((topic, payload, retain) => {
      sent.push(`${topic}=${payload}${retain ? '' : ' once'}`);
      return new Promise((resolve, reject) => unconfirmed.push({ resolve, reject }));
    });
  const confirm = async (count = 1) => {
    for (const { resolve } of unconfirmed.splice(0, count)) resolve();
    await new Promise(setImmediate);
  };
  return { clock, sent, refused, publisher, connect, confirm, unconfirmed };
};

it('sends a slow broker the newest state of each topic, with at most 16 unconfirmed messages', async () => {
  const { publisher, connect, confirm, sent } = openBroker();
  connect();
  for (let round = 0; round < 200; round++)
    for (let topic = 0; topic < 40; topic++) publisher.retain(`t/${topic}`, String(round));
  assert.equal(sent.length, 16);
  await confirm(16);
  assert.equal(sent.length, 32);
  await confirm(16);
  await confirm(16);
  await confirm(16);
  // The first 16 states were already sent; all later ones were combined into one message per topic.
  assert.equal(sent.length, 56);
  assert.ok(sent.slice(16).every((one) => one.endsWith('=199')));
  assert.equal(publisher.retained().size, 40);
});

it('forgets a cleared topic, and sends a limited number of one-time messages before states', async () => {
  const { publisher, connect, confirm, sent, unconfirmed } = openBroker();
  publisher.publish('answer', 'to nobody');
  publisher.retain('a', '1');
  connect();
  assert.equal(sent.length, 0);
  publisher.republish(0);
  publisher.retain('b', '');
  publisher.publish('answer', 'yes');
  await confirm(3);
  assert.deepEqual(sent, ['b=', 'answer=yes once']);
  assert.deepEqual([...publisher.retained()], [['a', '1']]);
  for (let count = 0; count < 200; count++) {
    publisher.publish('answer', String(count));
    if (count === 100) publisher.publish('answer', 'done', true);
  }
  while (unconfirmed.length > 0) await confirm(50);
  assert.equal(sent.filter((one) => one.startsWith('answer=')).length, 1 + 16 + 64);
  assert.equal(sent.at(-1), 'answer=199 once');
  assert.ok(sent.includes('answer=done once'));
});

it('republishes gradually to a broker that lost its messages, despite a refused topic', async () => {
  const { clock, publisher, connect, confirm, sent, refused, unconfirmed } = openBroker();
  for (const topic of ['a', 'b', 'c', 'd']) publisher.prepare(topic, topic);
  connect();
  publisher.republish(1000);
  clock.advance(0);
  assert.deepEqual(sent, ['a=a']);
  clock.advance(500);
  assert.deepEqual(sent, ['a=a', 'b=b', 'c=c']);
  unconfirmed.shift()!.reject(new Error('not authorized'));
  clock.advance(500);
  await confirm(3);
  assert.deepEqual([sent.length, refused], [4, ['a']]);
  publisher.connect(undefined);
  connect();
  publisher.retain('a', 'new');
  assert.deepEqual(sent.slice(4), ['a=new']);
  await confirm();
  await publisher.drained();
});

it('keeps a topic that the new broker must clear if an old connection confirms late', async () => {
  const { clock, publisher, connect, confirm, sent } = openBroker();
  connect();
  publisher.retain('a', '1');
  await confirm();
  publisher.retain('a', '');
  connect();
  await confirm();
  assert.deepEqual([...publisher.retained()], [['a', '']]);
  publisher.republish(0);
  clock.advance(0);
  assert.deepEqual(sent, ['a=1', 'a=', 'a=']);
  await confirm();
  assert.equal(publisher.retained().size, 0);
});

it('keeps a topic to be cleared if the broker confirms only a one-time message on it', async () => {
  const { publisher, connect, unconfirmed, sent } = openBroker();
  connect();
  publisher.retain('a', '1');
  publisher.retain('a', '');
  publisher.publish('a', '');
  assert.deepEqual(sent, ['a=1', 'a=', 'a= once']);
  unconfirmed[2]!.resolve();
  await new Promise(setImmediate);
  assert.deepEqual([...publisher.retained()], [['a', '']]);
  unconfirmed[1]!.resolve();
  await new Promise(setImmediate);
  assert.equal(publisher.retained().size, 0);
});
