import assert from 'node:assert/strict';
import { it } from 'node:test';
import { toPublicName } from './public-url.ts';

it('redirects a browser to the public name only from another local name on the same port', () => {
  const url = 'http://127.0.0.1:8090';
  for (const asked of ['http://localhost:8090', 'http://[::1]:8090', 'http://127.0.0.2:8090'])
    assert.equal(toPublicName(asked, url), url, asked);
  for (const asked of [url, 'http://localhost:9000', 'http://house.example:8090', 'http://', 'http://a b'])
    assert.equal(toPublicName(asked, url), undefined, asked);
  // Behind a load balancer that passes on its own name, this would redirect in a loop.
  assert.equal(toPublicName('http://localhost', 'https://cloud.example'), undefined);
});
