import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { connect, createBrowser, event, kitchen, openStream, secret, start, sync } from './app.fixture.ts';
import { sendMessage, userId } from './cloud.fixture.ts';

describe('receiving messages in the example app', () => {
  it('the example app accepts a signed message once, and describes the changes', async () => {
    await using running = await start();
    const { cloud, app } = running;
    const browser = createBrowser(app);
    await connect(browser, cloud);
    const id = 'msg-1';
    for (const _ of [1, 2]) {
      const { status } = await sendMessage(app.eventUrl, event(kitchen(2100)), { secret, id });
      assert.equal(status, 204);
    }
    const { text } = await browser.go('/');
    assert.match(text, /zone setpoint <strong>21\.00 °C<\/strong> <span class="from">was 22\.50 °C/);
    assert.match(text, /set to 21\.0°/);
    assert.equal(text.match(/signature checked/g)!.length, 1);
  });

  it('the example app refuses forged, malformed and oversized messages without showing them', async () => {
    await using running = await start();
    const { cloud, app } = running;
    const browser = createBrowser(app);
    await connect(browser, cloud);
    const forged = `whsec_${Buffer.alloc(24, 8).toString('base64')}`;
    assert.equal((await sendMessage(app.eventUrl, event(kitchen(2100)), { secret: forged })).status, 401);
    assert.equal((await sendMessage(app.eventUrl, { requestType: 'Other' }, { secret })).status, 400);
    assert.equal((await sendMessage(app.eventUrl, { big: 'x'.repeat(1_000_001) }, { secret })).status, 413);
    assert.match((await browser.go('/')).text, /id="nothing">.*set to 22\.5°|set to 22\.5°.*id="nothing">/s);
  });

  it("the example app shows a user only messages about the user's own house", async () => {
    await using running = await start();
    const { cloud, app } = running;
    const browser = createBrowser(app);
    await connect(browser, cloud);
    const theirs = { componentId: '987654321_hvac_zone_1', datagram: { Index: 1, Name: 'Their bedroom' } };
    await sendMessage(app.eventUrl, event(theirs, kitchen(2100)), { secret });
    await sendMessage(app.eventUrl, sync('somebody else'), { secret });
    const { text } = await browser.go('/');
    assert.match(text, /21\.00 °C/);
    assert.doesNotMatch(text, /Their bedroom|987654321|changed as a whole/);
  });

  it("the example app keeps showing a person's change after many measurements", async () => {
    await using running = await start();
    const { cloud, app } = running;
    const browser = createBrowser(app);
    await connect(browser, cloud);
    await sendMessage(app.eventUrl, event(kitchen(2100)), { secret });
    for (let Temp = 2300; Temp > 2200; Temp--) {
      const { componentId, datagram } = kitchen(2100);
      await sendMessage(app.eventUrl, event({ componentId, datagram: { ...datagram, Temp } }), { secret });
    }
    const { text } = await browser.go('/');
    assert.equal(text.match(/Readings of Kitchen/g)!.length, 3);
    assert.match(text, /was 22\.50 °C/);
  });

  it('the example app escapes the names of rooms', async () => {
    await using running = await start();
    const { cloud, app } = running;
    cloud.components = [kitchen(2250, '<b>"&\'')] as never;
    const browser = createBrowser(app);
    await connect(browser, cloud);
    assert.match((await browser.go('/')).text, /&lt;b&gt;&quot;&amp;&#39;/);
  });

  it('the example app immediately updates only the open page of the affected user', async () => {
    await using running = await start();
    const { cloud, app } = running;
    const browser = createBrowser(app);
    assert.equal((await browser.go('/live')).status, 401);
    await connect(browser, cloud);
    const until = await openStream(app, browser);
    await sendMessage(app.eventUrl, event(kitchen(2100)), { secret });
    const [, data] = await until(/event: arrival\ndata: (.+)\n\n/);
    const { arrival, components } = JSON.parse(data!);
    assert.match(arrival, /^<li class="arrival"/);
    assert.deepEqual(
      components.map(({ id }: { id: string }) => id),
      ['of-123456789_hvac_zone_1'],
    );
    await sendMessage(app.eventUrl, sync(userId), { secret });
    await until(/event: other-page/);
  });

  it('the example app reloads a page that missed a message', async () => {
    await using running = await start();
    const { cloud, app } = running;
    const browser = createBrowser(app);
    await connect(browser, cloud);
    const page = await browser.go('/');
    await sendMessage(app.eventUrl, event(kitchen(2100)), { secret });
    const until = await openStream(app, { ...browser, go: async () => page });
    await until(/event: other-page/);
  });
});

describe('ending the permission of the example app', () => {
  it('the example app reports a withdrawn permission, and deletes the house and its tokens', async () => {
    await using running = await start();
    const { cloud, app, tokenFile } = running;
    const browser = createBrowser(app);
    await connect(browser, cloud);
    const until = await openStream(app, browser);
    cloud.components = undefined;
    await sendMessage(app.eventUrl, sync(userId), { secret });
    await until(/event: other-page/);
    const { text } = await browser.go('/');
    assert.match(text, /Your permission was withdrawn/);
    assert.doesNotMatch(text, /Kitchen/);
    assert.equal(readFileSync(tokenFile, 'utf8'), '{}');
  });

  it('the example app revokes its tokens if its user disconnects', async () => {
    await using running = await start();
    const { cloud, app, tokenFile } = running;
    const browser = createBrowser(app);
    await connect(browser, cloud);
    assert.equal(await browser.locationOf('/disconnect'), '/?why=given-back');
    const { path, form } = cloud.forms.at(-1)!;
    assert.deepEqual([path, form.get('token')], ['/revoke', 'refresh']);
    assert.equal(readFileSync(tokenFile, 'utf8'), '{}');
    assert.match((await browser.go('/?why=given-back')).text, /deleted what it knew about your house/);
  });

  it('the example app reports a failed revocation, and keeps the house', async () => {
    await using running = await start();
    const { cloud, app } = running;
    const browser = createBrowser(app);
    await connect(browser, cloud);
    cloud.takesBack = false;
    const { status } = await browser.go('/disconnect', { method: 'POST', origin: app.url });
    assert.equal(status, 500);
    assert.match((await browser.go('/')).text, /Kitchen/);
  });
});
