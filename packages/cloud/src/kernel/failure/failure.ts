import { certificateFailures, folderFailures, listenFailures } from '@plenum/platform';
import { errorTable } from '@plenum/protocol/error';

interface Folder {
  readonly folder: string;
}
interface Labelled {
  /** Name of the store in messages, without its credentials. */
  readonly store: string;
}
interface Why {
  readonly why: string;
}
interface Url {
  readonly url: string;
}

interface Fingerprints {
  /** The fingerprints of the keys with which secrets in the store are encrypted, and which this node lacks. */
  readonly fingerprints: readonly string[];
}

const ifLost = (fingerprints: readonly string[]) =>
  `If it is lost, start with --lost-key ${fingerprints.join()}; developers then have to replace the secrets of their endpoints, and owners to set up authenticator apps and push notifications again.`;

/** Reasons why a cloud cannot start or continue, by stable code. Each sentence includes what to do about it. */
export const cloudFailures = errorTable('cloud', {
  'folder-in-use': ({ folder }: Folder) =>
    `Another cloud uses the data folder ${folder}; stop it, or share a PostgreSQL database between them (--database-url).`,
  'folder-not-a-folder': ({ folder }: Folder) => `${folder} is a file; a cloud needs a folder for its data.`,
  'store-not-ours': ({ store }: Labelled) =>
    `${store} is not the store of a cloud and was not changed; give another store.`,
  'store-missing': ({ store }: Labelled) =>
    `There is no store of a cloud in ${store}; give its folder (--data) or its database (--database-url).`,
  'store-newer': ({ store, oldest, release }: Labelled & { oldest: string | undefined; release: string }) =>
    `${store} was written by a newer release and cannot be used by ${release}; ${oldest === undefined ? 'use the newer release' : `use ${oldest} or later`}, or restore a backup.`,
  'store-differs': ({ store, number, name }: Labelled & { number: number; name: string }) =>
    `${store} was created by an unreleased build (step ${number} of its schema, ${name}, is unknown) and was not changed; use that build, or give another store.`,
  'store-damaged': ({ store, why }: Labelled & Why) =>
    `${store} is damaged (${why}); restore a backup, or move it away to start with an empty one.`,
  'database-unreachable': ({ store, why }: Labelled & Why) =>
    `The database ${store} cannot be reached: ${why}. Check the URL, and that PostgreSQL is running.`,
  'bus-unreachable': ({ server, why }: Why & { server: string }) =>
    `The NATS server ${server} cannot be reached: ${why}. Check the URL, its TLS, and that it is running.`,
  'bus-refused': ({ server }: { server: string }) =>
    `The NATS server ${server} does not accept the credentials of this node; check those in PLENUM_NATS or in the file of --nats-credentials.`,
  'bus-url-malformed': () =>
    'The address of NATS (--nats or PLENUM_NATS) must be nats://HOST:PORT or tls://HOST:PORT, or several separated by commas.',
  'bus-file-unusable': ({ option, file, why }: Why & { option: string; file: string }) =>
    `${option}: ${file} cannot be used: ${why}.`,
  'bus-certificate-incomplete': () =>
    'A client certificate for NATS needs both files: --nats-cert for the certificate and --nats-key for its key.',
  'public-url-unusable': ({ url }: Url) =>
    `${url} cannot be the public address of a cloud; give an http or https URL without path, query or fragment.`,
  'public-url-not-https': ({ url }: Url) =>
    `${url} is plain http to another machine, so others could read passwords and tokens on the way. Give an https URL (a load balancer may terminate TLS).`,
  'proxy-malformed': ({ range }: { range: string }) =>
    `${JSON.stringify(range)} is not an address range (--trust-proxy); an example is 10.0.0.0/8.`,
  'demo-in-public': ({ url }: Url) =>
    `Development mode has a known password and a known app, so it is for this machine only; ${url} can be reached from elsewhere.`,
  'demo-left': ({ url, email }: Url & { email: string }) =>
    `This store was used in development mode: everybody knows the password of its account ${email}, and ${url} can be reached from elsewhere. Give another store, or first delete that account in a cloud that only this machine can reach.`,
  'endpoint-key-missing': () =>
    'Nodes that share a database need one key to encrypt the secrets of endpoints in it; create one with "openssl rand -base64 32" and give it to every node (--endpoint-key or PLENUM_ENDPOINT_KEY).',
  'endpoint-key-unusable': ({ file, why }: Why & { file: string }) =>
    `${file} is not the key of a cloud (${why}); restore it from a backup. If you have none, move it away: the next start then says how to continue without the key.`,
  'endpoint-key-differs': ({ fingerprints }: Fingerprints) =>
    `Secrets in the store are encrypted with another key (fingerprint ${fingerprints.join(', ')}); give that key too, after the new one and a comma (--endpoint-key). ${ifLost(fingerprints)}`,
  'endpoint-key-lost': ({ fingerprints }: Fingerprints) =>
    `There is no endpoint.key in the data folder, and the secrets in the store need it; restore it from a backup. ${ifLost(fingerprints)}`,
  'endpoint-key-malformed': ({ bytes }: { bytes: number }) =>
    `An endpoint key is ${bytes} bytes in base64; create one with "openssl rand -base64 ${bytes}".`,
  'smtp-incomplete': () =>
    'E-mail needs both the SMTP server (PLENUM_SMTP_URL) and the sender (PLENUM_SMTP_FROM).',
  // The URL contains a password, so no sentence repeats it.
  'smtp-url-malformed': () =>
    'PLENUM_SMTP_URL is not the URL of an SMTP server; examples are smtp://user:password@mail.example.org:587 and smtps://..., with user and password percent-encoded.',
  'smtp-from-malformed': ({ from }: { from: string }) =>
    `${JSON.stringify(from)} is not a sender (PLENUM_SMTP_FROM); an example is "Plenum <plenum@example.org>".`,
  ...folderFailures,
  ...certificateFailures,
  ...listenFailures,
});
