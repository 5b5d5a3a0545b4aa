/** Small values by name, stored as JSON. */
export interface Settings {
  read(name: string): unknown;
  write(name: string, value: unknown): void;
}
