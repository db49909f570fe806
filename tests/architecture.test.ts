import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { PERMISSIONS, PRODUCT } from '@kreide/core/kernel';
import { afterAll, describe, expect, it } from 'vitest';
import {
  featureBreaches,
  importCycles,
  longFiles,
  packageBreaches,
  readSources,
  tableBreaches,
  tablesOf,
  undeclaredPackages,
} from './support/architecture.ts';
import { HOUSE } from './support/house.ts';

const ROOT = join(import.meta.dirname, '..');
const sources = readSources(ROOT);
const generated = readFileSync(join(ROOT, 'packages/server/src/kernel/data/database.generated.ts'), 'utf8');

describe('the house', () => {
  it('has arrows between packages only as drawn, and nothing of tests in the product [D-1.02]', () => {
    expect(packageBreaches(sources, HOUSE)).toEqual([]);
  });

  it('lets features import those of lower levels only, through their index', () => {
    expect(featureBreaches(sources, HOUSE)).toEqual([]);
  });

  it('has one owner for every table', () => {
    expect(Object.values(HOUSE.tables).flat().toSorted()).toEqual(tablesOf(generated).toSorted());
  });

  it('names a table only in the queries of its owner', () => {
    expect(tableBreaches(sources, HOUSE)).toEqual([]);
  });

  it('signs addresses of files in one place, that of what they belong to [D-4.14]', () => {
    const signing = sources
      .filter(({ path }) => path.startsWith('packages/server/src/features/') && !path.endsWith('.test.ts'))
      .filter(({ path }) => readFileSync(join(ROOT, path), 'utf8').includes('signFileAddress'));
    expect(signing.map(({ path }) => path)).toEqual(['packages/server/src/features/files/entry.ts']);
  });

  it('has no ring of files that import each other, types included', () => {
    expect(importCycles(sources)).toEqual([]);
  });

  it('declares every package that it imports', () => {
    expect(undeclaredPackages(ROOT, sources)).toEqual([]);
  });

  it('compares no name of a role or kind of account where people talk to each other: permissions and can maps only [C-6.41]', () => {
    const talking = /\/features\/(news|channels|chat|surveys|cloud|calendar|conferences|notifications|files)\//;
    const named = sources
      .filter(
        ({ path }) => path.startsWith('packages/') && talking.test(path) && !/\.(test|fixtures)\.tsx?$/.test(path),
      )
      .filter(({ path }) =>
        /['"`](STUDENT|PARENT|TEACHER|EMPLOYEE|ADMIN|SECRETARIAT|SALES)['"`]/.test(
          readFileSync(join(ROOT, path), 'utf8'),
        ),
      )
      .map(({ path }) => path);
    expect(named).toEqual([]);
  });

  it('builds every name with the product in it from the one key, and spells none by hand [P-2.102] [T-6.04]', () => {
    // Addresses, permissions and properties of a school; a text has none of them.
    const byHand = new RegExp(
      `(manage|edit|view)-${PRODUCT}|${PRODUCT}-(plus|partners|sales|redirect-page)|${PRODUCT}_contact`,
    );
    const isByHand = (text: string) => byHand.test(text);
    const spelled = sources
      .map(({ path }) => path)
      .filter((path) => path.startsWith('packages/') && !/\.(test|generated)\.tsx?$/.test(path))
      .filter((path) => isByHand(readFileSync(join(ROOT, path), 'utf8')));
    expect(spelled).toEqual([]);
    for (const name of [
      'manage-kreide',
      'manage-kreide-sales',
      'kreide-plus',
      'kreide-partners',
      'kreide-redirect-page',
    ])
      expect(isByHand(`'/more/${name}'`), name).toBe(true);
    expect(isByHand("'kreide_contact.support.enabled'")).toBe(true);
    expect(PERMISSIONS.filter((name) => name.includes(PRODUCT))).toEqual(['manage-kreide', 'manage-kreide-sales']);
  });

  it('makes formatters of dates in the calendar only, where they are kept', () => {
    const makers = sources
      .map(({ path }) => path)
      .filter((path) => path.startsWith('packages/') && !/\.test\.tsx?$/.test(path))
      .filter((path) =>
        /new Intl\.DateTimeFormat\(|toLocale(Date|Time)String\(/.test(readFileSync(join(ROOT, path), 'utf8')),
      );
    expect(makers).toEqual(['packages/core/src/kernel/calendar/formats.ts']);
  });

  it('has no file above 400 lines', () => {
    expect(longFiles(sources, HOUSE)).toEqual([]);
  });

  it('is drawn in its page as it is: the levels of features, and the folders of the kernel', () => {
    const page = readFileSync(join(ROOT, 'docs/architecture.md'), 'utf8');
    const levels = [...page.matchAll(/^\| \d \| (.+) \|$/gm)].map(([, words = '']) => toNames(words));
    expect(levels.map((names) => names.toSorted())).toEqual(HOUSE.levels.map((names) => names.toSorted()));
    const [, folders = ''] =
      /^The server's kernel has a folder for each concern: ([\s\S]+?)\.\s*`feature/m.exec(page) ?? [];
    const kernel = readdirSync(join(ROOT, 'packages/server/src/kernel'), { withFileTypes: true });
    expect([...folders.matchAll(/`(\w+)`/g)].map(([, name]) => name).toSorted()).toEqual(
      kernel
        .filter((entry) => entry.isDirectory())
        .map(({ name }) => name)
        .toSorted(),
    );
  });
});

/** The features of a row, without what the page adds in brackets and behind them. */
const toNames = (words: string): string[] =>
  words
    .replace(/\([^)]*\)/g, '')
    .replace(/[;:].*/, '')
    .split(',')
    .map((name) => name.trim());

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
        'packages/server/src/kernel/http/context.ts': "import { a } from '../../features/auth/index.ts';",
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
      'packages/server/src/kernel/http/context.ts imports ../../features/auth/index.ts: outside features only the joints know features.',
    ]);
  });

  it('sees tables that are named by others, in the words of SQL and of the query builder', () => {
    const breaches = tableBreaches(
      house({
        'packages/server/src/features/users/queries.ts': "db.selectFrom('users').innerJoin('teachers', 'a', 'b');",
        'packages/server/src/features/users/queries/family.ts':
          "type Row = DB['user_parents'];\ndb.deleteFrom('users as old');",
        'packages/server/src/features/users/handlers.ts': "db\n  .insertInto(\n    'users',\n  );",
        'packages/server/src/features/news/queries.ts': 'sql`select 1 from news left join "files" on true`;',
        'packages/server/src/features/auth/queries.ts': "insertRows(db, 'lessons', rows);\ntype Row = DB['sessions'];",
        'packages/server/src/features/structure/queries/units.ts':
          "const all = ['grades', 'lessons'];\ndb.selectFrom(all[0]);",
        'packages/server/src/features/chat/store.ts': `db.updateTable(table).set(row);\nsql\`delete from \${sql.table(table)}\`;`,
        'packages/server/src/kernel/realtime/outbox.ts': "db.updateTable('outbox');\nsql`update schools set id = 1`;",
        'packages/server/src/kernel/jobs/task.ts': "db.selectFrom('outbox');",
        'packages/server/src/kernel/data/bulk.ts': `sql\`insert into \${sql.table(table)}\`;`,
        'packages/server/src/commands/school.ts': "db.insertInto('schools');",
        'packages/server/src/features/users/users.test.ts': "db.selectFrom('lessons');",
        'packages/server/src/features/monitor/plan.ts':
          "// taken from times\nconst kind: 'grades' | 'users' = 'grades';\nimport { a } from './times.ts';\ndb.selectFrom(users(db).as('users'));",
      }),
      HOUSE,
    ).toSorted();
    const named = (file: string, table: string, owner: string) =>
      `packages/server/src/${file} names the table ${table}, which is of ${owner}: ask its queries.`;
    expect(breaches).toEqual([
      named('features/auth/queries.ts', 'lessons', 'timetable'),
      'packages/server/src/features/chat/store.ts asks the table "table": only queries do.',
      named('features/news/queries.ts', 'files', 'files'),
      named('features/structure/queries/units.ts', 'lessons', 'timetable'),
      named('features/users/handlers.ts', 'users', 'users'),
      named('features/users/queries.ts', 'teachers', 'structure'),
      named('kernel/jobs/task.ts', 'outbox', 'kernel/realtime/outbox.ts'),
      named('kernel/realtime/outbox.ts', 'schools', 'schools'),
    ]);
    expect(tablesOf('export interface DB {\n  files: Files;\n  users: Users;\n}\n')).toEqual(['files', 'users']);
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
