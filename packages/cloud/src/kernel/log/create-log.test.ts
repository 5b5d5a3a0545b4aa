import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createLog } from './create-log.ts';
import { toErrorFacts } from './error-facts.ts';

const written = (facts: object) => {
  const lines: string[] = [];
  createLog({ write: (line: string) => void lines.push(line) }).info(facts, 'a sentence');
  return lines.join('');
};

for (const facts of [
  { authorization: 'Bearer hunter2' },
  { headers: { authorization: 'hunter2', cookie: 'hunter2', 'set-cookie': 'hunter2' } },
  { query: { code: 'hunter2', access_token: 'hunter2', user_code: 'hunter2' } },
  {
    request: {
      body: {
        password: 'hunter2',
        client_secret: 'hunter2',
        refresh_token: 'hunter2',
        accessToken: 'hunter2',
      },
    },
  },
])
  it(`redacts ${Object.keys(facts)[0]}`, () => {
    assert.doesNotMatch(written(facts), /hunter2/);
    assert.match(written(facts), /redacted/);
  });

it('writes the members of the base into each line, and no line below its level', () => {
  const lines: string[] = [];
  const write = (line: string) => void lines.push(line);
  const log = createLog({ write }, { level: 'warn', base: { node: 'a:8090' } });
  log.info({}, 'left out');
  log.warn({ one: 1 }, 'a warning');
  log.error({}, 'an error');
  const read = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  assert.deepEqual(
    read.map(({ level, node, one, msg }) => [level, node, one, msg]),
    [
      [40, 'a:8090', 1, 'a warning'],
      [50, 'a:8090', undefined, 'an error'],
    ],
  );
});

it('keeps the code of an error readable', () => {
  const err = toErrorFacts(
    Object.assign(new Error('no', { cause: 'hunter2' }), { code: '23505', detail: 'hunter2' }),
  );
  assert.match(written({ err }), /"code":"23505"/);
  assert.doesNotMatch(written({ err }), /hunter2/);
});
