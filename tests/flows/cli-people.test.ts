// features: users, user-import

import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { readXlsx } from '../../packages/formats/src/tables/xlsx.ts';
import { useCliSchool } from '../support/cli-school.ts';
import { buildUser } from '../support/people.ts';

const { current, as, write } = useCliSchool();
const users = (...args: string[]) => current.cli.run(['users', ...args], as('admin'));
const parse = (text: string) => JSON.parse(text);
const accountOf = (id: number) =>
  current.server.test.database.kysely
    .selectFrom('users')
    .select(['is_locked', 'deleted_at'])
    .where('school_id', '=', current.school.id)
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
const sheetOf = async (name: string) => {
  const budget = { left: 10_000_000, limit: 10_000_000 };
  const [sheet] = await readXlsx(new Uint8Array(readFileSync(join(current.cli.home, name))), { entries: 50, budget });
  return sheet?.rows.map(({ cells }) => cells) ?? [];
};

/** Two of one name, and somebody whose name a spreadsheet would run. */
let zoe: number;
let formula: number;
beforeEach(async () => {
  const { kysely } = current.server.test.database;
  const { id: school } = current.school;
  await kysely.insertInto('grades').values({ school_id: school, shortcut: '5a', source: 'manual' }).execute();
  const list = write(
    'pupils.csv',
    ['Nachname;Vorname;Geburtsdatum;Klasse', 'Groß;Zoë;29.02.2016;5a', "=cmd|' /C calc'!A0;Eve;01.02.2016;5a"].join(
      '\n',
    ),
  );
  const saved = await users('import', list, '--yes');
  expect(saved, saved.stderr).toMatchObject({ code: 0 });
  await buildUser(kysely, school, 'uta', 'TEACHER');
  const { people } = parse((await users('list', '--class', '5a', '--json')).stdout);
  zoe = people.find(({ firstname }: { firstname: string }) => firstname === 'Zoë').id;
  formula = people.find(({ firstname }: { firstname: string }) => firstname === 'Eve').id;
});

describe('kreide users list and show', () => {
  it('name people by kind, class and a part of their name, as table, JSON and CSV [D-3.01] [D-3.03]', async () => {
    const table = await users('list', '--class', '5a');
    expect(table, table.stderr).toMatchObject({ code: 0 });
    expect(table.stdout).toMatch(/Number\s+Name\s+Kind\s+Class\s+State\n/);
    expect(table.stdout).toMatch(new RegExp(`${zoe}\\s+Groß, Zoë\\s+Student\\s+5a\\s+waiting\\n`));
    const teachers = parse((await users('list', '--role', 'teacher', '--json')).stdout);
    expect(teachers).toMatchObject({ people: [{ role: 'TEACHER', username: 'uta', class: null }], error: null });
    expect(parse((await users('list', '--search', 'gross', '--json')).stdout).people).toMatchObject([
      { id: zoe, lastname: 'Groß', class: '5a', state: 'PENDING', is_locked: false },
    ]);
    const csv = (await users('list', '--class', '5a', '--csv')).stdout;
    expect(csv.startsWith('\uFEFFkreide_id;role;lastname;firstname;class;')).toBe(true);
    expect(csv).toContain(`${formula};STUDENT;'=cmd|' /C calc'!A0;Eve;5a;`);
    expect((await users('list', '--search', 'nobody')).stderr).toBe('Nobody fits.\n');
  });

  it('refuse a class or a kind that there is not, and CSV together with JSON [D-3.01]', async () => {
    const unknown = await users('list', '--class', '9z');
    expect(unknown).toMatchObject({ code: 1 });
    expect(unknown.stderr).toContain('There is no class 9z. There are: 5a');
    expect(await users('list', '--role', 'pupil')).toMatchObject({ code: 2 });
    expect(await users('list', '--csv', '--json')).toMatchObject({ code: 2 });
    const pupil = await current.cli.run(['users', 'list', '--json'], as('ada'));
    expect(pupil.code).toBe(1);
    expect(parse(pupil.stdout).error).toMatchObject({ code: 'forbidden' });
  });

  it('show one person by number, name or a part of it, and ask for the number when several fit', async () => {
    for (const given of [String(zoe), `#${zoe}`, 'Zoë Groß', 'Groß, Zoë', 'gross']) {
      const shown = await users('show', given);
      expect(shown.stdout, `${given} ${shown.stderr}`).toMatch(/Name\s+Zoë Groß\n/);
      expect(shown.stdout).toMatch(/Class\s+5a\n/);
    }
    expect(parse((await users('show', String(zoe), '--json')).stdout)).toMatchObject({
      id: zoe,
      class: '5a',
      family: { parents: [], childs: [] },
      error: null,
    });
    await users(
      'import',
      write('more.csv', 'Nachname;Vorname;Geburtsdatum;Klasse\nGroß;Zora;01.01.2015;5a\n'),
      '--yes',
    );
    const several = await users('show', 'Groß', '--json');
    expect(several.code).toBe(1);
    expect(parse(several.stdout).error).toMatchObject({ code: 'ambiguous' });
    expect(several.stderr).toContain(`#${zoe} Zoë Groß · Student · 5a`);
    expect(await users('show', 'Nobody')).toMatchObject({ code: 1 });
    expect(await users('show', '999999999')).toMatchObject({ code: 1 });
  });
});

