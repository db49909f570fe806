// node scripts/cut-fonts.mjs: cuts the typeface of the app to the weights of the design, a third off each file. Its files and their
// licence are part of the repository (packages/app/src/ui/fonts); this is run when the typeface has a new version.
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { installFolder, onProjectNode, root } from './project.mjs';

const WEIGHTS = { min: 400, max: 700 };
const SCRIPTS = ['latin', 'latin-ext', 'cyrillic'];
const TARGET = join(root, 'packages/app/src/ui/fonts');

await onProjectNode(import.meta.filename);
await installFolder('tests/bench', 'the font tools');
const tools = createRequire(join(root, 'tests/bench/package.json'));
const source = dirname(tools.resolve('@fontsource-variable/geist/package.json'));
const subsetFont = tools('subset-font');
for (const script of SCRIPTS) {
  const whole = readFileSync(join(source, `files/geist-${script}-wght-normal.woff2`));
  const settings = { targetFormat: 'woff2', keepAllGlyphs: true, variationAxes: { wght: WEIGHTS } };
  writeFileSync(join(TARGET, `geist-${script}.woff2`), await subsetFont(whole, undefined, settings));
}
copyFileSync(join(source, 'LICENSE'), join(TARGET, 'geist-licence.txt'));
