import { wrongUsage } from '../failure.ts';

export interface Address {
  readonly host: string;
  readonly port: number;
}

/** Reads `HOST`, `HOST:PORT`, `[IPv6]:PORT` or a pasted `http://HOST:PORT/`; the default port is 80. */
export function readAddress(typed: string): Address {
  const bare = typed.replace(/^http:\/\//, '').replace(/\/$/, '');
  const found = /^(?:\[([0-9A-Fa-f:.]+)\]|([A-Za-z0-9._-]+))(?::(\d{1,5}))?$/.exec(bare);
  const port = Number(found?.[3] ?? 80);
  if (found === null || port < 1 || port > 65_535)
    throw wrongUsage(
      `${JSON.stringify(typed)} is not HOST or HOST:PORT, such as 192.168.1.20 or 127.0.0.1:8080.`,
    );
  return { host: (found[1] ?? found[2])!, port };
}

/**
 * Reads an address as `readAddress` does. Also accepts `https://HOST[:PORT]` with the default port 443, as
 * `connectBridge` does.
 */
export function readBridgeAddress(typed: string): Address {
  if (!typed.startsWith('https://')) return readAddress(typed);
  const bare = typed.slice('https://'.length).replace(/\/$/, '');
  const { host, port } = readAddress(bare);
  const hasPort = /:\d+$/.test(bare) && !/^\[.*\]$/.test(bare);
  return { host: `https://${host.includes(':') ? `[${host}]` : host}`, port: hasPort ? port : 443 };
}

/** Joins a host and a port; adds brackets to IPv6 and keeps `https://`. */
export const toAddress = ({ host, port }: Address): string =>
  host.includes(':') && !host.startsWith('https://') ? `[${host}]:${port}` : `${host}:${port}`;
