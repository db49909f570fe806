/**
 * Writes examples/import-files again: `node scripts/write-examples.ts [YYYY-MM-DD]`. Without a date it uses the fixed
 * one below, so that the committed files do not change.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { exampleFiles } from '../packages/demo/src/exports/index.ts';
import { EXAMPLE_DATE, exampleReadme } from '../packages/demo/src/exports/readme.ts';

const folder = join(dirname(fileURLToPath(import.meta.url)), '..', 'examples', 'import-files');
const date = process.argv[2] ?? EXAMPLE_DATE;
const { sets, changes, source } = exampleFiles(date);

rmSync(folder, { recursive: true, force: true });
let size = 0;
for (const set of sets) {
  mkdirSync(join(folder, set.folder), { recursive: true });
  for (const file of set.files) {
    writeFileSync(join(folder, set.folder, file.name), file.bytes);
    size += file.bytes.length;
  }
}
// Line ends and encodings are part of the examples: git must not convert them.
writeFileSync(join(folder, '.gitattributes'), '*.TXT -text\n*.csv -text\n*.xml -text\n');
writeFileSync(join(folder, 'README.md'), exampleReadme(sets, changes, source));
console.log(`${sets.length} folders, ${Math.round(size / 1024)} kB, for ${source.days.join(' and ')}`);
