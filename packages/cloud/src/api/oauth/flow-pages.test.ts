import assert from 'node:assert/strict';
import { it } from 'node:test';
import { oauthPaths } from '@plenum/protocol/cloud';
import { createBrowser } from '@plenum/testbed/form-browser';
import {
  allow,
  answerOn,
  askToken,
  bela,
  codeForm,
  createApp,
  owner,
  signInOn,
  signUp,
  startCloudWithApp,
  startTestCloud,
  toLoginUrl,
} from '../../fixture/identity.fixture.ts';
import { onSqliteFirst } from '../../fixture/with-store.fixture.ts';

onSqliteFirst('the pages between sign-in and consent', (engine) => {
  it('keeps a person signed in for the next app, but asks for consent each time', async () => {
    await using cloud = await startTestCloud(engine);
    await signUp(cloud);
    const [one, two] = [await createApp(cloud), await createApp(cloud, { name: 'Morning Blinds' })];
    const browser = createBrowser(cloud.url);
    await allow(cloud, toLoginUrl(cloud, one.app), browser);
    const next = await browser.go(toLoginUrl(cloud, two.app));
    assert.match(
      next.html,
      /<h1>Morning Blinds would like to see and control the climate of your homes<\/h1>/,
    );
    assert.match(next.html, /Signed in as <span class="who">Anna@Example.org<\/span>/);
    const again = await browser.go(toLoginUrl(cloud, one.app));
    assert.match(again.html, /<h1>Evening Lights would like/);
    const silent = await browser.go(toLoginUrl(cloud, one.app, { prompt: 'none' }));
    assert.equal(silent.left?.searchParams.get('error'), 'consent_required');
    const login = await browser.go(toLoginUrl(cloud, one.app, { prompt: 'login' }));
    assert.match(login.html, /<h1>Sign in<\/h1>/);
    const after = await signInOn(browser, login);
    assert.match(after.html, /<h1>Evening Lights would like/);
  });

  it('shows the pages of the provider and of this cloud in the language that the browser prefers', async () => {
    await using cloud = await startTestCloud(engine);
    const read = async (path: string, language: string) => {
      const answer = await fetch(`${cloud.url}${path}`, { headers: { 'accept-language': language } });
      assert.equal(answer.headers.get('vary'), 'accept-language');
      return answer.text();
    };
    const device = await read(oauthPaths.provider.code_verification, 'de-AT,de;q=0.9,en;q=0.5');
    assert.match(device, /<html lang="de">[\s\S]*<h1>Bridge koppeln<\/h1>/);
    assert.match(
      await read(oauthPaths.interaction('none'), 'es'),
      /<html lang="es">[\s\S]*<h1>Empiece de nuevo<\/h1>/,
    );
    assert.match(
      await read(oauthPaths.interaction('none'), 'ja'),
      /<html lang="en">[\s\S]*<h1>Please start again<\/h1>/,
    );
  });

  it('reports to the app that the owner refused or went back, and issues no code', async () => {
    await using cloud = await startCloudWithApp(engine);
    const { app } = cloud;
    const browser = createBrowser(cloud.url);
    const login = await browser.go(toLoginUrl(cloud, app));
    const action = /action="([^"]*\/cancel)"/.exec(login.html)![1]!;
    const back = await browser.send(login, { action });
    assert.equal(back.left?.searchParams.get('error'), 'access_denied');
    assert.equal(back.left?.searchParams.get('state'), 'state-1');
    const refused = await answerOn(
      browser,
      await signInOn(browser, await browser.go(toLoginUrl(cloud, app))),
      'refuse',
    );
    assert.equal(refused.left?.searchParams.get('error'), 'access_denied');
    assert.equal(refused.left?.searchParams.has('code'), false);
    assert.equal(refused.left?.searchParams.get('iss'), cloud.url);
  });

  it('allows a person without an account to sign up during an authorization', async () => {
    await using cloud = await startTestCloud(engine);
    const { app } = await createApp(cloud);
    const browser = createBrowser(cloud.url);
    const login = await browser.go(toLoginUrl(cloud, app));
    const signUpPage = await browser.go(/href="([^"]*\/sign-up)"/.exec(login.html)![1]!);
    const action = new URL(signUpPage.url).pathname;
    const short = await browser.send(signUpPage, {
      action,
      fields: { email: owner.email, password: 'short' },
    });
    assert.equal(short.status, 400);
    assert.match(short.html, /role="alert"[^>]*>A password must have at least 10 characters/);
    assert.match(short.html, /value="Anna@Example.org"/);
    const consent = await browser.send(short, { action, fields: owner });
    const end = await answerOn(browser, consent, 'allow');
    assert.equal(end.left?.searchParams.has('code'), true);
  });

  it('shows a wrong password above the sign-in form, and continues with the right one', async () => {
    await using cloud = await startCloudWithApp(engine);
    const { app } = cloud;
    const browser = createBrowser(cloud.url);
    const login = await browser.go(toLoginUrl(cloud, app));
    const wrong = await signInOn(browser, login, { ...owner, password: 'a loud house' });
    assert.equal(wrong.status, 401);
    assert.match(wrong.html, /The e-mail address or the password is wrong\./);
    assert.equal(wrong.html.includes('a loud house'), false);
    assert.match((await signInOn(browser, wrong)).html, /would like to/);
  });

  it('allows a person to switch to another account on the consent page', async () => {
    await using cloud = await startTestCloud(engine);
    await signUp(cloud);
    const { account } = await signUp(cloud, bela);
    const { app } = await createApp(cloud);
    const browser = createBrowser(cloud.url);
    const consent = await signInOn(browser, await browser.go(toLoginUrl(cloud, app)));
    const action = /action="([^"]*\/switch)"/.exec(consent.html)![1]!;
    const login = await browser.send(consent, { action });
    assert.match(login.html, /<h1>Sign in<\/h1>/);
    const end = await answerOn(browser, await signInOn(browser, login, bela), 'allow');
    const code = end.left!.searchParams.get('code')!;
    assert.equal(end.left!.searchParams.get('state'), 'state-1');
    const form = codeForm(app, code);
    const { body } = await askToken(cloud, form);
    const caller = await cloud.identity.authorization.tokens.identify(String(body.access_token));
    assert.equal(caller?.accountId, account.id);
  });

  it('asks for consent again if another person has signed in to the browser meanwhile', async () => {
    await using cloud = await startTestCloud(engine);
    await signUp(cloud);
    await signUp(cloud, bela);
    const { app } = await createApp(cloud);
    const browser = createBrowser(cloud.url);
    const consent = await signInOn(browser, await browser.go(toLoginUrl(cloud, app)));
    await browser.fetch(`${cloud.url}/account/sign-in`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(bela),
    });
    const next = await answerOn(browser, consent, 'allow');
    assert.equal(next.left, undefined);
    assert.match(next.html, /Signed in as <span class="who">bela@example.org<\/span>/);
    const login = await browser.go(toLoginUrl(cloud, app, { prompt: 'login' }));
    const back = await signInOn(browser, login);
    assert.match(back.html, /Signed in as <span class="who">Anna@Example.org<\/span>/);
    assert.equal((await answerOn(browser, back, 'allow')).left?.searchParams.has('code'), true);
  });
});
