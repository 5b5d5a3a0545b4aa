import assert from 'node:assert/strict';
import { existsSync, globSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { filePatterns, pages, sections } from './pages.ts';
import { createAddresses, toPageText } from './to-page.ts';

const root = join(import.meta.dirname, '../..');

describe('the pages of the site', () => {
  it('every page of the site has an existing source file and a unique path', () => {
    const sources = pages.map(({ source }) => source).filter((source) => !source.startsWith('generated/'));
    assert.deepEqual(
      sources.filter((source) => !existsSync(join(root, source))),
      [],
    );
    assert.equal(new Set(pages.map(({ path }) => path)).size, pages.length);
    assert.equal(new Set(sources).size, sources.length);
  });

  it('the site shows every document in docs/', () => {
    const sources = new Set(pages.map(({ source }) => source));
    const documents = globSync('docs/**/*.md', { cwd: root });
    assert.ok(documents.length > 30);
    assert.deepEqual(
      documents.filter((document) => !sources.has(document)),
      [],
    );
  });

  it('a test runs every page of the site that readers follow step by step', () => {
    const isRun = (label: string) => /^(Tutorials|How to)/.test(label);
    assert.deepEqual(
      sections
        .filter((section) => (section.isRun ?? false) !== isRun(section.label))
        .map(({ label }) => label),
      [],
    );
  });

  it('all files that the site serves next to its pages exist', () => {
    for (const pattern of filePatterns) assert.ok(globSync(pattern, { cwd: root }).length > 0, pattern);
  });
});

describe('converting a document to a page of the site', () => {
  const find = createAddresses(
    [
      { path: 'how-to/install', source: 'docs/install.md' },
      { path: 'reference/interface', source: 'docs/interface/README.md' },
    ],
    ['docs/pictures/house.webp'],
    '/docs/',
  );
  const bodyOf = (text: string) =>
    toPageText(`# Title\n${text}`, 'docs/tutorials/owner.md', find).body.replace(
      '<span id="title"></span>\n',
      '',
    );

  it('the title of a page is the first heading of its source, without code formatting', () => {
    const page = toPageText('<!-- note -->\n# How `plenum` starts\n\nText.\n', 'docs/install.md', find);
    assert.deepEqual(page, {
      title: 'How plenum starts',
      body: '<span id="how-plenum-starts"></span>\n<!-- note -->\n\nText.\n',
    });
    assert.throws(() => toPageText('Text.\n', 'docs/install.md', find), /docs\/install\.md has no title/);
  });

  it('a page links to other pages with their anchors, and to folders by their README', () => {
    assert.equal(bodyOf('[a](../install.md)'), '[a](/docs/how-to/install/)');
    assert.equal(bodyOf('[a](../install.md#programs)'), '[a](/docs/how-to/install/#programs)');
    assert.equal(bodyOf('[a](../interface/)'), '[a](/docs/reference/interface/)');
    assert.equal(bodyOf('![a](../pictures/house.webp)'), '![a](/docs/files/docs/pictures/house.webp)');
  });

  it('keeps links within a page and to other hosts, but only the text of missing files', () => {
    for (const kept of ['[a](#heading)', '[a](https://example.org/b.md)', '[a](mailto:b@example.org)'])
      assert.equal(bodyOf(kept), kept);
    assert.equal(bodyOf('see [`main.ts`](../../packages/cli/src/main.ts).'), 'see `main.ts`.');
  });

  it('converting a page does not change its code', () => {
    for (const code of ['`[a](../install.md)`', '```md\n[a](../install.md)\n```'])
      assert.equal(bodyOf(code), code);
  });
});
