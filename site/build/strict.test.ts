import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { toStrictPages } from './strict.ts';

const strict = (...bodies: string[]) => {
  const pages = new Map(bodies.map((body, index) => [`${index}.html`, `<head></head><body>${body}</body>`]));
  const { pages: moved, files } = toStrictPages(pages, '/docs/_astro/');
  return { bodies: [...moved.values()].map((html) => /<body>(.*)<\/body>/s.exec(html)![1]!), files, moved };
};

describe('removing everything inline from a page', () => {
  it('moves each inline script to a file, and the same script to the same file', () => {
    const { bodies, files } = strict(
      'a<script>go()</script>b',
      '<script>go()</script><script aria-hidden="true">on()</script>',
    );
    const [go, on] = files.filter(({ name }) => name.endsWith('.js'));
    assert.deepEqual([go!.text, on!.text], ['go()', 'on()']);
    assert.equal(bodies[0], `a<script src="/docs/_astro/${go!.name}"></script>b`);
    assert.match(bodies[1]!, new RegExp(`<script aria-hidden="true" src="/docs/_astro/${on!.name}">`));
  });

  it('scripts that are loaded from files are not changed', () => {
    const body = '<script type="module" src="/docs/_astro/page.js"></script><p class="a">b</p>';
    assert.deepEqual(strict(body).bodies, [body]);
  });

  it('each inline style becomes a class in a linked style sheet', () => {
    const { bodies, files, moved } = strict(
      '<p style="color:red">a</p><b class="c" style="color:red" id="d">e</b><br style="top:0"/>',
    );
    const [, name] = /^<p class="(s-[\w-]{8})">a<\/p>/.exec(bodies[0]!)!;
    assert.match(bodies[0]!, new RegExp(`<b class="${name} c" id="d">e</b><br class="s-[\\w-]{8}"/>$`));
    const sheet = files.find((file) => file.name.endsWith('.css'))!;
    assert.ok(sheet.text.includes(`.${name}.${name}{color:red}`));
    assert.match(
      moved.get('0.html')!,
      new RegExp(`<link rel="stylesheet" href="/docs/_astro/${sheet.name}"></head>`),
    );
  });

  it('a script can still show an element that an inline style hides', () => {
    assert.deepEqual(strict('<kbd class="a" style="display: none;">K</kbd>').bodies, [
      '<kbd class="a">K</kbd>',
    ]);
  });
});
