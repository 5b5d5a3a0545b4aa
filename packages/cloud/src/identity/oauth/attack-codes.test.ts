import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { it } from 'node:test';
import { createBrowser } from '@plenum/testbed/form-browser';
import { onEachStore } from '../../fixture/with-store.fixture.ts';
import {
  allow,
  askToken,
  codeForm,
  createApp,
  obtainCode,
  obtainTokens,
  refresh,
  signUp,
  startTestCloud,
  toLoginUrl,
} from './identity.fixture.ts';

const verifier = 'a-verifier-of-more-than-forty-three-characters-0123456789';
const challenge = createHash('sha256').update(verifier).digest('base64url');
const s256 = { code_challenge: challenge, code_challenge_method: 'S256' };

/** RFC 9700, OAuth 2.0 Security Best Current Practice; the section stands with each attack. */
onEachStore('an attacker with a code', (engine) => {
  it('redeems the code of another app (4.5): it is refused, and still good for its own', async () => {
    await using cloud = await startTestCloud(engine);
    await signUp(cloud);
    const [victim, thief] = [await createApp(cloud), await createApp(cloud, { confidential: true })];
    const code = await obtainCode(cloud, victim.app);
    const stolen = await askToken(cloud, codeForm(thief.app, code, { client_secret: thief.secret! }));
    assert.equal(stolen.status, 400);
    assert.equal(stolen.body.error, 'invalid_grant');
    assert.equal((await askToken(cloud, codeForm(victim.app, code))).status, 200);
  });

  it('replays a code (4.5; RFC 6749, 4.1.2): what the code gave is revoked', async () => {
    await using cloud = await startTestCloud(engine);
    await signUp(cloud);
    const { app } = await createApp(cloud);
    const { access, refresh: refreshToken, code } = await obtainTokens(cloud, app);
    const replayed = await askToken(cloud, codeForm(app, code));
    assert.equal(replayed.body.error, 'invalid_grant');
    assert.equal(await cloud.identity.authorization.tokens.identify(access), undefined);
    assert.equal((await refresh(cloud, app, refreshToken)).body.error, 'invalid_grant');
  });

  it('replays a code long after it expired: what the code gave is revoked all the same', async (t) => {
    t.mock.timers.enable({ apis: ['Date'], now: Date.now() });
    await using cloud = await startTestCloud(engine);
    await signUp(cloud);
    const { app } = await createApp(cloud);
    const { access, code } = await obtainTokens(cloud, app);
    t.mock.timers.setTime(Date.now() + 30 * 60_000);
    assert.equal((await askToken(cloud, codeForm(app, code))).body.error, 'invalid_grant');
    assert.equal(await cloud.identity.authorization.tokens.identify(access), undefined);
  });

  it('redeems one code ten times at once: one set of tokens is given, and then revoked', async () => {
    await using cloud = await startTestCloud(engine);
    await signUp(cloud);
    const { app } = await createApp(cloud);
    const code = await obtainCode(cloud, app);
    const answers = await Promise.all(Array.from({ length: 10 }, () => askToken(cloud, codeForm(app, code))));
    const given = answers.filter(({ status }) => status === 200);
    assert.equal(given.length, 1);
    const access = String(given[0]!.body.access_token);
    assert.equal(await cloud.identity.authorization.tokens.identify(access), undefined);
  });

  it('redeems a code after its 60 seconds', async (t) => {
    t.mock.timers.enable({ apis: ['Date'], now: 1_800_000_000_000 });
    await using cloud = await startTestCloud(engine);
    await signUp(cloud);
    const { app } = await createApp(cloud);
    const login = toLoginUrl(cloud, app);
    const [early, late] = [await allow(cloud, login), await allow(cloud, login)];
    t.mock.timers.setTime(1_800_000_059_999);
    assert.equal((await askToken(cloud, codeForm(app, early.searchParams.get('code')!))).status, 200);
    t.mock.timers.setTime(1_800_000_060_000);
    const answer = await askToken(cloud, codeForm(app, late.searchParams.get('code')!));
    assert.equal(answer.body.error, 'invalid_grant');
  });

  it('redeems a code without the PKCE verifier, or with another (4.5.3.1)', async () => {
    await using cloud = await startTestCloud(engine);
    await signUp(cloud);
    const { app } = await createApp(cloud, { pkceRequired: true });
    const code = await obtainCode(cloud, app, s256);
    for (const more of [{}, { code_verifier: `${verifier}x` }, { code_verifier: challenge }])
      assert.equal((await askToken(cloud, codeForm(app, code, more))).body.error, 'invalid_grant');
    const answer = await askToken(cloud, codeForm(app, code, { code_verifier: verifier }));
    assert.equal(answer.status, 200);
  });

  it('strips PKCE from the request of an app that uses it (4.8.2, downgrade)', async () => {
    await using cloud = await startTestCloud(engine);
    await signUp(cloud);
    const { app } = await createApp(cloud);
    const code = await obtainCode(cloud, app);
    const answer = await askToken(cloud, codeForm(app, code, { code_verifier: verifier }));
    assert.equal(answer.body.error, 'invalid_grant');
  });

  it('leaves PKCE out, or asks for `plain`, where the app requires it (4.8.2, downgrade)', async () => {
    await using cloud = await startTestCloud(engine);
    const { app } = await createApp(cloud, { pkceRequired: true });
    const browser = createBrowser(cloud.url);
    for (const more of [
      {},
      { code_challenge: challenge },
      { code_challenge: verifier, code_challenge_method: 'plain' },
      { code_challenge: verifier, code_challenge_method: 's256' },
      { code_challenge_method: 'S256' },
      { code_challenge: 'short', code_challenge_method: 'S256' },
    ]) {
      const { left } = await browser.go(toLoginUrl(cloud, app, more));
      assert.equal(left?.searchParams.get('error'), 'invalid_request', JSON.stringify(more));
      assert.equal(left?.searchParams.get('state'), 'state-1');
    }
  });

  it('refuses to be told `plain` even where PKCE is the app’s choice', async () => {
    await using cloud = await startTestCloud(engine);
    const { app } = await createApp(cloud);
    const plain = { code_challenge: verifier, code_challenge_method: 'plain' };
    const { left } = await createBrowser(cloud.url).go(toLoginUrl(cloud, app, plain));
    assert.equal(left?.searchParams.get('error'), 'invalid_request');
  });
});
