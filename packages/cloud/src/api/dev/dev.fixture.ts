import assert from 'node:assert/strict';
import { limits } from '@plenum/protocol/cloud';
import type { TestEngine } from '../../fixture/with-store.fixture.ts';
import { insertAccount } from '../../fleet/bridge/account.fixture.ts';
import { toAccountLimits } from '../../kernel/quota/account-limits.ts';
import { createHouse } from '../house.fixture.ts';
import { startRequestServer } from '../request-server.fixture.ts';

export const requestId = '5f0d7a52-9c1e-4b0f-8a3e-2d6f1b7c9e10';
let ids = 0;
/** Returns a request id that no request had before. */
export const freshId = () => `00000000-0000-4000-8000-${String(++ids).padStart(12, '0')}`;
export const systemId = '000000001';
export const unit = `${systemId}_hvac_systemsettings_0`;
export const discover = { requestId, requestType: 'Discover' };
export const control = { requestId, requestType: 'Control', componentId: unit, requestBody: { SysOn: 1 } };

/** Starts a request server with a complete house of Ann's. `post` posts to `/dev` with her token. */
export async function openDev(engine: TestEngine) {
  const stack = new AsyncDisposableStack();
  const { place } = stack.use(await engine.createPlace());
  const rate = { rate: 10_000, burst: 10_000 };
  const accountLimits = toAccountLimits(limits.developmentBridges.most);
  const open = stack.use(await startRequestServer({ place, rate, accountLimits }));
  await insertAccount(open.store, 'ann');
  const house = await createHouse(open, { accountId: 'ann', systemId });
  const token = open.tokens.issue('ann');
  const post = (body: unknown, headers = {}) => open.post(body, token, headers);
  return {
    ...open,
    house,
    token,
    post,
    anyPost: open.post,
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}

export function refused(
  answer: { status: number; body: unknown },
  status: number,
  result: string,
  detail: string,
  id: string = requestId,
) {
  assert.deepEqual(answer.body, { requestId: id, response: { result, detail } });
  assert.equal(answer.status, status);
}
