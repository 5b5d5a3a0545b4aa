/** How much: `612 bytes`, `4.1 kB`. */
export const showBytes = (bytes: number): string =>
  bytes < 1000 ? `${bytes} bytes` : `${(bytes / 1000).toFixed(1)} kB`;

/** How many of something: `1 message`, `12 messages`. */
export const showCount = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString('en-AU')} ${count === 1 ? one : many}`;
