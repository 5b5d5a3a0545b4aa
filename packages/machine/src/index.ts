export { makeFolder } from './folder/make-folder.ts';
export { type ListenProblem, listenProblemOf } from './listen/listen-problem.ts';
export { sqlite, sqliteCode, sqliteWords } from './sqlite/sqlite-error.ts';
export { every } from './wall/every.ts';
export { type Cancel, realWall, type Wall } from './wall/wall.ts';
export { openWebFolder, type WebFile, type WebFolder } from './web/web-folder.ts';
