// Builds app and widgets, each only if its inputs have changed (by content, not by date). `npm run build -- --release` compresses
// as well as can be and builds the elements with React beside those that pages load; it also serves a start. `--force` always
// builds, and a name builds one of the two.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { onProjectNode, root, runQuietly } from './project.mjs';
import { explain, Step } from './steps.mjs';

/** Inputs of each package besides itself. */
const PACKAGES = {
  app: ['packages/core', 'brandings', 'locales'],
  widgets: ['packages/core', 'packages/app', 'brandings', 'locales'],
};
const TITLES = { app: 'app', widgets: 'elements' };
const COMMON = ['package-lock.json', 'tsconfig.json', 'scripts/build.mjs'];
const SKIPPED = /(^|\/)(node_modules|dist|\.vite|coverage)(\/|$)|\.test\.tsx?$/;

await onProjectNode(import.meta.filename);
const isForced = process.argv.includes('--force');
const isRelease = process.argv.includes('--release');
const named = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
const wanted = named.length > 0 ? named : Object.keys(PACKAGES);
const due = wanted.filter((name) => isForced || !isBuilt(name));
if (due.length > 0) {
  const step = new Step(`Building ${due.map((name) => TITLES[name]).join(' and ')}`);
  const results = await Promise.all(due.map(build));
  step.end();
  for (const { output } of results) if (output) console.log(output);
  for (const { name, code, output } of results) {
    if (code === 0) continue;
    console.error(`The build of ${TITLES[name]} failed. ${explain(output)}`);
    process.exitCode = code;
  }
}

function folderOf(name) {
  return join(root, 'packages', name);
}

function stampOf(name) {
  return join(root, '.cache/build', name);
}

/** Whether `dist` was made from the present sources; a release also serves where none is wanted. */
function isBuilt(name) {
  const dist = join(folderOf(name), 'dist');
  if (!existsSync(stampOf(name)) || !existsSync(dist) || readdirSync(dist).length === 0) return false;
  const [state, kind] = readFileSync(stampOf(name), 'utf8').split(' ');
  return (kind === 'release' || !isRelease) && state === stateOf(name);
}

function stateOf(name) {
  return hashOf([`packages/${name}`, ...PACKAGES[name], ...COMMON]);
}

/** @returns what the builder says: warnings, or why it failed */
async function build(name) {
  const state = stateOf(name);
  // Removed first, so that an interrupted build is repeated.
  rmSync(stampOf(name), { force: true });
  const mode = isRelease ? ['--mode', 'release'] : [];
  const { code, output } = await runQuietly('vite', ['build', '--logLevel', 'warn', ...mode], {
    cwd: folderOf(name),
    env: { NODE_ENV: 'production' },
  });
  const result = { name, code, output: output.trim() };
  if (code !== 0) return result;
  await compressAll(join(folderOf(name), 'dist'));
  mkdirSync(dirname(stampOf(name)), { recursive: true });
  writeFileSync(stampOf(name), `${state} ${isRelease ? 'release' : 'start'}`);
  return result;
}

/** Writes compressed copies beside each text file, which the server and static hosts send as they are. */
async function compressAll(folder) {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(js|css|html|svg|json|webmanifest)$/.test(entry.name))
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name));
  // The best takes ten times as long, and saves each first visit a fourteenth.
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: isRelease ? 11 : 9 } };
  await Promise.all(
    files.map(async (file) => {
      const bytes = readFileSync(file);
      if (bytes.length < 1000) return;
      writeFileSync(`${file}.gz`, await promisify(gzip)(bytes, { level: 9 }));
      writeFileSync(`${file}.br`, await promisify(brotliCompress)(bytes, quality));
    }),
  );
}

function hashOf(places) {
  const hash = createHash('sha1');
  for (const place of places) {
    for (const path of filesOf(place))
      hash
        .update(path)
        .update('\0')
        .update(readFileSync(join(root, path)))
        .update('\0');
  }
  return hash.digest('hex');
}

function filesOf(place) {
  const path = join(root, place);
  if (!existsSync(path) || SKIPPED.test(place)) return [];
  let entries;
  try {
    entries = readdirSync(path, { withFileTypes: true });
  } catch {
    return [place];
  }
  return entries
    .map((entry) => `${place}/${entry.name}`)
    .sort()
    .flatMap(filesOf);
}
