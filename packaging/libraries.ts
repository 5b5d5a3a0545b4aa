import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './packages.ts';
import { readLocked } from './shrinkwrap.ts';

/** Returns the libraries that are compiled into a package, by their folders in the workspace. */
const toLibraries = (folders: readonly string[]) => {
  const locked = readLocked();
  return folders.map((folder) => {
    const { version, license, integrity } = locked[folder]!;
    const name = folder.slice(folder.lastIndexOf('node_modules/') + 'node_modules/'.length);
    if (version === undefined || license === undefined || integrity === undefined)
      throw new Error(`${folder} has no version, licence or hash in package-lock.json.`);
    return { folder, name, version, license, integrity };
  });
};

/**
 * Returns the list of the libraries in a package in the format of CycloneDX, which scanners for known vulnerabilities
 * read (https://cyclonedx.org/docs/1.6/json/).
 */
export const toBillOfMaterials = (
  { name, version }: { readonly name: string; readonly version: string },
  folders: readonly string[],
) => ({
  bomFormat: 'CycloneDX',
  specVersion: '1.6',
  version: 1,
  metadata: { component: { type: 'application', name, version, purl: `pkg:npm/${name}@${version}` } },
  components: toLibraries(folders).map((one) => ({
    type: 'library',
    'bom-ref': one.folder,
    name: one.name,
    version: one.version,
    purl: `pkg:npm/${one.name.replace('@', '%40')}@${one.version}`,
    licenses: [{ expression: one.license }],
    hashes: [
      {
        alg: 'SHA-512',
        content: Buffer.from(one.integrity.replace(/^sha512-/, ''), 'base64').toString('hex'),
      },
    ],
  })),
});

const files = '{[Ll][Ii][Cc][Ee][Nn][CcSs][Ee],[Nn][Oo][Tt][Ii][Cc][Ee],[Cc][Oo][Pp][Yy][Ii][Nn][Gg]}*';

/** Returns the licences of the libraries in a package. A few libraries only name theirs. */
export const toLicences = (folders: readonly string[]): string =>
  toLibraries(folders)
    .map(({ folder, name, version, license }) => {
      const texts = globSync(files, { cwd: join(root, folder) })
        .toSorted()
        .map((file) => readFileSync(join(root, folder, file), 'utf8').trim());
      const title = `${name} ${version} (${license})`;
      return [title, '-'.repeat(title.length), '', ...texts, ''].join('\n');
    })
    .join('\n');
