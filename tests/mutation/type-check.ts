import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { API, type Project } from 'typescript/unstable/sync';

export interface TypeCheck extends Disposable {
  /** True if the tree compiles when a file has another text. */
  readonly compiles: (file: string, text: string) => boolean;
}

/** `NodeFormatFlags` of TypeScript: types are written in full, and an alias as the type that it names. */
const written = (1 << 0) | (1 << 23);

/**
 * Keeps the types of a tree in memory, so that checking a change takes milliseconds: the changed file, and the files
 * that import it if the type of an export has changed.
 */
export function openTypeCheck(tree: string, importers: ReadonlyMap<string, readonly string[]>): TypeCheck {
  let changed: { readonly path: string; readonly text: string } | undefined;
  const readFile = (path: string) => (path === changed?.path ? changed.text : undefined);
  const api = new API({ cwd: tree, fs: { readFile } });
  const close = () => api.close();
  process.once('exit', close);
  const open = (folder: string, paths: string[]) => {
    const config = join(tree, folder, 'tsconfig.json');
    const snapshot = api.updateSnapshot({ openProjects: [config], fileChanges: { changed: paths } });
    return { project: snapshot.getProject(config)!, [Symbol.dispose]: () => snapshot.dispose() };
  };
  return {
    compiles: (file, text) => {
      const folder = projectOf(tree, file);
      const path = join(tree, file);
      const last = changed === undefined ? [] : [changed.path];
      changed = undefined;
      using before = open(folder, last);
      changed = { path, text };
      using after = open(folder, [path]);
      const affected = new Set([file]);
      for (const each of affected) {
        const { program } = after.project;
        const name = join(tree, each);
        if (program.getSyntacticDiagnostics(name).length > 0) return false;
        if (program.getSemanticDiagnostics(name).length > 0) return false;
        if (typesOfExports(before.project, name) === typesOfExports(after.project, name)) continue;
        for (const importer of importers.get(each) ?? [])
          if (projectOf(tree, importer) === folder) affected.add(importer);
      }
      return true;
    },
    [Symbol.dispose]: () => {
      process.off('exit', close);
      close();
    },
  };
}

/** Returns the folder of the project that a file belongs to: that of its package if it has one, as the web has. */
export function projectOf(tree: string, file: string): string {
  const folder = file.split('/').slice(0, 2).join('/');
  return existsSync(join(tree, folder, 'tsconfig.json')) ? folder : '.';
}

function typesOfExports({ program, checker }: Project, path: string): string {
  const source = program.getSourceFile(path);
  const module = source && checker.getSymbolAtLocation(source);
  if (module === undefined) return '';
  const symbols = checker.getExportsOfModule(module);
  const types = [
    ...checker.getTypeOfSymbol(symbols),
    ...symbols.map((each) => checker.getDeclaredTypeOfSymbol(each)),
  ];
  return types.map((type) => type && checker.typeToString(type, undefined, written)).join('\n');
}
