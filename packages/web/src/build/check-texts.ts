/**
 * Checks the catalogues against English and the definitions, and that `parameters.ts` matches `en.json`; `--write`
 * generates it. Part of `npm run check`.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { checkCatalogue, writeParameters } from './check-catalogue.ts';
import { languages, readCatalogue } from './read-catalogue.ts';

const english = readCatalogue('en');
const problems = languages.flatMap((language) =>
  checkCatalogue(language, readCatalogue(language), english).map((problem) => `${language}.json: ${problem}`),
);
const file = new URL('../text/parameters.ts', import.meta.url);
if (problems.length === 0) {
  const source = writeParameters(english);
  if (process.argv.includes('--write')) writeFileSync(file, source);
  else if (source !== readFileSync(file, 'utf8'))
    problems.push('parameters.ts is not that of en.json; run npm run texts');
}
for (const problem of problems) console.error(problem);
process.exitCode = problems.length === 0 ? 0 : 1;
