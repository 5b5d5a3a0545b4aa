import type { Rolldown } from 'vite';

type Output = Rolldown.RolldownOutput['output'];

/** Returns the name of the chunk for a module, as a group of Rolldown; `null` leaves the choice to Rolldown. */
type NameOfModule = (id: string) => string | null;

/**
 * Returns the modules that a page loads before it renders: the scripts in its HTML and all their imports. With
 * `isLaterToo`, also the modules that it loads lazily.
 */
const modulesOf = (output: Output, page: string, isLaterToo: boolean): ReadonlySet<string> => {
  const scripts = new Map(output.flatMap((one) => (one.type === 'chunk' ? [[one.fileName, one]] : [])));
  const html = output.find(({ fileName }) => fileName === page);
  if (html?.type !== 'asset') throw new Error(`The build has no page ${page}.`);
  const found = new Set<string>();
  const visit = (name: string) => {
    const script = scripts.get(name);
    if (script === undefined || found.has(name)) return;
    found.add(name);
    for (const one of isLaterToo ? [...script.imports, ...script.dynamicImports] : script.imports) visit(one);
  };
  for (const [, name] of String(html.source).matchAll(/src="\.\/(assets\/[^"]+\.js)"/g)) visit(name!);
  return new Set([...found].flatMap((name) => Object.keys(scripts.get(name)!.modules)));
};

/**
 * Groups the initial scripts of the pages, as found by a first build without groups: one chunk for modules that all
 * pages start with, and for each page one chunk for modules that the others never load and one for modules that they
 * may load later. Without groups, Rolldown creates a chunk for each set of lazy parts that share a module: 50 requests
 * before a house is shown.
 */
export function groupStarts(output: Output, pages: Readonly<Record<string, string>>): NameOfModule {
  const names = new Map<string, string>();
  for (const [name, page] of Object.entries(pages)) {
    const others = Object.values(pages).filter((other) => other !== page);
    const starts = others.map((other) => modulesOf(output, other, false));
    const later = others.map((other) => modulesOf(output, other, true));
    for (const id of modulesOf(output, page, false)) {
      const isLater = later.some((modules) => modules.has(id));
      const own = isLater ? `${name}-parts` : `${name}-start`;
      names.set(id, starts.every((modules) => modules.has(id)) ? 'pages' : own);
    }
  }
  return (id) => names.get(id) ?? null;
}
