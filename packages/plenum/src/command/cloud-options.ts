import type { Command } from 'commander';
import { readNumber, readPort, readWhole } from '../input/number.ts';
import { collect, option } from './option.ts';

/** Where a cloud keeps what it knows. */
export interface StoreOptions {
  readonly data: string;
  readonly databaseUrl?: string;
}

/** Everything `plenum cloud` may be told. */
export interface CloudOptions extends StoreOptions {
  readonly connections: number;
  readonly nats?: string;
  readonly httpHost: string;
  readonly httpPort: number;
  readonly publicUrl?: string;
  readonly bridgeUrl: readonly string[];
  readonly trustProxy: readonly string[];
  readonly endpointKey?: string;
  readonly rate: number;
  readonly burst: number;
  readonly tokenRate: number;
  readonly controlTimeout: number;
  readonly deliveryTimeout: number;
  readonly deliveries: number;
  readonly development?: true;
}

/** Adds the options that name the store of a cloud. */
export const addStoreOptions = (command: Command): Command =>
  command
    .addOption(option('--data <dir>', 'DATA', 'folder of its store').default('data/cloud'))
    .addOption(
      option(
        '--database-url <url>',
        'DATABASE_URL',
        'PostgreSQL database several nodes share, in place of --data',
      ),
    );

/** Adds the options of a cloud that is served here. */
export const addCloudOptions = (command: Command): Command =>
  addStoreOptions(command)
    .addOption(
      option('--connections <n>', 'CONNECTIONS', 'connections of this node to PostgreSQL')
        .default(10)
        .argParser(readWhole('--connections', 1, 1_000)),
    )
    .addOption(
      option('--nats <url>', 'NATS', 'NATS server the nodes reach each other by; several with commas'),
    )
    .addOption(
      option('--http-host <host>', 'HTTP_HOST', 'address it is served on; 0.0.0.0 = all').default(
        '127.0.0.1',
      ),
    )
    .addOption(
      option('--http-port <n>', 'HTTP_PORT', 'port of HTTP and gRPC; 0 = any')
        .default(8090)
        .argParser(readPort('--http-port')),
    )
    .addOption(
      option(
        '--public-url <url>',
        'PUBLIC_URL',
        'origin under which the world reaches it (default: its own address)',
      ),
    )
    .addOption(
      option('--bridge-url <url>', 'BRIDGE_URL', 'a further origin bridges reach it under; may be repeated')
        .argParser(collect)
        .default([], 'none'),
    )
    .addOption(
      option(
        '--trust-proxy <range>',
        'TRUST_PROXY',
        'addresses of balancers whose X-Forwarded-For is believed',
      )
        .argParser(collect)
        .default([], 'none'),
    )
    .addOption(
      option(
        '--endpoint-key <base64>',
        'ENDPOINT_KEY',
        'key that seals the secrets of endpoints; the same for all nodes of a database',
      ),
    )
    .addOption(
      option('--rate <n>', 'RATE', 'requests a second of one token, on one node')
        .default(50)
        .argParser(readNumber('--rate', 0.1, 1_000_000)),
    )
    .addOption(
      option('--burst <n>', 'BURST', 'requests at once of one token, on one node')
        .default(100)
        .argParser(readWhole('--burst', 1, 1_000_000)),
    )
    .addOption(
      option(
        '--token-rate <n>',
        'TOKEN_RATE',
        'requests for tokens a second of one app or address, on one node; ten seconds’ worth at once',
      )
        .default(50)
        .argParser(readNumber('--token-rate', 0.1, 1_000_000)),
    )
    .addOption(
      option('--control-timeout <ms>', 'CONTROL_TIMEOUT', 'how long a bridge has to answer a control')
        .default(10_000)
        .argParser(readWhole('--control-timeout', 100, 60_000)),
    )
    .addOption(
      option('--delivery-timeout <ms>', 'DELIVERY_TIMEOUT', 'how long an endpoint has to answer an event')
        .default(15_000)
        .argParser(readWhole('--delivery-timeout', 100, 60_000)),
    )
    .addOption(
      option('--deliveries <n>', 'DELIVERIES', 'events under way at once, on one node')
        .default(512)
        .argParser(readWhole('--deliveries', 1, 100_000)),
    )
    .addOption(
      option('--development', 'DEVELOPMENT', 'a demo account and app everybody knows; for this machine only'),
    );
