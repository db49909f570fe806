// Builds app and widgets, each only if its inputs have changed (by content, not by date). `npm run build -- --release` compresses
// as well as can be and builds the elements with React beside those that pages load; it also serves a start. `--force` always
// builds, and a name builds one of the two.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { onProjectNode, root, run } from './project.mjs';

/** Inputs of each package besides itself. */
const PACKAGES = {
  app: ['packages/core', 'brandings', 'locales'],
  widgets: ['packages/core', 'packages/app', 'brandings', 'locales'],
};
const COMMON = ['package-lock.json', 'tsconfig.json', 'scripts/build.mjs'];
const SKIPPED = /(^|\/)(node_modules|dist|\.vite|coverage)(\/|$)|\.test\.tsx?$/;

await onProjectNode(import.meta.filename);
const isForced = process.argv.includes('--force');
const isRelease = process.argv.includes('--release');
const named = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
const wanted = named.length > 0 ? named : Object.keys(PACKAGES);
const results = await Promise.all(wanted.map((name) => build(name)));
process.exitCode = results.find((code) => code !== 0) ?? 0;

async function build(name) {
  const folder = join(root, 'packages', name);
  const stamp = join(root, '.cache/build', name);
  const state = hashOf([`packages/${name}`, ...PACKAGES[name], ...COMMON]);
  const isBuilt = existsSync(join(folder, 'dist')) && readdirSync(join(folder, 'dist')).length > 0;
  const [last, kind] = existsSync(stamp) ? readFileSync(stamp, 'utf8').split(' ') : [];
  if (!isForced && isBuilt && last === state && (kind === 'release' || !isRelease)) return 0;
  console.log(`Building ${name} …`);
  // Removed first, so that an interrupted build is repeated.
  rmSync(stamp, { force: true });
  const mode = isRelease ? ['--mode', 'release'] : [];
  const code = await run('vite', ['build', '--logLevel', 'warn', ...mode], {
    cwd: folder,
    env: { NODE_ENV: 'production' },
  });
  if (code !== 0) {
    console.error(`The build of ${name} failed.`);
    return code;
  }
  await compressAll(join(folder, 'dist'));
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, `${state} ${isRelease ? 'release' : 'start'}`);
  return 0;
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
