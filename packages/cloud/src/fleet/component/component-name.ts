/** Returns the name in a datagram, or an empty string if it has none. */
export function nameOfComponent({ Name, Tag1 }: Readonly<Record<string, unknown>>): string {
  const found = [Name, Tag1].find((text) => typeof text === 'string' && text.trim() !== '');
  return typeof found === 'string' ? found.trim() : '';
}
