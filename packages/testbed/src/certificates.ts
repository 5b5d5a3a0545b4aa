import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createDataFolder } from './data-folder.ts';

/** The reason why no certificates can be created here; `false` if they can. */
export const opensslMissing: string | false =
  spawnSync('openssl', ['version']).status === 0
    ? false
    : 'openssl is not installed: apt-get install openssl';

/** The files of a certificate for `localhost`, `127.0.0.1` and `::1`, and of its key. */
export interface IssuedCertificate {
  readonly cert: string;
  readonly key: string;
}

/** A certificate authority that only its test trusts; its folder is removed with the test. */
export interface Authority extends Disposable {
  readonly folder: string;
  readonly caFile: string;
  readonly ca: string;
  /** Issues a new certificate, with `names` in the notation of openssl instead of the names of this machine. */
  issue(name?: string, names?: string): IssuedCertificate;
  /** Issues a certificate for the same names that was valid in 2020. */
  issueExpired(): IssuedCertificate;
}

const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2'];

const ownNames = 'DNS:localhost,IP:127.0.0.1,IP:::1';

/** For `openssl ca`, the only way to choose the dates before OpenSSL 3.4. */
const toAuthorityConfig = (folder: string) => `[ca]
default_ca = own
[own]
new_certs_dir = ${folder}
database = ${folder}/index.txt
rand_serial = yes
default_md = sha256
copy_extensions = copy
policy = names
[names]
commonName = supplied
`;

export function createAuthority(): Authority {
  const folder = createDataFolder();
  const at = (name: string) => join(folder.path, name);
  const [caFile, caKey] = [at('ca.pem'), at('ca.key')];
  const openssl = (...words: string[]) =>
    execFileSync('openssl', ['req', '-x509', ...words], { stdio: 'pipe' });
  openssl(...newKey, '-keyout', caKey, '-out', caFile, '-subj', '/CN=Plenum test authority');
  return {
    folder: folder.path,
    caFile,
    ca: readFileSync(caFile, 'utf8'),
    issue: (name = 'server', names = ownNames) => {
      const [cert, key] = [at(`${name}.pem`), at(`${name}.key`)];
      const about = [
        '-subj',
        `/CN=${name}`,
        '-addext',
        `subjectAltName=${names}`,
        '-addext',
        'basicConstraints=critical,CA:FALSE',
      ];
      openssl(...newKey, '-CA', caFile, '-CAkey', caKey, '-keyout', key, '-out', cert, ...about);
      return { cert, key };
    },
    issueExpired: () => {
      const [config, request, cert, key] = [at('ca.conf'), at('old.csr'), at('old.pem'), at('old.key')];
      writeFileSync(at('index.txt'), '');
      writeFileSync(config, toAuthorityConfig(folder.path));
      const run = (...words: string[]) => execFileSync('openssl', words, { stdio: 'pipe' });
      const about = ['-subj', '/CN=old', '-addext', `subjectAltName=${ownNames}`];
      run('req', '-new', ...newKey.slice(0, -2), '-keyout', key, '-out', request, ...about);
      const signer = ['-config', config, '-cert', caFile, '-keyfile', caKey];
      const dates = ['-startdate', '20200101000000Z', '-enddate', '20210101000000Z'];
      run('ca', '-batch', '-notext', ...signer, ...dates, '-in', request, '-out', cert);
      return { cert, key };
    },
    [Symbol.dispose]: folder[Symbol.dispose],
  };
}
