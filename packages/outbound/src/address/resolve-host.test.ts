import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createFakeClock } from '@plenum/platform/fake-clock';
import { createSender } from '../post/send.ts';
import { startDns, type Zone } from './dns.fixture.ts';
import { createHostResolver } from './resolve-host.ts';

const zone: Zone = {
  'both.example.org': ['93.184.215.14', '2606:2800:21f:cb07:6820:80da:af6b:8b2c'],
  'four.example.org': ['93.184.215.14', '93.184.215.15'],
  'inside.example.org': ['169.254.169.254'],
  'mapped.example.org': ['::ffff:127.0.0.1'],
  'broken.example.org': 'refuse',
  localhost: ['93.184.215.14'],
};

it('resolving a host requests the IPv4 and IPv6 addresses', async () => {
  await using dns = await startDns(zone);
  const resolve = createHostResolver({ servers: [dns.address] });
  const of = (host: string) => resolve(new URL(`https://${host}/`));
  assert.deepEqual(await of('both.example.org'), ['93.184.215.14', '2606:2800:21f:cb07:6820:80da:af6b:8b2c']);
  assert.deepEqual((await of('four.example.org')).toSorted(), ['93.184.215.14', '93.184.215.15']);
  assert.deepEqual(await of('none.example.org'), []);
  await assert.rejects(of('broken.example.org'), { code: 'EREFUSED' });
});

it('localhost resolves to this machine, even if DNS returns another address', async () => {
  await using dns = await startDns(zone);
  const resolve = createHostResolver({ servers: [dns.address] });
  for (const host of ['localhost', 'a.localhost', 'LOCALHOST.'])
    assert.deepEqual(await resolve(new URL(`http://${host}/`)), ['127.0.0.1', '::1']);
});

it('a name that resolves to an internal address is refused', async () => {
  await using dns = await startDns(zone);
  const clock = createFakeClock();
  const resolve = createHostResolver({ servers: [dns.address] });
  const send = createSender({ clock, resolveHost: resolve, isDevelopment: false, timeout: 15_000 });
  const problemOf = async (host: string) => {
    const sent = await send({ url: `https://${host}/`, headers: {}, body: '{}' });
    return 'problem' in sent ? `${sent.problem} ${sent.detail}` : `${sent.status}`;
  };
  assert.equal(await problemOf('inside.example.org'), 'address-forbidden linkLocal');
  assert.equal(await problemOf('mapped.example.org'), 'address-forbidden ipv4Mapped');
  assert.match(await problemOf('localhost'), /^address-forbidden /);
  assert.equal(await problemOf('none.example.org'), 'name-unknown none.example.org');
  assert.equal(await problemOf('broken.example.org'), 'name-unknown EREFUSED');
});
