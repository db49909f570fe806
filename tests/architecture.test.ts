import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import {
  featureBreaches,
  type HouseRules,
  importCycles,
  longFiles,
  packageBreaches,
  readSources,
  undeclaredPackages,
} from './support/architecture.ts';

const HOUSE: HouseRules = {
  arrows: {
    core: [],
    demo: ['core'],
    server: ['core', 'demo'],
    cli: ['core'],
    app: ['core'],
    widgets: ['core', 'app'],
  },
  levels: [
    ['branding', 'files'],
    ['schools', 'users', 'auth', 'structure'],
    ['auth-drivers', 'registration', 'settings', 'channels', 'subscriptions'],
    ['surveys', 'cloud', 'timetable'],
    ['chat', 'news', 'calendar', 'conferences', 'planner', 'courses', 'timetable-import', 'user-import', 'webuntis'],
    ['classbook', 'absences', 'content-move', 'onboarding', 'management', 'monitor', 'help', 'sales'],
    // Reached only through outbox events: nothing stands above them.
    ['notifications', 'audit'],
  ],
  // A school year belongs to a school, a person has a grade or a teacher's record, a session a person: never the other way round.
  withinLevel: ['structure → schools', 'users → schools', 'users → structure', 'auth → schools', 'auth → users'],
  joints: [
    /^packages\/server\/src\/[a-z-]+\.ts$/,
    /^packages\/server\/src\/(commands|demo)\//,
    /^packages\/app\/src\/(main\.tsx|shell\/.+)$/,
    /^packages\/widgets\/src\/[a-z-]+\.tsx?$/,
    /^packages\/(cli|demo)\/src\//,
  ],
  maxLines: 400,
};

const ROOT = join(import.meta.dirname, '..');
const sources = readSources(ROOT);

describe('the house', () => {
  it('has arrows between packages only as drawn, and nothing of tests in the product [D-1.02]', () => {
    expect(packageBreaches(sources, HOUSE)).toEqual([]);
  });

  it('lets features import those of lower levels only, through their index', () => {
    expect(featureBreaches(sources, HOUSE)).toEqual([]);
  });

  it('has no ring of files that import each other, types included', () => {
    expect(importCycles(sources)).toEqual([]);
  });

  it('declares every package that it imports', () => {
    expect(undeclaredPackages(ROOT, sources)).toEqual([]);
  });

  it('has no file above 400 lines', () => {
    expect(longFiles(sources, HOUSE)).toEqual([]);
  });
});

describe('the judge of the house', () => {
  const folder = mkdtempSync(join(tmpdir(), 'kreide-house-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  function house(files: Record<string, string>): ReturnType<typeof readSources> {
    const root = mkdtempSync(join(folder, 'case-'));
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), text);
    }
    return readSources(root);
  }

  it('sees a wrong arrow, a way round a package name, Node in core and test tools in the product', () => {
    const breaches = packageBreaches(
      house({
        'packages/core/src/a.ts': "import { b } from '@kreide/server';\nimport { join } from 'node:path';",
        'packages/app/src/b.tsx': "import {\n  type c,\n} from '../../core/src/c.ts';",
        'packages/widgets/src/c.ts': "export * from '@kreide/app/kernel/session';",
        'packages/server/src/d.ts': "import 'vitest';\nconst e = await import('../../../tests/support/database.ts');",
        'packages/server/src/d.test.ts': "import 'vitest';\nimport '../../../tests/support/database.ts';",
      }),
      HOUSE,
    ).toSorted();
    expect(breaches).toEqual([
      'packages/app/src/b.tsx imports ../../core/src/c.ts: across packages by name (@kreide/core/…).',
      'packages/core/src/a.ts imports @kreide/server: no arrow from core to server.',
      'packages/core/src/a.ts imports node:path, but core runs in the browser too [D-1.02].',
      'packages/server/src/d.ts imports ../../../tests/support/database.ts, which only tests may.',
      'packages/server/src/d.ts imports vitest, which only tests may.',
      'packages/widgets/src/c.ts imports @kreide/app/kernel/session: of the app only features/<name>/views.',
    ]);
  });

  it('sees features that look up, sideways or deep, and kernels and views that know too much', () => {
    const breaches = featureBreaches(
      house({
        'packages/server/src/features/timetable/queries.ts': "import { a } from '../news/index.ts';",
        'packages/server/src/features/news/queries.ts': "import type { a } from '../timetable/queries.ts';",
        'packages/server/src/features/chat/queries.ts': "import { a } from '@kreide/core/features/calendar';",
        'packages/server/src/features/auth/queries.ts': "import { a } from '../users/index.ts';",
        'packages/server/src/features/odd/queries.ts': '',
        'packages/server/src/kernel/context.ts': "import { a } from '../features/auth/index.ts';",
        'packages/server/src/server.ts': "import { a } from './features/news/handlers.ts';",
        'packages/app/src/features/news/views/Card.tsx':
          "import { Link } from 'react-router';\nimport { useState } from 'react';",
      }),
      HOUSE,
    ).toSorted();
    expect(breaches).toEqual([
      'packages/app/src/features/news/views/Card.tsx imports react-router: views import react and core only.',
      'packages/server/src/features/chat/queries.ts imports @kreide/core/features/calendar: "calendar" is not below "chat".',
      'packages/server/src/features/news/queries.ts imports ../timetable/queries.ts: another feature only through its index.ts.',
      'packages/server/src/features/odd/queries.ts: the feature "odd" stands in no level of the table.',
      'packages/server/src/features/timetable/queries.ts imports ../news/index.ts: "news" is not below "timetable".',
      'packages/server/src/kernel/context.ts imports ../features/auth/index.ts: outside features only the joints know features.',
    ]);
  });

  it('sees rings of types and files that are too long', () => {
    const found = house({
      'packages/core/src/a.ts': "import type { B } from './b.ts';",
      'packages/core/src/b.ts': "export type { C } from './c.ts';",
      'packages/core/src/c.ts': "type A = import('./a.ts').A;",
      'packages/core/src/long.ts': '//\n'.repeat(401),
      'packages/core/src/long.generated.ts': '//\n'.repeat(401),
    });
    expect(importCycles(found)).toHaveLength(1);
    expect(importCycles(found)[0]?.split(' → ')).toHaveLength(4);
    expect(longFiles(found, HOUSE)).toEqual(['packages/core/src/long.ts has 401 lines, at most 400 are allowed.']);
  });
});
