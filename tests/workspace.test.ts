import { execFileSync } from 'node:child_process';
import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import { matchesGlob } from 'node:path';
import { dirname, join } from 'node:path/posix';
import { describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '..');
const PACKAGES = ['app', 'cli', 'core', 'demo', 'formats', 'server', 'widgets'];
const FOLDERS = ['brandings', 'docs', 'examples', 'locales', 'tests'];
const read = (path: string) => JSON.parse(readFileSync(join(ROOT, path), 'utf8'));

describe('the workspace', () => {
  it('is one of npm with seven packages, beside brandings, locales, examples and tests [D-1.01]', () => {
    const listed = execFileSync('npm', ['query', '.workspace'], {
      cwd: ROOT,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const packages = JSON.parse(listed) as { name: string; location: string }[];
    expect(packages.map(({ name, location }) => `${name} in ${location}`).sort()).toEqual(
      PACKAGES.map((name) => `@kreide/${name} in packages/${name}`),
    );
    for (const folder of FOLDERS) expect(statSync(join(ROOT, folder)).isDirectory(), folder).toBe(true);
    // npm may be any: what is installed is what the lock file says.
    expect(read('package-lock.json').packages['']).toMatchObject({ name: 'kreide', workspaces: ['packages/*'] });
  });

  it('gives each package that can be published its licence and a page', () => {
    const published = PACKAGES.filter((name) => read(`packages/${name}/package.json`).private !== true);
    expect(published).toEqual(['cli', 'widgets']);
    const text = (path: string) => readFileSync(join(ROOT, path), 'utf8');
    for (const name of published) {
      expect(text(`packages/${name}/LICENSE`)).toBe(text('LICENSE'));
      const { name: full, version } = read(`packages/${name}/package.json`);
      expect(text(`packages/${name}/README.md`)).toMatch(new RegExp(`^# ${full}\n[^]*kreide-${name}-${version}\\.tgz`));
    }
  });

  it('names no document in a comment or a page that is not part of it', () => {
    const patterns = ['packages/*/src/**/*.{ts,tsx,css}', '{scripts,tests}/**/*.{ts,tsx,mjs}', '{*,docs/*}.md'];
    const files = globSync(patterns, { cwd: ROOT, exclude: (file) => file.includes('node_modules') });
    const missing = files.flatMap((file) =>
      [...readFileSync(join(ROOT, file), 'utf8').matchAll(/[\w./-]*\w\.md\b/g)]
        .filter(([path]) => !existsSync(join(ROOT, path)) && !existsSync(join(ROOT, dirname(file), path)))
        .map(([path]) => `${file} names ${path}`),
    );
    expect(missing).toEqual([]);
  });

  it('lets npm test run every test that there is', async () => {
    const { scripts } = read('package.json');
    expect(scripts.test).toBe('node scripts/test.mjs');
    expect(existsSync(join(ROOT, 'scripts/test.mjs'))).toBe(true);
    const { default: config } = await import('../vitest.config.ts');
    const projects = (config.test?.projects ?? []) as {
      test: { name: string; include: string[]; exclude?: string[] };
    }[];
    const runs = /^const RUNS = (\[.+\]);$/m.exec(readFileSync(join(ROOT, 'scripts/test.mjs'), 'utf8'))?.[1] ?? '[]';
    expect(JSON.parse(runs.replaceAll("'", '"')).flat()).toEqual(projects.map(({ test }) => test.name));
    const all = globSync(['{packages,tests,scripts}/**/*.test.{ts,tsx,mjs}', 'tests/contract/*/calls.ts'], {
      cwd: ROOT,
      exclude: (path) => path.includes('node_modules') || path.includes('/dist/'),
    });
    expect(all.length).toBeGreaterThan(100);
    const isNamed = (file: string, patterns: string[] = []) => patterns.some((pattern) => matchesGlob(file, pattern));
    const homes = (file: string) =>
      projects.filter(({ test }) => isNamed(file, test.include) && !isNamed(file, test.exclude));
    expect(all.filter((file) => homes(file).length !== 1)).toEqual([]);
  });
});
