import { logLevels } from '@plenum/platform/quiet-log';
import { limits } from '@plenum/protocol/cloud';
import type { Command } from 'commander';
import { readNumber, readPort, readWhole } from '../../../input/number.ts';
import type { Io } from '../../../io/io.ts';
import { addNatsOptions } from '../../../option/nats-options.ts';
import { collect, option, secretOption } from '../../../option/option.ts';
import { addOtlpOption } from '../../../option/otlp-options.ts';
import { addStoreOptions, type StoreOptions } from '../../../option/store-options.ts';
import { addTlsOptions } from '../../../option/tls-options.ts';
import type { CloudOptions } from './serve.ts';

const addCloudOptions = (command: Command): Command =>
  addOtlpOption(addNatsOptions(addTlsOptions(addStoreOptions(command))))
    .addOption(
      option('--connections <n>', 'CONNECTIONS', 'connections of this node to PostgreSQL')
        .default(10)
        .argParser(readWhole('--connections', 1, 1_000)),
    )
    .addOption(
      option('--http-host <host>', 'HTTP_HOST', 'address to serve on; 0.0.0.0 = all').default('127.0.0.1'),
    )
    .addOption(
      option('--http-port <n>', 'HTTP_PORT', 'port of HTTP and gRPC; 0 = any')
        .default(8090)
        .argParser(readPort('--http-port')),
    )
    .addOption(
      option(
        '--admin-port <n>',
        'ADMIN_PORT',
        'port of /metrics alone, plain HTTP (default: on --http-port)',
      ).argParser(readPort('--admin-port')),
    )
    .addOption(option('--public-url <url>', 'PUBLIC_URL', 'public origin (default: its own address)'))
    .addOption(
      option('--bridge-url <url>', 'BRIDGE_URL', 'another origin for bridges; can be repeated')
        .argParser(collect)
        .default([], 'none'),
    )
    .addOption(
      option(
        '--trust-proxy <range>',
        'TRUST_PROXY',
        'addresses of load balancers whose X-Forwarded-For is trusted',
      )
        .argParser(collect)
        .default([], 'none'),
    )
    .addOption(
      secretOption(
        '--endpoint-key <base64>',
        'ENDPOINT_KEY',
        'key that encrypts the secrets of endpoints; the same for all nodes of a database',
      ),
    )
    .addOption(
      option(
        '--lost-key <fingerprint>',
        'LOST_KEY',
        'start although secrets need an endpoint key that is lost; can be repeated',
      )
        .argParser(collect)
        .default([], 'none'),
    )
    .addOption(
      option('--log-level <level>', 'LOG_LEVEL', 'leave out lines of the log below this level')
        .choices(logLevels)
        .default('info'),
    )
    .addOption(
      option('--rate <n>', 'RATE', 'requests per second for one token, on one node')
        .default(50)
        .argParser(readNumber('--rate', 0.1, 1_000_000)),
    )
    .addOption(
      option('--burst <n>', 'BURST', 'burst of requests for one token, on one node')
        .default(100)
        .argParser(readWhole('--burst', 1, 1_000_000)),
    )
    .addOption(
      option(
        '--token-rate <n>',
        'TOKEN_RATE',
        'token requests per second for one app or address, on one node; bursts may be ten times as large',
      )
        .default(50)
        .argParser(readNumber('--token-rate', 0.1, 1_000_000)),
    )
    .addOption(
      option(
        '--bridges-per-account <n>',
        'BRIDGES_PER_ACCOUNT',
        `bridges one account may pair; its quotas on a node grow with them (default: ${limits.bridges.most})`,
      ).argParser(readWhole('--bridges-per-account', 1, limits.developmentBridges.most)),
    )
    .addOption(
      option(
        '--no-spread-bridges',
        'NO_SPREAD_BRIDGES',
        'do not ask bridges to reconnect if this node has more than its share of them',
      ),
    )
    .addOption(
      option('--control-timeout <ms>', 'CONTROL_TIMEOUT', 'timeout of a control at a bridge')
        .default(10_000)
        .argParser(readWhole('--control-timeout', 100, 60_000)),
    )
    .addOption(
      option('--delivery-timeout <ms>', 'DELIVERY_TIMEOUT', 'timeout of an event at an endpoint')
        .default(15_000)
        .argParser(readWhole('--delivery-timeout', 100, 60_000)),
    )
    .addOption(
      option('--deliveries <n>', 'DELIVERIES', 'events delivered concurrently, on one node')
        .default(512)
        .argParser(readWhole('--deliveries', 1, 100_000)),
    )
    .addOption(
      option(
        '--sandbox <mode>',
        'SANDBOX',
        'test users of developers with simulated houses; only: refuses bridges and live keys of apps (default: off; on with --development)',
      ).choices(['off', 'on', 'only']),
    )
    .addOption(
      option(
        '--development',
        'DEVELOPMENT',
        'create a public demo account and app, and a test clock; for this machine only',
      ),
    );

