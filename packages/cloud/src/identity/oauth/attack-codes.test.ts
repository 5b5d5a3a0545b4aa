import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { it } from 'node:test';
import { createBrowser } from '@plenum/testbed/form-browser';
import {
  allow,
  askToken,
  codeForm,
  createApp,
  obtainCode,
  obtainTokens,
  refresh,
  signUp,
  startCloudWithApp,
  startTestCloud,
  toLoginUrl,
} from '../../fixture/identity.fixture.ts';
import { onEachStore } from '../../fixture/with-store.fixture.ts';

const verifier = 'a-verifier-of-more-than-forty-three-characters-0123456789';
const challenge = createHash('sha256').update(verifier).digest('base64url');
const s256 = { code_challenge: challenge, code_challenge_method: 'S256' };

/** Attacks of RFC 9700, OAuth 2.0 Security Best Current Practice. The numbers in the titles are its sections. */
onEachStore('an attacker with a code', (engine) => {
  it('refuses the code of another app, which stays valid for its own app (4.5)', async () => {
    await using cloud = await startTestCloud(engine);
    await signUp(cloud);
    const [victim, thief] = [await createApp(cloud), await createApp(cloud, { confidential: true })];
    const code = await obtainCode(cloud, victim.app);
    const stolen = await askToken(cloud, codeForm(thief.app, code, { client_secret: thief.secret! }));
    assert.equal(stolen.status, 400);
    assert.equal(stolen.body.error, 'invalid_grant');
    assert.equal((await askToken(cloud, codeForm(victim.app, code))).status, 200);
  });

  it('revokes the tokens of a code that is used twice (4.5; RFC 6749, 4.1.2)', async () => {
    await using cloud = await startCloudWithApp(engine);
    const { app } = cloud;
    const { access, refresh: refreshToken, code } = await obtainTokens(cloud, app);
    const replayed = await askToken(cloud, codeForm(app, code));
    assert.equal(replayed.body.error, 'invalid_grant');
    assert.equal(await cloud.identity.authorization.tokens.identify(access), undefined);
    assert.equal((await refresh(cloud, app, refreshToken)).body.error, 'invalid_grant');
  });

  it('revokes the tokens of a code that is used again long after it expired', async (t) => {
    t.mock.timers.enable({ apis: ['Date'], now: Date.now() });
    await using cloud = await startCloudWithApp(engine);
    const { app } = cloud;
    const { access, code } = await obtainTokens(cloud, app);
    t.mock.timers.setTime(Date.now() + 30 * 60_000);
    assert.equal((await askToken(cloud, codeForm(app, code))).body.error, 'invalid_grant');
    assert.equal(await cloud.identity.authorization.tokens.identify(access), undefined);
  });

  it('issues tokens once for ten concurrent uses of a code, and then revokes them', async () => {
    await using cloud = await startCloudWithApp(engine);
    const { app } = cloud;
    const code = await obtainCode(cloud, app);
    const answers = await Promise.all(Array.from({ length: 10 }, () => askToken(cloud, codeForm(app, code))));
    const given = answers.filter(({ status }) => status === 200);
    assert.equal(given.length, 1);
    const access = String(given[0]!.body.access_token);
    assert.equal(await cloud.identity.authorization.tokens.identify(access), undefined);
  });

  it('refuses a code after 60 seconds', async (t) => {
    t.mock.timers.enable({ apis: ['Date'], now: 1_800_000_000_000 });
    await using cloud = await startCloudWithApp(engine);
    const { app } = cloud;
    const login = toLoginUrl(cloud, app);
    const [early, late] = [await allow(cloud, login), await allow(cloud, login)];
    t.mock.timers.setTime(1_800_000_059_999);
    assert.equal((await askToken(cloud, codeForm(app, early.searchParams.get('code')!))).status, 200);
    t.mock.timers.setTime(1_800_000_060_000);
    const answer = await askToken(cloud, codeForm(app, late.searchParams.get('code')!));
    assert.equal(answer.body.error, 'invalid_grant');
  });

  it('refuses a code without its PKCE verifier or with another one (4.5.3.1)', async () => {
    await using cloud = await startCloudWithApp(engine, { pkceRequired: true });
    const { app } = cloud;
    const code = await obtainCode(cloud, app, s256);
    for (const more of [{}, { code_verifier: `${verifier}x` }, { code_verifier: challenge }])
      assert.equal((await askToken(cloud, codeForm(app, code, more))).body.error, 'invalid_grant');
    const answer = await askToken(cloud, codeForm(app, code, { code_verifier: verifier }));
    assert.equal(answer.status, 200);
  });

  it('refuses a verifier for a code that was requested without PKCE (4.8.2, downgrade)', async () => {
    await using cloud = await startCloudWithApp(engine);
    const { app } = cloud;
    const code = await obtainCode(cloud, app);
    const answer = await askToken(cloud, codeForm(app, code, { code_verifier: verifier }));
    assert.equal(answer.body.error, 'invalid_grant');
  });

  it('refuses a request without PKCE or with `plain` if the app requires PKCE (4.8.2, downgrade)', async () => {
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

  it('refuses the PKCE method `plain` even if PKCE is optional for the app', async () => {
    await using cloud = await startTestCloud(engine);
    const { app } = await createApp(cloud);
    const plain = { code_challenge: verifier, code_challenge_method: 'plain' };
    const { left } = await createBrowser(cloud.url).go(toLoginUrl(cloud, app, plain));
    assert.equal(left?.searchParams.get('error'), 'invalid_request');
  });
});
