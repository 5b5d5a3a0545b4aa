import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { toRelativeModule, toRelativePage, toRelativeStyles } from './relative.ts';

describe('relative links in files of the site', () => {
  it('a page of the site links to other pages relative to itself', () => {
    const page =
      '<a class="x" href="/docs/how-to/a/#b">/docs/ href="/docs/"</a><script src="/docs/_astro/x.js"></script>';
    const at = (path: string) => toRelativePage(page, path);
    assert.equal(
      at('how-to/a/index.html'),
      '<a class="x" href="../../how-to/a/#b">/docs/ href="/docs/"</a><script src="../../_astro/x.js"></script>',
    );
    assert.match(at('index.html'), /^<a class="x" href="\.\/how-to\/a\/#b">/);
    assert.equal(toRelativePage('<a href="/docs/">x</a>', 'a/index.html'), '<a href="../">x</a>');
    assert.equal(
      toRelativePage('<a href="https://a.example/docs/">x</a>', 'index.html'),
      '<a href="https://a.example/docs/">x</a>',
    );
    assert.equal(at('404.html'), page);
  });

  it('a style sheet of the site refers to its fonts relative to itself', () => {
    assert.equal(
      toRelativeStyles('a{src:url(/docs/_astro/x.woff2)}', '_astro/a.css'),
      'a{src:url(../_astro/x.woff2)}',
    );
    assert.equal(
      toRelativeStyles('a{src:url("/docs/x.svg") url(data:x)}', '_astro/a.css'),
      'a{src:url("../x.svg") url(data:x)}',
    );
  });

  it("a module of the site finds the site by the module's own address", () => {
    const script = 'const at=()=>{return`/docs/`.slice(0,-1)},other="/docs/x"';
    assert.equal(
      toRelativeModule(script, '_astro/a.js'),
      `const at=()=>{return(new URL('../',import.meta.url).pathname).slice(0,-1)},other="/docs/x"`,
    );
  });
});
