import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { KoaContextWithOIDC } from 'oidc-provider';
import { createResourceParameter, refuseForeignResources } from './resource.ts';

const cloud = 'https://cloud.example.org';
const own = [cloud, `${cloud}/mcp`, `${cloud}/dev?x=1`];
const foreign = [
  'https://other.example.org',
  'http://cloud.example.org/',
  `${cloud}/#part`,
  'no address',
  '',
];

describe('the resource that tokens are requested for', () => {
  const check = createResourceParameter(cloud);
  const context = {} as KoaContextWithOIDC;

  it('may be this cloud or a part of it', () => {
    for (const resource of [...own, undefined]) assert.doesNotThrow(() => check(context, resource));
  });

  it('is refused if it is another server', () => {
    for (const resource of foreign)
      assert.throws(() => check(context, resource), { error: 'invalid_target' }, resource);
  });
});

describe('a token request', () => {
  const send = async (path: string, resources: readonly string[] | undefined) => {
    const form =
      resources && new URLSearchParams(resources.map((each) => ['resource', each] as [string, string]));
    const ctx = { path, req: { form } } as unknown as KoaContextWithOIDC;
    let isPassedOn = false;
    await refuseForeignResources(cloud)(ctx, async () => {
      isPassedOn = true;
    });
    return isPassedOn ? 'passed on' : [ctx.status, (ctx.body as { error: string }).error];
  };

  it('goes on with resources of this cloud, or none', async () => {
    for (const resources of [undefined, [], own]) assert.equal(await send('/token', resources), 'passed on');
  });

  it('is refused if any of its resources is elsewhere', async () => {
    for (const resource of foreign)
      assert.deepEqual(await send('/token', [cloud, resource]), [400, 'invalid_target'], resource);
  });

  it('is the only request that is checked', async () => {
    assert.equal(await send('/revoke', foreign), 'passed on');
  });
});
