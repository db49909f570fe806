// features: users

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { extractText, getDocumentProxy } from 'unpdf';
import { describe, expect, it } from 'vitest';
import { useCliSchool } from '../support/cli-school.ts';
import { codesIn, readPeopleTables } from '../support/people-imports.ts';

const { current, as, write } = useCliSchool();
const HEAD = 'ID;Nachname;Vorname;Geburtsdatum;Klasse';
const list = (rows: readonly string[], name = 'pupils.csv') => write(name, [HEAD, ...rows, ''].join('\r\n'));
const GOOD = ['1;Yılmaz;Fatima;15.03.2015;5a', '2;Groß;Zoë;29.02.2016;5a'];
const users = (...args: string[]) => current.cli.run(['users', 'import', ...args], as('admin'));
const names = async () => {
  const rows = await current.server.test.database.kysely
    .selectFrom('users')
    .select(['firstname', 'lastname', 'deleted_at'])
    .where('school_id', '=', current.school.id)
    .where('state', '=', 'PENDING')
    .orderBy('id')
    .execute();
  return rows.map(
    ({ firstname, lastname, deleted_at }) => `${firstname} ${lastname}${deleted_at ? ' (archived)' : ''}`,
  );
};

describe('kreide users import', () => {
  it('shows the plan and changes nothing with --dry-run, in the language of the terminal [D-3.04] [D-3.05]', async () => {
    const before = await readPeopleTables(current.server);
    const file = list([...GOOD, '3;;Ohne;01.01.2015;5a']);
    const run = await users(file, '--dry-run');
    expect(run, run.stderr).toMatchObject({ code: 3 });
    expect(run.stdout).toMatch(/new\s+2\n/);
    expect(run.stdout).toContain('line 4');
    expect(run.stdout).toContain('Only shown, nothing was saved.');
    expect(run.stdout).toContain('Nachname: The first or last name is missing.');
    expect(run.stdout.indexOf('Groß, Zoë')).toBeGreaterThan(0);
    const german = await current.cli.run(['users', 'import', file, '--dry-run'], {
      ...as('admin'),
      LC_ALL: 'de_DE.UTF-8',
    });
    expect(german.stdout).toMatch(/neu\s+2\n/);
    expect(german.stdout).toContain('Vorname oder Nachname fehlt.');
    expect(await readPeopleTables(current.server)).toEqual(before);
  });

  it('saves after --yes, does nothing the second time and takes it back [D-3.05] [D-3.06]', async () => {
    const before = await readPeopleTables(current.server);
    const saved = await users(list(GOOD), '--yes', '--json');
    const result = JSON.parse(saved.stdout);
    expect(result, saved.stderr).toMatchObject({ state: 'SAVED', counts: { new: 2 }, error: null });
    expect(await names()).toEqual(['Zoë Groß', 'Fatima Yılmaz']);
    const again = await users(list(GOOD), '--yes');
    expect(again.stdout).toContain('Nothing would change.');
    const imported = await readPeopleTables(current.server);
    const shown = await users('--undo', String(result.run), '--dry-run');
    expect(shown, shown.stderr).toMatchObject({ code: 0 });
    expect(shown.stdout).toMatch(/would be removed +2\n/);
    expect(shown.stdout).toMatch(/\nwould be removed\n {2}Groß, Zoë \(#\d+\)\n {2}Yılmaz, Fatima \(#\d+\)\n/);
    expect(shown.stdout).toContain('Nothing was changed.');
    expect(JSON.parse((await users('--undo', String(result.run), '--dry-run', '--json')).stdout)).toMatchObject({
      run: result.run,
      error: null,
      people: [
        { name: 'Groß, Zoë', fate: 'removed' },
        { name: 'Yılmaz, Fatima', fate: 'removed' },
      ],
    });
    expect(await readPeopleTables(current.server)).toEqual(imported);
    const undone = await users('--undo', String(result.run));
    expect(undone, undone.stderr).toMatchObject({ code: 0, stdout: 'Everything is as before the import.\n' });
    const after = await readPeopleTables(current.server);
    expect(after).toEqual(before);
    const over = await users('--undo', String(result.run), '--dry-run', '--json');
    expect(over.code).toBe(1);
    expect(JSON.parse(over.stdout).error.code).toBe('already_undone');
  });

  it('goes on with saving that stands still, and does not wait for a server that is not at it', async () => {
    await users(list(GOOD), '--yes');
    const { kysely } = current.server.test.database;
    const { id } = await kysely
      .updateTable('user_imports')
      .set({ state: 'SAVING', saved_at: null })
      .where('school_id', '=', current.school.id)
      .where('state', '=', 'SAVED')
      .returning('id')
      .executeTakeFirstOrThrow();
    const refused = await users(list(GOOD), '--yes');
    expect(refused.code).toBe(1);
    const resumed = await users('--resume', String(id));
    expect(resumed, resumed.stderr).toMatchObject({ code: 0 });
    expect(resumed.stdout).toContain(`kreide users import --undo ${id}`);
    expect(await names()).toEqual(['Zoë Groß', 'Fatima Yılmaz']);
    expect((await users('--resume', String(id))).code).toBe(1);
    expect((await users('--resume', 'x')).code).toBe(2);
    expect((await users('--resume', '1', '--undo', '1')).code).toBe(2);
  });

  it('adds classes that may be none only when they are named', async () => {
    const odd = list([...GOOD, '3;Klein;Pia;15.03.2015;5 A', '4;Klein;Lea;15.03.2015;030 1234567']);
    const refused = await users(odd, '--yes', '--accept-class', '5a', '--json');
    expect(refused.code).toBe(1);
    expect(JSON.parse(refused.stdout)).toMatchObject({
      doubtful_classes: ['030 1234567', '5a'],
      error: { code: 'doubtful_classes', message: expect.stringContaining("--accept-class '030 1234567'\n") },
    });
    expect(await names()).toEqual([]);
    const saved = await users(odd, '--yes', '--accept-class', '5a', '--accept-class', '030 1234567');
    expect(saved, saved.stderr).toMatchObject({ code: 0 });
    expect(await names()).toHaveLength(4);
  });

  it('archives who is missing only when asked, and many only with a second word [D-3.06]', async () => {
    await users(list(GOOD), '--yes');
    const one = list(GOOD.slice(0, 1));
    expect((await users(one, '--yes')).stdout).toContain('missing from the file');
    expect(await names()).toEqual(['Zoë Groß', 'Fatima Yılmaz']);
    const refused = await users(one, '--yes', '--archive-missing');
    expect(refused).toMatchObject({ code: 1 });
    expect(refused.stderr).toContain('Unusually many people');
    expect((await users(one, '--yes', '--archive-missing', '--many-missing')).code).toBe(0);
    expect(await names()).toEqual(['Zoë Groß (archived)', 'Fatima Yılmaz']);
  });

  it('writes rejected rows to a file that can be mended and imported again, without live formulas [D-3.07]', async () => {
    const file = list([...GOOD, "3;=cmd|' /C calc'!A0;Eve;30.02.2015;5a"]);
    const run = await users(file, '--yes', '--errors', 'mend.csv');
    expect(run, run.stderr).toMatchObject({ code: 3 });
    expect(await names()).toHaveLength(2);
    const written = readFileSync(join(current.cli.home, 'mend.csv'), 'utf8');
    expect(written).toBe(
      [
        '\uFEFFID;Nachname;Vorname;Geburtsdatum;Klasse;Row;Column;Reason',
        "3;'=cmd|' /C calc'!A0;Eve;30.02.2015;5a;4;Geburtsdatum;There is no such date of birth.",
        '',
      ].join('\r\n'),
    );
    write('mended.csv', written.replace('30.02.2015', '28.02.2015'));
    expect((await users('mended.csv', '--yes')).code).toBe(0);
    expect((await names()).at(-1)).toBe("Eve =cmd|' /C calc'!A0");
  });

  it('takes a mapping file, and refuses one that is none [D-3.04]', async () => {
    const file = write('staff.csv', 'A\tB\tC\nĐặng\tNgô\tx\n');
    const mapping = write('map.json', JSON.stringify({ type: 'TEACHER', columns: { A: 'lastname', B: 'firstname' } }));
    expect((await users(file, '--mapping', mapping, '--yes')).code).toBe(0);
    expect(await names()).toEqual(['Ngô Đặng']);
    expect(await users(file, '--mapping', write('bad.json', '{"columns":{"A":"size"}}'), '--yes')).toMatchObject({
      code: 2,
    });
    expect(await users('--undo', 'x')).toMatchObject({ code: 2 });
    expect(await users('--yes')).toMatchObject({ code: 2 });
  });
});

describe('kreide users import of a list that was numbered anew', () => {
  const ids = async () => {
    const { kysely } = current.server.test.database;
    const found = kysely
      .selectFrom('user_import_identities')
      .select('external_id')
      .where('school_id', '=', current.school.id);
    return (await found.execute()).map(({ external_id }) => external_id).toSorted();
  };
  const ANEW = ['901;Yılmaz;Fatima;15.03.2015;5a', '902;Groß;Zoë;29.02.2016;5a'];

  it('says so once at the top, takes all new ids only with --rekey, and gives the former ones back [D-3.05] [D-3.06] [D-3.03]', async () => {
    await users(list(GOOD), '--yes');
    const dry = await users(list(ANEW), '--dry-run');
    expect(dry.stdout, dry.stderr).toMatch(/^It seems that IDs were given anew: 2 of 2 people[^\n]*\n[^\n]*--rekey/);
    expect(dry.stdout.match(/given anew/g)).toHaveLength(1);
    const left = JSON.parse((await users(list(ANEW), '--yes', '--json')).stdout);
    expect(left).toMatchObject({ renumbered: { known: 2, people: 2, taken: 0 }, counts: { ambiguous: 2, changed: 0 } });
    expect(await ids()).toEqual(['1', '2']);

    const shown = await users(list(ANEW), '--rekey', '--dry-run');
    expect(shown.stdout, shown.stderr).toContain('Their new IDs are taken over.');
    expect(shown.stdout).toContain('external_id: 1 → 901');
    expect(await ids()).toEqual(['1', '2']);
    const saved = await users(list(ANEW), '--rekey', '--yes', '--json');
    const result = JSON.parse(saved.stdout);
    expect(result, saved.stderr).toMatchObject({
      state: 'SAVED',
      renumbered: { taken: 2 },
      counts: { changed: 2, new: 0 },
    });
    expect(await ids()).toEqual(['901', '902']);
    expect(await names()).toHaveLength(2);
    await users('--undo', String(result.run));
    expect(await ids()).toEqual(['1', '2']);
  });
});

describe('the classes and teachers of a list', () => {
  it('are added before its people with --add-classes, shown by --dry-run, and go with the import [T-7.90] [T-7.91]', async () => {
    const file = write(
      'staff.csv',
      'Nachname;Vorname;Rolle;Klasse;Kürzel\nNeu;Nika;Schüler;5x;\nKern;Kai;Lehrer;;Kn\n',
    );
    const before = await readPeopleTables(current.server);
    const dry = await users(file, '--add-classes', '--dry-run');
    expect(dry.stdout, dry.stderr).toContain('\nTo be added first: 5x, Kn\n');
    expect(await readPeopleTables(current.server)).toEqual(before);
    const saved = await users(file, '--add-classes', '--yes', '--json');
    const result = JSON.parse(saved.stdout);
    const entities = { grades: ['5x'], teachers: ['Kn'] };
    expect(result, saved.stderr).toMatchObject({ state: 'SAVED', entities, new_classes: [], counts: { new: 2 } });
    const log = current.server.test.database.kysely.selectFrom('audit_log').select('after');
    const added = await log
      .where('school_id', '=', current.school.id)
      .where('action', '=', 'user-import.publishEntities')
      .execute();
    expect(added).toHaveLength(1);
    expect((await users('--undo', String(result.run))).code).toBe(0);
    expect(await readPeopleTables(current.server)).toEqual(before);
  });
});

describe('kreide users generate', () => {
  const generate = (...args: string[]) => current.cli.run(['users', 'generate', ...args], as('admin'));

  it('makes accounts for a list and writes the letters as PDF and a spreadsheet [D-3.11] [D-3.03] [D-3.05]', async () => {
    const file = list([...GOOD, '3;;Ohne;01.01.2015;5a']);
    const before = await readPeopleTables(current.server);
    const dry = await generate(file, '--dry-run');
    expect(dry, dry.stderr).toMatchObject({ code: 3 });
    expect(dry.stdout).toMatch(/new account: 2\n/);
    expect(await readPeopleTables(current.server)).toEqual(before);
    expect(await generate(file, '--yes')).toMatchObject({ code: 2 });
    const files = ['--letters', 'letters.pdf', '--table', 'users.xlsx'];
    const run = await generate(file, ...files, '--language', 'en', '--yes', '--json');
    expect(JSON.parse(run.stdout), run.stderr).toMatchObject({ codes: 2, state: 'SAVED', rejected: [{ line: 4 }] });
    expect((await names()).toSorted()).toEqual(['Fatima Yılmaz', 'Zoë Groß']);
    const written = (name: string) => new Uint8Array(readFileSync(join(current.cli.home, name)));
    const pdf = await getDocumentProxy(written('letters.pdf'));
    const { text } = await extractText(pdf);
    expect([text.length, text[0]]).toEqual([2, expect.stringContaining('Hello Zoë Groß')]);
    const codes = await codesIn(written('users.xlsx'));
    expect(codes.map((code, at) => text[at]?.includes(code))).toEqual([true, true]);
  });
});
