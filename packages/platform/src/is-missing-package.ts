/** The codes of Node, and of test frameworks that load modules themselves. */
const codes: readonly unknown[] = ['ERR_MODULE_NOT_FOUND', 'MODULE_NOT_FOUND'];

/** True if an `import()` failed because the package of that name is not installed. */
export function isMissingPackage(error: unknown, name: string): boolean {
  return (
    error instanceof Error &&
    codes.includes((error as NodeJS.ErrnoException).code) &&
    error.message.includes(`'${name}'`)
  );
}
