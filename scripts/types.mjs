// The types are checked as a build of projects that refer to each other, one for each package and one for everything that tests: what has
// not changed is not checked again, and packages that do not need each other are checked side by side. Which package needs which stands
// in its package.json; the projects are written from that and lie with what they make in .cache/types.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './project.mjs';

const folder = join(root, '.cache/types');
const TESTS = ['**/*.test.ts', '**/*.test.tsx'];

/** Read as types by any package. */
const DATA = ['locales/**/*.json', 'brandings/**/*.json', 'packages/*/package.json', 'packages/*/*.d.ts'];
/** Pages with the calendars of others, which only a machine that has run the benches has. */
const COMPARED = existsSync(join(root, 'tests/bench/node_modules'))
  ? []
  : ['tests/bench/grid/pages/bench.ts', 'tests/bench/grid/pages/contenders', 'tests/bench/elements/page'];

/** Writes the projects and tells how to build them: one checker each, as more would check the same things several times. */
export function typeCheck() {
  mkdirSync(folder, { recursive: true });
  const packages = readdirSync(join(root, 'packages')).filter((name) =>
    existsSync(join(root, 'packages', name, 'src')),
  );
  for (const name of packages) {
    const { dependencies, devDependencies } = JSON.parse(
      readFileSync(join(root, 'packages', name, 'package.json'), 'utf8'),
    );
    const needed = packages.filter((other) => `@kreide/${other}` in { ...dependencies, ...devDependencies });
    write(name, [`packages/${name}/src/**/*`, `packages/${name}/*.ts`, ...DATA], TESTS, needed);
  }
  const tests = TESTS.map((pattern) => `packages/${pattern}`);
  const rest = [...tests, 'tests/**/*.ts', 'tests/**/*.tsx', 'scripts/**/*.ts', '*.ts', ...DATA];
  write('tests', rest, ['**/node_modules', 'tests/contract/types', ...COMPARED], packages, {
    incremental: true,
    noEmit: true,
  });
  return ['tsc', ['-b', join(folder, 'tests.json'), '--checkers', '1', '--builders', '2']];
}

/** What others need hands out its types as declarations. */
const NEEDED = { composite: true, noEmit: false, emitDeclarationOnly: true };

function write(name, include, exclude, needed, emit = NEEDED) {
  const fromRoot = (path) => `../../${path}`;
  writeIfChanged(name, {
    extends: '../../tsconfig.json',
    compilerOptions: {
      ...emit,
      rootDir: '../..',
      outDir: name,
      tsBuildInfoFile: `${name}.tsbuildinfo`,
    },
    include: include.map(fromRoot),
    exclude: exclude.map(fromRoot),
    references: needed.map((other) => ({ path: `./${other}.json` })),
  });
}

/** A file that is written anew is checked anew. */
function writeIfChanged(name, content) {
  const path = join(folder, `${name}.json`);
  const text = JSON.stringify(content, null, 2);
  if (!existsSync(path) || readFileSync(path, 'utf8') !== text) writeFileSync(path, text);
}
