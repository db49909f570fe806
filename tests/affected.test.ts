import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { selectAffected } from './support/affected.ts';
import { readSources, type SourceFile } from './support/architecture.ts';
import { EACH_FEATURE, featuresOfFlow } from './support/flow-features.ts';
import { HOUSE } from './support/house.ts';

const ROOT = join(import.meta.dirname, '..');
const sources = readSources(ROOT);
const flows = sources.filter(({ path }) => /^tests\/flows\/.+\.test\.ts$/.test(path));

/** A file that imports these files. */
const file = (path: string, targets: readonly string[] = [], text = ''): SourceFile => ({
  path,
  text,
  lines: 1,
  imports: targets.map((target) => ({ specifier: target, target })),
});
const CLASSBOOK = 'packages/server/src/features/classbook/index.ts';
const ABSENCES = 'packages/server/src/features/absences/index.ts';
const small = [
  file(ABSENCES),
  file(CLASSBOOK, [ABSENCES]),
  file('packages/app/src/features/start/Feed.tsx', [CLASSBOOK]),
  file('packages/server/src/features/news/index.ts'),
  file('packages/server/src/features/absences/absences.test.ts', [ABSENCES, 'tests/support/absences.ts']),
  file('packages/server/src/features/classbook/classbook.test.ts'),
  file('packages/server/src/features/news/news.test.ts', ['tests/support/news.ts']),
  file('packages/server/src/kernel/mount.test.ts'),
  file('packages/cli/src/typed.test.ts'),
  file('tests/support/absences.ts', ['tests/support/people.ts']),
  file('tests/support/people.ts'),
  file('tests/support/news.ts'),
  file('tests/architecture.test.ts'),
  file('tests/bundles.test.ts'),
  file('tests/cli-package.test.ts'),
  file('tests/contract/absences/calls.ts'),
  file('tests/contract/complete.test.ts'),
  file('tests/contract/process.test.ts'),
  file('tests/contract/audit/calls.ts'),
  file('tests/contract/classbook/calls.ts'),
  file('tests/contract/news/calls.ts'),
  file('tests/flows/absences.test.ts', [], '// features: absences\n'),
  file('tests/flows/cli-users.test.ts', [], '// features: users\n'),
  file('tests/flows/feed.test.ts', [], '// features: news, start\n'),
  file('tests/flows/news.test.ts', [], '// features: news\n'),
  file('tests/flows/gallery.test.ts', [], '// features: all\n'),
];
const select = (...changed: string[]) => selectAffected(changed, small, HOUSE);
const HOUSE_WIDE = 'tests/architecture.test.ts';

