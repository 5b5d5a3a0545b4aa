import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { hashSecret } from '../../account/secret.ts';
import { readClientCredentials, withHashedSecret } from './client-credentials.ts';

const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`;
const form = (text: string) => new URLSearchParams(text);
const read = (authorization: string | undefined, text = '') =>
  readClientCredentials({ authorization, form: form(text) });

describe('the credentials of an app', () => {
  it('reads client credentials from a form-encoded Basic header or from the form', () => {
    const both = { clientId: 'an app', secret: 's+:cret' };
    assert.deepEqual(read(basic('an+app:s%2B%3Acret')), both);
    assert.deepEqual(read(basic('an%20app:s%2B:cret').replace('Basic', 'bAsIc')), both);
    assert.deepEqual(read(undefined, 'client_id=an+app&client_secret=s%2B%3Acret'), both);
    assert.deepEqual(read(basic('a:b'), 'client_id=a'), { clientId: 'a', secret: 'b' });
    assert.deepEqual(read(undefined, 'client_id=a'), { clientId: 'a', secret: undefined });
    assert.deepEqual(read(undefined, 'client_id=a&client_secret='), { clientId: 'a', secret: undefined });
  });

  it('reads no client credentials if they are missing, malformed, or given twice', () => {
    assert.equal(read(undefined), undefined);
    assert.equal(readClientCredentials({ authorization: undefined, form: undefined }), undefined);
    for (const header of [
      '',
      'Basic',
      'Basic !',
      'Bearer YTpi',
      basic('a'),
      basic('a:'),
      basic(':b'),
      basic('a:%'),
    ])
      assert.equal(read(header, 'client_id=a'), undefined, header);
    assert.equal(read(basic('a:b'), 'client_id=a&client_secret=b'), undefined);
    assert.equal(read(basic('a:b'), 'client_id=c'), undefined);
  });

  it('replaces the client secret with its hash, regardless of what else the request contains', () => {
    const hash = hashSecret('s+:cret');
    const header = withHashedSecret({ authorization: basic('an+app:s%2B%3Acret'), form: form('a=1&a=2') });
    assert.equal(header.authorization, basic(`an%20app:${hash}`));
    assert.equal(header.form!.toString(), 'a=1&a=2');
    const posted = form('client_secret=s%2B%3Acret&client_id=a&client_secret=');
    const { authorization, form: hashed } = withHashedSecret({ authorization: undefined, form: posted });
    assert.equal(authorization, undefined);
    assert.deepEqual(hashed!.getAll('client_secret'), [hash, '']);
    assert.equal(hashed!.get('client_id'), 'a');
    for (const malformed of ['Bearer YTpi', basic('a'), basic('a:%')])
      assert.equal(withHashedSecret({ authorization: malformed, form: undefined }).authorization, malformed);
  });
});