/** `plenum cloud release`: frees a bridge whose system id belongs to the wrong account. */
const registerReleaseCommand = (cloud: Command, io: Io) =>
  addStoreOptions(
    cloud
      .command('release')
      .summary('release a bridge from its account')
      .description(
        'Releases a bridge from its account, for an operator who has checked the owner: its components are deleted, and anyone can pair it again. Written to the audit log. Nodes that share a database close its connection within a minute; a cloud with a data folder must be stopped.',
      )
      .argument('<system-id>', 'the 9 digits that the bridge shows'),
  ).action(async (systemId: string, options: StoreOptions) =>
    (await import('./maintain.ts')).releaseForOperator(systemId, options, io),
  );

/** `plenum cloud reset-authenticator`: helps an account owner who lost both the phone and the recovery codes. */
const registerResetCommand = (cloud: Command, io: Io) =>
  addStoreOptions(
    cloud
      .command('reset-authenticator')
      .summary('remove the authenticator app of an account')
      .description(
        'Removes the authenticator app of an account and its recovery codes, for an operator who has verified that the owner wants it: the password alone then signs in. Written to the audit log; the owner is notified by e-mail if the cloud sends e-mail. A cloud with a data folder must be stopped.',
      )
      .argument('<e-mail>', 'the e-mail address of the account'),
  ).action(async (email: string, options: StoreOptions) =>
    (await import('./maintain.ts')).resetAuthenticatorForOperator(email, options, io),
  );

/** `plenum cloud check`: finds out before a deploy what would keep a cloud from starting. */
const registerCheckCommand = (cloud: Command, io: Io) =>
  addCloudOptions(
    cloud
      .command('check')
      .summary('check the database, NATS, keys and certificates before a deploy')
      .description(
        'Checks whether a cloud with these options could start and work: database (version, rights, clock, migrations that would run), endpoint key, NATS, certificate, SMTP server. Changes nothing, also while nodes are running, and says what to do about each problem. Give it the options and the environment of plenum cloud. Exit code 1 if there is a problem.',
      ),
  )
    .option('--json', 'one object per line, for programs')
    .action(async (options: CloudOptions & { readonly json?: true }) =>
      (await import('./check.ts')).checkForOperator(options, io),
    );

/** `plenum cloud migrate`: upgrades the schema before the first node of a new release starts. */
const registerMigrateCommand = (cloud: Command, io: Io) =>
  addStoreOptions(
    cloud
      .command('migrate')
      .summary('upgrade the store to the schema of this release')
      .description(
        'Upgrades the store to the schema of this release and ends. Every node does the same when it starts; run this first if a failure should stop an upgrade before any node is replaced. Nodes of the release before keep running. A cloud with a data folder must be stopped.',
      ),
  ).action(async (options: StoreOptions) => (await import('./maintain.ts')).migrateForOperator(options, io));

/** `plenum cloud`: runs the cloud, or one of its nodes. */
export function registerCloudCommand(program: Command, io: Io) {
  const cloud = addCloudOptions(
    program
      .command('cloud')
      .summary('run the cloud, or one of its nodes')
      .description(
        'Runs the cloud until Ctrl+C: accounts, OAuth, requests, gRPC, events. A single node needs nothing else; with --database-url and --nats, any number of equal nodes work behind a load balancer. Every option is also an environment variable. PLENUM_SMTP_URL (or PLENUM_SMTP_URL_FILE) and PLENUM_SMTP_FROM name the server and the sender of e-mail to owners.',
      ),
  ).action(async (options: CloudOptions) => (await import('./serve.ts')).serveCloud(options, io));
  registerCheckCommand(cloud, io);
  registerMigrateCommand(cloud, io);
  registerReleaseCommand(cloud, io);
  registerResetCommand(cloud, io);
  return cloud;
}