describe('the tests of a change', () => {
  it('are those of its feature, of the features that import it, also by way of others, of those that hear of all, and of each endpoint', () => {
    expect(select('packages/app/src/features/absences/AbsenceCard.tsx')).toEqual({
      features: ['absences', 'audit', 'classbook', 'notifications', 'start'],
      unit: [
        'packages/server/src/features/absences/absences.test.ts',
        'packages/server/src/features/classbook/classbook.test.ts',
        HOUSE_WIDE,
        'tests/contract/absences/calls.ts',
        'tests/contract/audit/calls.ts',
        'tests/contract/classbook/calls.ts',
        'tests/contract/complete.test.ts',
      ],
      flows: ['tests/flows/absences.test.ts', 'tests/flows/feed.test.ts'],
    });
  });

  it('are not those of the features below', () => {
    const found = select(CLASSBOOK);
    expect(found).toMatchObject({ features: ['audit', 'classbook', 'notifications', 'start'] });
    expect(found).toMatchObject({ flows: ['tests/flows/feed.test.ts'] });
  });

  it('are those of a feature whose words or file of rights changed', () => {
    expect(select('locales/uk/news.json')).toMatchObject({
      flows: ['tests/flows/feed.test.ts', 'tests/flows/news.test.ts'],
    });
    expect(select('tests/contract/news/rights.tsv')).toEqual({
      features: [],
      unit: [HOUSE_WIDE, 'tests/contract/news/calls.ts'],
      flows: [],
    });
  });

  it('are a changed test alone, and each test that imports a changed helper, also by way of others', () => {
    expect(select('tests/flows/gallery.test.ts', 'packages/server/src/kernel/mount.test.ts')).toEqual({
      features: [],
      unit: ['packages/server/src/kernel/mount.test.ts', HOUSE_WIDE],
      flows: ['tests/flows/gallery.test.ts'],
    });
    expect(select('tests/support/people.ts')).toMatchObject({
      unit: ['packages/server/src/features/absences/absences.test.ts', HOUSE_WIDE],
      flows: [],
    });
  });

  it('are those of the command line where its commands changed', () => {
    expect(select('packages/cli/src/commands/user.ts')).toEqual({
      features: [],
      unit: ['packages/cli/src/typed.test.ts', HOUSE_WIDE, 'tests/cli-package.test.ts'],
      flows: ['tests/flows/cli-users.test.ts'],
    });
  });

  it('are those of the built elements where a view changed that they share', () => {
    expect(select('packages/app/src/features/news/views/Item.tsx')).toMatchObject({
      unit: expect.arrayContaining(['tests/bundles.test.ts', 'packages/server/src/features/news/news.test.ts']),
    });
  });

  it('are those about the whole house where only words for people changed', () => {
    expect(select('docs/architecture.md', 'README.md')).toEqual({ features: [], unit: [HOUSE_WIDE], flows: [] });
  });

  it.each([
    'packages/server/src/kernel/http/mount.ts',
    'packages/app/src/shell/Frame.tsx',
    'packages/core/src/features/unknown/schema.ts',
    'locales/de/frame.json',
    'scripts/build.mjs',
    'package-lock.json',
    'vitest.config.ts',
    'examples/offers/offers.json',
  ])('are all where %s changed, whatever else did', (path) => {
    expect(select('tests/flows/gallery.test.ts', path)).toBe('everything');
  });

  it('are few of this house for news, and nearly all for schools', () => {
    const ofNews = selectAffected(['packages/app/src/features/news/NewsScreen.tsx'], sources, HOUSE);
    const ofSchools = selectAffected(['packages/core/src/features/schools/schema.ts'], sources, HOUSE);
    if (ofNews === 'everything' || ofSchools === 'everything') throw new Error('each of them is a feature');
    expect(ofNews.unit).toContain('tests/contract/news/calls.ts');
    expect(ofNews.unit).not.toContain('tests/contract/chat/calls.ts');
    expect(ofNews.flows).toContain('tests/flows/news-writing.test.ts');
    expect(ofNews.flows.length).toBeLessThan(flows.length / 2);
    expect(ofSchools.unit).toEqual(expect.arrayContaining(['tests/contract/chat/calls.ts', ...ofNews.unit]));
  });
});

describe('every flow', () => {
  it('names in its first line the features that it walks through, which exist', () => {
    const existing = new Set(
      sources.flatMap(({ path }) => /^packages\/[a-z]+\/src\/features\/([a-z-]+)\//.exec(path)?.[1] ?? []),
    );
    const wrong = flows.flatMap(({ path, text }) => {
      const named = featuresOfFlow(text);
      if (named.length === 0) return [`${path} has no first line like "// features: chat, channels"`];
      if (named.includes(EACH_FEATURE) && named.length === 1) return [];
      return named.filter((name) => !existing.has(name)).map((name) => `${path} names "${name}", which is no feature`);
    });
    expect(wrong).toEqual([]);
  });

  it('of some kind goes through each feature that has a screen', () => {
    const named = new Set(flows.flatMap(({ text }) => featuresOfFlow(text)));
    const seen = sources.flatMap(
      ({ path }) => /^packages\/app\/src\/features\/([a-z-]+)\/\w+Screen\.tsx$/.exec(path)?.[1] ?? [],
    );
    expect(seen.length).toBeGreaterThan(20);
    expect([...new Set(seen)].filter((name) => !named.has(name))).toEqual([]);
  });
});
