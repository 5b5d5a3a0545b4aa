import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { distOf, published } from './packages.ts';

/**
 * Publishes every package in `dist/`, each after its dependencies. The version must match the tag, and only a workflow
 * can prove the origin of a release (https://docs.npmjs.com/generating-provenance-statements).
 */
const publish = (isDryRun: boolean, tag: string | undefined): void => {
  for (const one of published) {
    const { name } = one;
    const place = distOf(one);
    const { version } = JSON.parse(readFileSync(join(place, 'package.json'), 'utf8')) as { version: string };
    if (!isDryRun && tag !== `v${version}`)
      throw new Error(
        `The version of ${name} is ${version}, but the tag is ${tag ?? 'missing'}. Tag the commit v${version}.`,
      );
    const { status } = spawnSync(
      'npm',
      ['publish', ...(isDryRun ? ['--dry-run', '--provenance=false'] : [])],
      {
        cwd: place,
        stdio: 'inherit',
      },
    );
    if (status !== 0) throw new Error(`${name} was not published.`);
  }
};

publish(process.argv.includes('--dry-run'), process.env.GITHUB_REF_NAME);
