import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { enumerations } from '@plenum/protocol/field';
import { parseSync } from 'vite';

/** Attributes whose values are visible or read out. */
const shown =
  /^(aria-label|aria-description|aria-valuetext|title|placeholder|alt|label|\w+Label|what|sentence|hope|missing)$/;
/** Attributes and properties whose values are not shown, even if they contain several words. */
const internal =
  /^(class|className|d|viewBox|points|transform|autoComplete|content|rel|gridTemplateColumns|font|style)$/;
const words = /\p{L}{2,} +\p{L}/u;
/** Labels of definitions that the code compares. */
const labels = new Set(Object.values(enumerations).flatMap(({ values }) => Object.keys(values)));
/** Names, which are the same in every language. */
const names =
  /^(Plenum|curl|JSON|Home Assistant|Node-RED|MQTT|PKCE|OAuth|API|URL|POST \/dev|CSV|kWh|kW|CO₂)$/;
/** Texts of several words for a browser, a shell or the code. */
const internalText = /^(button |npx |\d+px |color-mix\(|brand set$|bottom end$)/;
const letters = /\p{L}{2,}/u;

interface Node {
  readonly type: string;
  readonly [key: string]: unknown;
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';

const textsIn = (node: Node): string[] => {
  if (node.type === 'Literal') return typeof node.value === 'string' ? [node.value] : [];
  if (node.type === 'TemplateElement') return [(node.value as { cooked: string }).cooked];
  if (node.type === 'JSXExpressionContainer') return textsIn(node.expression as Node);
  if (node.type === 'TemplateLiteral') return (node.quasis as Node[]).flatMap(textsIn);
  if (node.type === 'ConditionalExpression')
    return [node.consequent, node.alternate].flatMap((each) => textsIn(each as Node));
  return [];
};

const nameOf = (node: Node | undefined): string =>
  typeof node?.name === 'string' ? node.name : isNode(node?.name) ? nameOf(node.name) : '';

const skipped =
  /^(ImportDeclaration|Export\w+Declaration|TS(TypeAlias|Interface)Declaration|TSTypeAnnotation|ThrowStatement)$/;

/** Returns the visible texts in a source that are not in the catalogue. */
const findTexts = (path: string, source: string): string[] => {
  const found: string[] = [];
  const keepIf = (pattern: RegExp, texts: readonly string[]) =>
    found.push(
      ...texts
        .filter(
          (text) =>
            pattern.test(text) && !names.test(text.trim()) && !labels.has(text) && !internalText.test(text),
        )
        .map((text) => text.replace(/\s+/g, ' ').trim()),
    );
  const visit = (node: Node): void => {
    if (skipped.test(node.type) && !isNode(node.declaration)) return;
    if (node.type === 'JSXText') return void keepIf(letters, [String(node.value)]);
    if (node.type === 'JSXAttribute') {
      const name = nameOf(node);
      if (internal.test(name)) return;
      if (shown.test(name) && isNode(node.value)) {
        const texts = textsIn(node.value);
        keepIf(letters, texts);
        if (texts.length > 0) return;
      }
    }
    if (/^JSX(Element|Fragment)$/.test(node.type))
      for (const child of node.children as Node[])
        if (child.type === 'JSXExpressionContainer') keepIf(/^\p{L}{2,}$/u, textsIn(child));
    // Skips keys of an enumeration, and text for a developer in a log.
    if (node.type === 'MemberExpression') return void visit(node.object as Node);
    if (node.type === 'CallExpression' && nameOf(node.callee as Node) === 'errorTable') return;
    if (node.type === 'Property' && internal.test(nameOf(node.key as Node))) return;
    if (node.type === 'Literal' || node.type === 'TemplateElement') return void keepIf(words, textsIn(node));
    for (const value of Object.values(node))
      for (const each of Array.isArray(value) ? value : [value]) if (isNode(each)) visit(each);
  };
  visit(parseSync(path, source).program as unknown as Node);
  return found;
};

const folder = `${import.meta.dirname}/..`;
const sources = globSync('**/*.{ts,tsx}', {
  cwd: folder,
  // The last entry generates programs, which are the same in every language.
  exclude: [
    'text/**',
    'build/**',
    'end-to-end/**',
    '**/*.test.ts',
    '**/*.fixture.ts',
    'account/developer/explorer/code.ts',
  ],
});
const textsOf = (path: string) => findTexts(path, readFileSync(`${folder}/${path}`, 'utf8'));

describe('the texts of the pages', () => {
  it('finds untranslated texts in elements, in attributes, and in sentences anywhere', () => {
    const source = `
      const a = <p aria-label="Close" className="card big">Hello <b>{x ? 'Yes' : t('a.b')}</b> there</p>;
      const b = { title: 'Two words', icon: 'home' };
      const c = \`\${x} rooms are warm\`;
      const d = <Field label={t('a.b')} title={isOpen ? 'Open' : 'Shut'} />;`;
    assert.deepEqual(findTexts('a.tsx', source), [
      'Close',
      'Hello',
      'Yes',
      'there',
      'Two words',
      'rooms are warm',
      'Open',
      'Shut',
    ]);
  });

  it('the catalogue contains all texts of the pages', () => {
    const found = sources.flatMap((path) => textsOf(path).map((text) => `${path}: ${text}`));
    assert.deepEqual(found, [], 'put them into src/text (CONTRIBUTING.md, "Adding a text to the pages")');
  });
});
