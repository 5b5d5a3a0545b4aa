import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Quirks } from '@plenum/protocol/quirks';
import { refuse } from '@plenum/protocol/refusal';
import { toJsonAnswer, toRefusalAnswer, toTextAnswer } from './answer.ts';
import { toQuirkyAnswer } from './answer-text.ts';

const write = (text: string, quirks: Quirks, isCommand = false) =>
  toQuirkyAnswer(toJsonAnswer(text), { quirks, isCommand });
const textOf = (text: string, quirks: Quirks, encoding: BufferEncoding = 'utf8') =>
  write(text, quirks).body.toString(encoding);

describe('a response from a device with quirks', () => {
  it('leaves a response unchanged if there are no quirks', () => {
    const text = '{ "A": 1, "Name": "Küche" }';
    assert.deepEqual(write(text, {}), {
      status: 200,
      type: 'application/json; charset=utf-8',
      body: Buffer.from(text),
    });
  });

  it('omits the last key of each object', () => {
    assert.equal(textOf('{"A":{"b":1,"c":2,"d":3}}', { 'missing-keys': 1 }), '{"A":{"b":1,"c":2}}');
    assert.equal(textOf('[{"a":1,"b":2},{"c":3}]', { 'missing-keys': 1 }), '[{"a":1},{}]');
  });

  it('starts keys with a lower-case letter', () => {
    assert.equal(
      textOf('{"Zone":{"Index":1,"SubZone":{"AB":"Kept"}}}', { 'key-case': 1 }),
      '{"Zone":{"index":1,"subZone":{"aB":"Kept"}}}',
    );
    assert.equal(textOf('[{"Index":null}]', { 'key-case': 1 }), '[{"index":null}]');
  });

  it('writes whole numbers with a decimal point and other numbers unchanged', () => {
    assert.equal(textOf('{"A":[0,7,-3,1.5,"2",true]}', { floats: 1 }), '{"A":[0.0,7.0,-3.0,1.5,"2",true]}');
  });

  it('writes booleans, and 0 and 1, as strings', () => {
    assert.equal(
      textOf('{"A":[0,1,true,false,2,-1,"1",null]}', { 'boolean-texts': 1 }),
      '{"A":["false","true","true","false",2,-1,"1",null]}',
    );
  });

  it('appends {OK} to JSON', () => {
    assert.equal(textOf('{ "A":1 }', { 'ok-after-json': 1 }), '{ "A":1 }{OK}');
    assert.equal(textOf('{ "A":1 }', { 'ok-after-json': 1, floats: 1 }), '{"A":1.0}{OK}');
  });

  it('pads or cuts names to buffers of 16 bytes', () => {
    const padded = (name: string, quirk: NonNullable<Quirks['padded-names']>) =>
      textOf(`{"A":1,"Name":"${name}","B":2}`, { 'padded-names': quirk }, 'latin1');
    const inside = (name: string) => `{"A":1,"Name":"${name}","B":2}`;
    assert.equal(padded('Kitchen', 'ff'), inside(`Kitchen${'\u00ff'.repeat(9)}`));
    assert.equal(padded('Kitchen', 'nul'), inside('Kitchen\0old name'));
    assert.equal(padded('', 'nul'), inside('\0old name of it'));
    assert.equal(padded('A name of 15 ch', 'nul'), inside('A name of 15 ch\0'));
    assert.equal(padded('A name of 16 cha', 'nul'), inside('A name of 16 cha'));
    assert.equal(padded('A name of 17 char', 'nul'), inside('A name of 17 cha'));
    assert.equal(padded('A name of 17 char', 'ff'), inside('A name of 17 cha'));
    assert.equal(padded('Küche', 'latin1'), inside('Küche'));
    assert.equal(padded('Küche', 'ff'), inside(`K\u00c3\u00bcche${'\u00ff'.repeat(10)}`));
  });

  it('pads every name of a response, and keeps the text around the names in UTF-8', () => {
    const text = '{"é":1,"Name1":"a","Names":"b","Name":"say \\"x\\""}é';
    assert.equal(
      textOf(text, { 'padded-names': 'latin1' }),
      '{"é":1,"Name1":"a","Names":"b","Name":"say \\"x\\""}é',
    );
    assert.equal(
      Buffer.from(textOf(text, { 'padded-names': 'ff' }, 'latin1'), 'latin1').toString('latin1'),
      Buffer.concat([
        Buffer.from('{"é":1,"Name1":"'),
        Buffer.from(`a${'\u00ff'.repeat(15)}`, 'latin1'),
        Buffer.from('","Names":"b","Name":"'),
        Buffer.from(`say \\"x\\"${'\u00ff'.repeat(7)}`, 'latin1'),
        Buffer.from('"}é'),
      ]).toString('latin1'),
    );
  });

  it('responds to a command with OK or with the quirk’s replacement for it', () => {
    const command = (quirks: Quirks) => {
      const answer = toQuirkyAnswer(toTextAnswer('OK'), { quirks, isCommand: true });
      return answer.body.toString();
    };
    assert.equal(command({ floats: 1, 'ok-after-json': 1 }), 'OK');
    assert.equal(command({ 'command-answer': 'braces' }), '{OK}');
    assert.equal(command({ 'command-answer': 'quotes' }), '"OK"');
    assert.equal(command({ 'command-answer': 'nothing' }), '');
    assert.equal(textOf('{"A":1}', { 'command-answer': 'nothing' }), '{"A":1}', 'a query is answered');
  });

  it('refuses with the usual status, with status 200, or with the name of a result', () => {
    const refused = toRefusalAnswer(refuse('read-only').refusal);
    for (const isCommand of [true, false]) {
      const write = (quirks: Quirks) => {
        const { status, body } = toQuirkyAnswer(refused, { quirks, isCommand });
        return [status, body.toString()];
      };
      assert.deepEqual(write({ 'missing-keys': 1, 'command-answer': 'braces' }), [403, refused.text]);
      assert.deepEqual(write({ 'error-200': 1 }), [200, refused.text]);
      assert.deepEqual(write({ 'result-answers': 1 }), [200, 'InvalidRequest']);
    }
    assert.equal(textOf('{"A":1}', { 'result-answers': 1, 'error-200': 1 }), '{"A":1}');
  });
});
