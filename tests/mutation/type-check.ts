import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { API } from 'typescript/unstable/sync';

export interface TypeCheck extends Disposable {
  /** True if a file compiles with another text. Errors of the files that import it are not found. */
  readonly compiles: (file: string, text: string) => boolean;
}

/** Keeps the types of a tree in memory, so that checking one changed file takes milliseconds. */
export function openTypeCheck(tree: string): TypeCheck {
  let changed = { path: '', text: '' };
  const readFile = (path: string) => (path === changed.path ? changed.text : undefined);
  const api = new API({ cwd: tree, fs: { readFile } });
  const close = () => api.close();
  process.once('exit', close);
  return {
    compiles: (file, text) => {
      const path = resolve(tree, file);
      const before = changed.path;
      changed = { path, text };
      const project = join(tree, projectOf(tree, file), 'tsconfig.json');
      using snapshot = api.updateSnapshot({
        openProjects: [project],
        fileChanges: { changed: [path, ...(before === '' ? [] : [before])] },
      });
      const { program } = snapshot.getProject(project)!;
      const errors = [...program.getSyntacticDiagnostics(path), ...program.getSemanticDiagnostics(path)];
      return errors.length === 0;
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