describe('kreide users lock, unlock and archive', () => {
  it('need a yes where nobody can be asked, and change one account at a time', async () => {
    expect(await users('lock', String(zoe))).toMatchObject({ code: 2 });
    expect(await accountOf(zoe)).toMatchObject({ is_locked: false });
    const locked = await users('lock', 'Zoë Groß', '--yes');
    expect(locked, locked.stderr).toMatchObject({ code: 0, stdout: `Locked: Zoë Groß · Student · 5a (#${zoe})\n` });
    expect(await accountOf(zoe)).toMatchObject({ is_locked: true });
    expect(await accountOf(formula)).toMatchObject({ is_locked: false });
    expect(parse((await users('list', '--locked', '--json')).stdout).people).toMatchObject([{ id: zoe }]);
    expect(parse((await users('lock', String(zoe), '--yes', '--json')).stdout)).toMatchObject({ is_changed: false });
    expect(parse((await users('unlock', String(zoe), '--yes', '--json')).stdout)).toMatchObject({
      is_locked: false,
      is_changed: true,
    });
    expect(await accountOf(zoe)).toMatchObject({ is_locked: false });
  });

  it('say with --dry-run whose account it would be, and leave it as it is', async () => {
    for (const [change, said] of [
      ['lock', 'Would be locked'],
      ['archive', 'Would be archived'],
    ] as const) {
      const shown = await users(change, 'Zoë Groß', '--dry-run');
      const stdout = `${said}: Zoë Groß · Student · 5a (#${zoe})\nNothing was changed.\n`;
      expect(shown, shown.stderr).toMatchObject({ code: 0, stdout });
      expect(parse((await users(change, String(zoe), '--dry-run', '--json')).stdout)).toMatchObject({
        id: zoe,
        is_changed: false,
        would_change: true,
        error: null,
      });
    }
    expect(parse((await users('unlock', String(zoe), '--dry-run', '--json')).stdout)).toMatchObject({
      is_changed: false,
      would_change: false,
    });
    const own = await users('archive', 'admin', '--dry-run', '--json');
    expect(own.code).toBe(1);
    expect(parse(own.stdout)).toMatchObject({ would_change: true, error: { code: 'forbidden' } });
    expect(await accountOf(zoe)).toEqual({ is_locked: false, deleted_at: null });
  });

  it('archive so that the account can be recovered, and find archived ones', async () => {
    const gone = await users('archive', String(zoe), '--yes', '--json');
    expect(parse(gone.stdout), gone.stderr).toMatchObject({ id: zoe, is_changed: true, error: null });
    expect((await accountOf(zoe)).deleted_at).not.toBeNull();
    expect(parse((await users('list', '--class', '5a', '--json')).stdout).people).toHaveLength(1);
    expect(parse((await users('list', '--archived', '--json')).stdout).people).toMatchObject([{ id: zoe }]);
    expect((await users('show', 'Zoë Groß')).stdout).toMatch(/State\s+archived/);
    expect((await users('archive', 'admin', '--yes')).code).toBe(1);
  });
});

describe('kreide users export', () => {
  it('writes a workbook or CSV that only the owner reads, in which no name is a formula', async () => {
    const csv = await users('export', 'people.csv', '--class', '5a');
    expect(csv, csv.stderr).toMatchObject({ code: 0, stderr: 'people.csv: 2 people\n' });
    expect(statSync(join(current.cli.home, 'people.csv')).mode & 0o777).toBe(0o600);
    const text = readFileSync(join(current.cli.home, 'people.csv'), 'utf8');
    expect(text).toContain("STUDENT;'=cmd|");
    expect(await users('export', 'people.xlsx', '--class', '5a')).toMatchObject({ code: 0 });
    const rows = await sheetOf('people.xlsx');
    expect(rows[0]?.slice(0, 5)).toEqual(['kreide_id', 'role', 'lastname', 'firstname', 'class']);
    expect(rows.slice(1).map((cells) => [cells[2], cells[4]])).toContainEqual(["'=cmd|' /C calc'!A0", '5a']);
    expect(await users('export', 'people.txt')).toMatchObject({ code: 2 });
  });

  it('is read again by an import as the same people', async () => {
    await users('export', 'people.csv', '--class', '5a');
    const again = await users('import', 'people.csv', '--dry-run', '--json');
    expect(parse(again.stdout).counts, again.stderr).toMatchObject({ new: 0, changed: 0, unchanged: 2, rejected: 0 });
  });
});

describe('kreide users import --preset', () => {
  const DANIS = 'SchuelerNachname;SchuelerRufname;GruppeBezeichnung;SchuelerId\nKlein;Bo;5a;D-1\n';

  it('proposes a program and reads the list as its own when that is said [D-3.04]', async () => {
    const file = write('danis.csv', DANIS);
    const proposed = await users('import', file, '--dry-run');
    expect(proposed.stdout).toContain('danis: Looks like Danis, by the columns SchuelerNachname, GruppeBezeichnung.');
    const run = await users('import', file, '--preset', 'danis', '--dry-run', '--json');
    expect(parse(run.stdout), run.stderr).toMatchObject({ preset: 'danis', proposals: [], counts: { new: 1 } });
    const unknown = await users('import', file, '--preset', 'nonsense', '--dry-run');
    expect(unknown).toMatchObject({ code: 2 });
    expect(unknown.stderr).toContain('webuntis');
  });

  it('makes letters for the list of a program, too [D-3.11]', async () => {
    const untis = ['m', 'Meier', '', '', '', '', '', 'Ada', '1', '5a', '1', '', '20150131', '', 'S-1'].join(';');
    const file = write('GPU010.TXT', `${untis}\n`);
    expect(await users('generate', file, '--dry-run')).toMatchObject({ code: 1 });
    const run = await users('generate', file, '--preset', 'gpu010', '--dry-run');
    expect(run, run.stderr).toMatchObject({ code: 0 });
    expect(run.stdout).toContain('Meier, Ada · 5a');
  });
});
