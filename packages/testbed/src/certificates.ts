import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createDataFolder } from './data-folder.ts';

/** Why no certificates can be made here; false where they can. */
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
  /** Makes a certificate, each time another one; `names` as openssl writes them, in place of those of this machine. */
  issue(name?: string, names?: string): IssuedCertificate;
}

const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2'];

export const createAuthority = (): Authority => {
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
    issue: (name = 'server', names = 'DNS:localhost,IP:127.0.0.1,IP:::1') => {
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
    [Symbol.dispose]: folder[Symbol.dispose],
  };
};
