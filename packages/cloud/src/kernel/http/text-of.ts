/** A member of a JSON body as text; anything else is the empty text, which every rule refuses. */
export const textOf = ({ body }: { readonly body?: unknown }, name: string): string => {
  const value = (body as Readonly<Record<string, unknown>> | null | undefined)?.[name];
  return typeof value === 'string' ? value : '';
};
