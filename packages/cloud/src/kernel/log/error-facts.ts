/**
 * Returns the members of an error that are logged. Other members (`detail` of a database, `body` of a request) may
 * contain private values.
 */
export function toErrorFacts(error: unknown): object {
  if (!(error instanceof Error)) return { message: `thrown: ${typeof error}` };
  const { name, message, stack, cause } = error;
  const { code } = error as { code?: unknown };
  return {
    name,
    message,
    ...(code !== undefined && { code: String(code) }),
    stack,
    ...(cause !== undefined && { cause: toErrorFacts(cause) }),
  };
}
