interface Module {
  readonly isEntry: boolean;
  readonly importedIds: readonly string[];
  readonly dynamicallyImportedIds: readonly string[];
}

interface Graph {
  getModuleInfo(id: string): Module | null;
}

/** What a page imports, directly or through other modules; with what it loads later, too, where that is asked for. */
const reach = (graph: Graph, page: string, isLaterToo: boolean): ReadonlySet<string> => {
  const found = new Set<string>();
  const visit = (id: string) => {
    if (found.has(id)) return;
    found.add(id);
    const { importedIds = [], dynamicallyImportedIds = [] } = graph.getModuleInfo(id) ?? {};
    for (const one of isLaterToo ? [...importedIds, ...dynamicallyImportedIds] : importedIds) visit(one);
  };
  visit(page);
  return found;
};

/**
 * Names the script in which a module is, for a group of Rolldown: one for everything that a page needs at its start and the other
 * page never. By itself Rolldown makes a script for each set of lazy parts that share a module, which is a request each.
 */
export const nameStart = (pages: Readonly<Record<string, string>>) => {
  let starts: readonly (readonly [name: string, modules: ReadonlySet<string>])[] | undefined;
  const find = (graph: Graph) =>
    Object.entries(pages).map(([name, page]) => {
      const others = Object.values(pages).filter((other) => other !== page);
      const elsewhere = others.map((other) => reach(graph, other, true));
      const own = [...reach(graph, page, false)].filter((id) => !elsewhere.some((ids) => ids.has(id)));
      return [`${name}-start`, new Set(own)] as const;
    });
  return (id: string, graph: Graph): string | null => {
    starts ??= find(graph);
    if (graph.getModuleInfo(id)?.isEntry) return null;
    return starts.find(([, modules]) => modules.has(id))?.[0] ?? null;
  };
};
