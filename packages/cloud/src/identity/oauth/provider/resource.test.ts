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

  it('accepts this cloud or a path of it as the resource of a token', () => {
    for (const resource of [...own, undefined]) assert.doesNotThrow(() => check(context, resource));
  });

  it('refuses another server as the resource of a token', () => {
    for (const resource of foreign)
      assert.throws(() => check(context, resource), { error: 'invalid_target' }, resource);
  });
});

describe('the resources of a token request', () => {
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

  it('accepts a token request with resources of this cloud or with none', async () => {
    for (const resources of [undefined, [], own]) assert.equal(await send('/token', resources), 'passed on');
  });

  it('refuses a token request if any of its resources is another server', async () => {
    for (const resource of foreign)
      assert.deepEqual(await send('/token', [cloud, resource]), [400, 'invalid_target'], resource);
  });

  it('checks the resources of token requests only', async () => {
    assert.equal(await send('/revoke', foreign), 'passed on');
  });
});
