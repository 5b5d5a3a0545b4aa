import assert from 'node:assert/strict';
import { it } from 'node:test';
import { type ConsoleRouteId, consoleRoute, consoleRoutes } from '@plenum/protocol/console';
import { onSqliteFirst } from '../../fixture/with-store.fixture.ts';
import { signUpOwner, startWholeCloud } from './owner.fixture.ts';

const posts = (Object.keys(consoleRoutes) as ConsoleRouteId[]).filter(
  (id) => consoleRoute(id).method === 'post',
);

onSqliteFirst('the body of a request to the console', (engine) => {
  it('is refused by every route if it is not an object or has an unknown member', async () => {
    await using running = await startWholeCloud(engine);
    const { post } = await signUpOwner(running.cloud, 'dev@example.org');
    const refusedOf = async (id: ConsoleRouteId, body: object) => {
      const { status, body: refusal } = await post(consoleRoute(id).path.replace(/\{\w+\}/g, 'x'), body);
      assert.deepEqual([status, refusal.code], [400, 'body-malformed'], `${id}: ${JSON.stringify(refusal)}`);
      return refusal;
    };
    for (const id of posts) {
      assert.match((await refusedOf(id, [])).sentence, /\[\] is not an object/, id);
      const { properties, required } = consoleRoute(id).body as {
        readonly properties?: object;
        readonly required?: readonly string[];
      };
      if (properties === undefined) continue;
      const [key] = Object.keys(properties);
      if (key === undefined) assert.match((await refusedOf(id, { what: 1 })).sentence, /must be empty/, id);
      else assert.equal((await refusedOf(id, { [`${key}x`]: 1 })).facts.nearest, key, id);
      if (required!.length > 0) assert.equal((await refusedOf(id, {})).facts.member, required![0], id);
    }
  });

  it('is refused if a member is misspelt, and nothing is done', async () => {
    await using running = await startWholeCloud(engine);
    const { get, post } = await signUpOwner(running.cloud, 'dev@example.org');
    const draft = { name: 'Lights', redirectUri: 'https://app.example.org/callback' };
    const misspelt = await post('/console/apps', { ...draft, pkceRequird: true });
    assert.deepEqual(misspelt, {
      status: 400,
      body: {
        code: 'body-malformed',
        sentence: 'The body is not valid. There is no member "pkceRequird". Did you mean pkceRequired?',
        facts: {
          member: 'pkceRequird',
          nearest: 'pkceRequired',
          why: 'There is no member "pkceRequird". Did you mean pkceRequired?',
        },
      },
    });
    assert.deepEqual((await get('/console/apps')).body, []);
    const { body } = await post('/console/apps', { ...draft, confidential: 'yes' });
    assert.equal(
      body.sentence,
      'The body is not valid. confidential: "yes" is not true or false. Allowed is true or false: whether it can keep a secret; false by default.',
    );
    assert.equal((await post('/console/apps', draft)).status, 201);
  });
});
