/** A size: `612 bytes`, `4.1 kB`. */
export const formatBytes = (bytes: number): string =>
  bytes < 1000 ? `${bytes} bytes` : `${(bytes / 1000).toFixed(1)} kB`;
