import { readFileSync } from 'node:fs';
import { checkServerIdentity, createSecureContext, type PeerCertificate } from 'node:tls';
import {
  type Authenticator,
  AuthorizationError,
  connect,
  credsAuthenticator,
  type NatsConnection,
  nkeyAuthenticator,
  tokenAuthenticator,
  usernamePasswordAuthenticator,
} from '@nats-io/transport-node';
import { cloudFailures } from '../failure/failure.ts';

/** Address of the NATS server, and the credentials of a node. */
export interface NatsConfig {
  /** One server, or several separated by commas. May contain `user:password@` or `token@`. `tls://` requires TLS. */
  readonly url: string;
  /** File with `user:password`, a token, the seed of an nkey (`SU...`) or the .creds format of `nsc`. */
  readonly credentialsFile?: string;
  /**
   * PEM file of the authority that signed the server's certificate, used instead of the authorities of the system.
   * Requires TLS.
   */
  readonly caFile?: string;
  /** PEM files of a client certificate and its key, for a server that asks for one. Requires TLS. */
  readonly certFile?: string;
  readonly keyFile?: string;
}

interface NatsServers {
  /** `host:port` of each server, without credentials. */
  readonly hosts: readonly string[];
  readonly authenticator: Authenticator | undefined;
  readonly needsTls: boolean;
}

const decode = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

/**
 * Time a server has to accept a node, ms. Needed because a server that refuses a client certificate closes the
 * connection without a message.
 */
const connectTimeout = 5_000;

/** The sentences show only hosts, because a URL may contain a password. */
const parseServers = (text: string): NatsServers => {
  const urls = text.split(',').map((one) => {
    const url = URL.parse(one.includes('://') ? one.trim() : `nats://${one.trim()}`);
    if (url === null || !/^(?:nats|tls):$/.test(url.protocol) || url.hostname === '')
      throw cloudFailures.error('bus-url-malformed', {});
    return url;
  });
  const { username, password } = urls.find((url) => url.username !== '') ?? { username: '', password: '' };
  return {
    hosts: urls.map(({ host }) => host),
    needsTls: urls.some(({ protocol }) => protocol === 'tls:'),
    authenticator:
      username === ''
        ? undefined
        : password === ''
          ? tokenAuthenticator(decode(username))
          : usernamePasswordAuthenticator(decode(username), decode(password)),
  };
};

const refuseFile = (option: string, file: string, error: unknown) => {
  const { code, reason, message } = error as { code?: string; reason?: string; message: string };
  const why = code !== undefined && /^E[A-Z]+$/.test(code) ? code : (reason ?? message);
  return cloudFailures.error('bus-file-unusable', { option, file, why }, error);
};

const readOptionFile = (option: string, file: string): Buffer => {
  try {
    return readFileSync(file);
  } catch (error) {
    throw refuseFile(option, file, error);
  }
};

const toAuthenticator = (file: string): Authenticator => {
  const bytes = readOptionFile('--nats-credentials', file);
  const text = bytes.toString().trim();
  const refuse = (why: string) => refuseFile('--nats-credentials', file, new Error(why));
  if (text.includes('BEGIN NATS USER JWT')) return checked(credsAuthenticator(bytes), refuse);
  if (text === '' || /\s/.test(text)) throw refuse('it must contain a single line without spaces');
  if (/^SU[A-Z2-7]{56}$/.test(text)) return checked(nkeyAuthenticator(Buffer.from(text)), refuse);
  const colon = text.indexOf(':');
  return colon < 0
    ? tokenAuthenticator(text)
    : usernamePasswordAuthenticator(text.slice(0, colon), text.slice(colon + 1));
};

/** Runs an authenticator once, so that a damaged key is refused at startup without revealing its contents. */
const checked = (authenticator: Authenticator, refuse: (why: string) => Error): Authenticator => {
  try {
    authenticator('nonce');
  } catch {
    throw refuse('its key is damaged');
  }
  return authenticator;
};

/**
 * Creates a function that checks the certificate of a server given by its IP address. The client passes no server name
 * in that case, and Node would check for `localhost` instead.
 */
const createIdentityCheck = (hosts: readonly string[]) => {
  const names = hosts.map((host) => URL.parse(`nats://${host}`)!.hostname.replace(/^\[|\]$/g, ''));
  return (name: string, certificate: PeerCertificate): Error | undefined => {
    if (name !== 'localhost' || names.includes(name)) return checkServerIdentity(name, certificate);
    const failures = names.map((one) => checkServerIdentity(one, certificate));
    return failures.includes(undefined) ? undefined : failures[0];
  };
};

/**
 * Returns the TLS options. The client reads the files again for each connection, so that renewed certificates are used.
 */
const toTls = ({ caFile, certFile, keyFile }: NatsConfig, { hosts, needsTls }: NatsServers) => {
  if ((certFile === undefined) !== (keyFile === undefined))
    throw cloudFailures.error('bus-certificate-incomplete', {});
  if (caFile === undefined && certFile === undefined && !needsTls) return undefined;
  if (caFile !== undefined) {
    const ca = readOptionFile('--nats-ca', caFile);
    if (!ca.includes('BEGIN CERTIFICATE'))
      throw refuseFile('--nats-ca', caFile, new Error('it contains no certificate'));
  }
  if (certFile !== undefined && keyFile !== undefined) {
    const [cert, key] = [readOptionFile('--nats-cert', certFile), readOptionFile('--nats-key', keyFile)];
    try {
      createSecureContext({ cert, key });
    } catch (error) {
      throw refuseFile('--nats-cert', certFile, error);
    }
  }
  return {
    checkServerIdentity: createIdentityCheck(hosts),
    ...(caFile !== undefined && { caFile }),
    ...(certFile !== undefined && { certFile, keyFile }),
  };
};

/**
 * Connects to NATS, and reconnects automatically without limit. With credentials or TLS it never falls back to a
 * connection without them. Throws an error of `cloudFailures` whose sentence contains no credentials.
 */
export async function connectNats(config: NatsConfig, name: string): Promise<NatsConnection> {
  const servers = parseServers(config.url);
  const { hosts, authenticator } = servers;
  const { credentialsFile } = config;
  const fromFile = credentialsFile === undefined ? undefined : toAuthenticator(credentialsFile);
  const signIn = fromFile ?? authenticator;
  const tls = toTls(config, servers);
  try {
    return await connect({
      servers: [...hosts],
      name,
      ...(signIn !== undefined && { authenticator: signIn }),
      ...(tls !== undefined && { tls }),
      // If a server was restarted with wrong credentials by mistake, keep trying, as if it were down.
      ignoreAuthErrorAbort: true,
      timeout: connectTimeout,
      maxReconnectAttempts: -1,
      reconnectTimeWait: 250,
      reconnectJitter: 250,
      pingInterval: 10_000,
      maxPingOut: 2,
    });
  } catch (error) {
    const server = hosts.join(', ');
    if (error instanceof AuthorizationError) throw cloudFailures.error('bus-refused', { server }, error);
    throw cloudFailures.error('bus-unreachable', { server, why: (error as Error).message }, error);
  }
}
