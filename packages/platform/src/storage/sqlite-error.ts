/** The primary result codes of SQLite that a service can explain (https://www.sqlite.org/rescode.html). */
export const sqlite = {
  BUSY: 5,
  READONLY: 8,
  IOERR: 10,
  CORRUPT: 11,
  FULL: 13,
  CANTOPEN: 14,
  NOTADB: 26,
} as const;

/** Returns the primary result code of an error of `node:sqlite`; `undefined` for other errors. */
export function sqliteCode(error: unknown): number | undefined {
  const { code, errcode } = (error ?? {}) as { code?: unknown; errcode?: unknown };
  return code === 'ERR_SQLITE_ERROR' && typeof errcode === 'number' ? errcode & 0xff : undefined;
}

export const sqliteWords = (error: unknown): string =>
  String((error as { errstr?: unknown }).errstr ?? (error as Error).message);
