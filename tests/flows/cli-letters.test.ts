// features: registration, users

import { chmodSync, existsSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { extractText, getDocumentProxy } from 'unpdf';
import { describe, expect, it } from 'vitest';
import { useCliSchool } from '../support/cli-school.ts';
import { readPeopleTables } from '../support/people-imports.ts';

const { current, as, write } = useCliSchool();
const LIST = 'Nachname;Vorname;Klasse\nGroß;Zoë;5a\nYılmaz;Fatima;10b\n';
const run = (...args: string[]) => current.cli.run(args, as('admin'));
const at = (name: string) => join(current.cli.home, name);
const modeOf = (name: string) => statSync(at(name)).mode & 0o777;
async function pages(name: string): Promise<string[]> {
  return (await extractText(await getDocumentProxy(new Uint8Array(readFileSync(at(name)))))).text;
}
/** Makes accounts for two pupils; the number of their list. */
async function generate(): Promise<number> {
  const made = await run('generate', write('list.csv', LIST), '--letters', 'first.pdf', '--yes', '--json');
  expect(made, made.stderr).toMatchObject({ code: 0 });
  return JSON.parse(made.stdout).run;
}
const downloads = async () => {
  const { rows } = await current.server.test.database.pool.query(
    "select 1 from audit_log where school_id = $1 and action like '%downloadUsers'",
    [current.school.id],
  );
  return rows.length;
};

describe('kreide generate', () => {
  it('makes what users generate makes: accounts, letters and a spreadsheet that only the owner reads [D-3.11] [D-3.03]', async () => {
    const before = await readPeopleTables(current.server);
    const list = write('list.csv', LIST);
    const dry = await run('generate', list, '--dry-run');
    expect(dry, dry.stderr).toMatchObject({ code: 0 });
    expect(dry.stdout).toBe((await run('users', 'generate', list, '--dry-run')).stdout);
    expect(await readPeopleTables(current.server)).toEqual(before);
    const made = await run('generate', list, '--letters', 'a.pdf', '--table', 'a.xlsx', '--yes', '--json');
    expect(JSON.parse(made.stdout), made.stderr).toMatchObject({ codes: 2, state: 'SAVED', error: null });
    expect(await pages('a.pdf')).toHaveLength(2);
    expect([modeOf('a.pdf'), modeOf('a.xlsx')]).toEqual([0o600, 0o600]);
  });

  it('replaces no file and makes nobody before that is said [D-3.11]', async () => {
    const before = await readPeopleTables(current.server);
    write('there.pdf', 'mine');
    const refused = await run('generate', write('list.csv', LIST), '--letters', 'there.pdf', '--yes');
    expect(refused).toMatchObject({ code: 2, stdout: '' });
    expect(refused.stderr).toContain('there.pdf exists already');
    expect(readFileSync(at('there.pdf'), 'utf8')).toBe('mine');
    const nowhere = await run('generate', 'list.csv', '--letters', 'nowhere/letters.pdf', '--yes');
    expect(nowhere).toMatchObject({ code: 2, stderr: 'Folder not found: nowhere\n' });
    expect(await readPeopleTables(current.server)).toEqual(before);
  });
});

describe('kreide letters', () => {
  it('lists what was made with the codes still open, for people and for programs [D-3.11] [D-3.03] [D-3.13]', async () => {
    expect(await run('letters', 'list')).toMatchObject({ code: 0, stdout: '' });
    const number = await generate();
    const shown = await run('letters', 'list');
    expect(shown.stdout, shown.stderr).toMatch(
      new RegExp(`No\\..*Letters\\s+Open\\n\\s*${number}\\s.*done\\s+2\\s+2\\n`),
    );
    const german = await current.cli.run(['letters', 'list'], { ...as('admin'), LC_ALL: 'de_DE.UTF-8' });
    expect(german.stdout).toContain('Offen');
    expect(JSON.parse((await run('letters', 'list', '--json')).stdout)).toMatchObject({
      runs: [{ run: number, state: 'SAVED', made: 2, open: 2 }],
      has_more: false,
      error: null,
    });
    const pupil = await current.cli.run(['letters', 'list', '--json'], as('ada'));
    expect(JSON.parse(pupil.stdout).error).toMatchObject({ code: 'forbidden' });
  });

  it('says how many letters for whom, and opens and writes nothing with --dry-run [D-3.11]', async () => {
    const number = await generate();
    const before = await downloads();
    const dry = await run('letters', 'download', String(number), '--letters', 'again.pdf', '--dry-run');
    expect(dry, dry.stderr).toMatchObject({ code: 0 });
    expect(dry.stdout).toContain('Letters: 2\n  Groß, Zoë · 5a · de\n  Yılmaz, Fatima · 10b · de\n');
    expect(existsSync(at('again.pdf'))).toBe(false);
    const json = await run('letters', 'download', String(number), '--class', '5a', '--dry-run', '--json');
    expect(JSON.parse(json.stdout)).toEqual({
      run: number,
      letters: null,
      table: null,
      error: null,
      people: [{ lastname: 'Groß', firstname: 'Zoë', type: 'STUDENT', class: '5a', language: 'de' }],
    });
    expect(await downloads()).toBe(before);
  });

  it('writes the letters once and again, all or those of a class, and replaces a file only with --force [D-3.11]', async () => {
    const number = String(await generate());
    const all = await run('letters', 'download', number, '--letters', 'all.pdf', '--table', 'all.xlsx');
    expect(all, all.stderr).toMatchObject({ code: 0, stderr: 'all.pdf written\nall.xlsx written\n' });
    expect(await pages('all.pdf')).toEqual(await pages('first.pdf'));
    chmodSync(at('all.pdf'), 0o644);
    const again = ['letters', 'download', number, '--class', '10b', '--letters', 'all.pdf'];
    expect(await run(...again)).toMatchObject({ code: 2, stdout: '' });
    expect(await pages('all.pdf')).toHaveLength(2);
    expect(await run(...again, '--force', '--json')).toMatchObject({ code: 0 });
    expect(await pages('all.pdf')).toEqual([expect.stringContaining('Fatima')]);
    // Whoever could read the former file does not read the new one.
    expect(modeOf('all.pdf')).toBe(0o600);
  });

  it('never writes codes to a terminal, and says which list has none [D-3.11] [D-3.01]', async () => {
    const number = String(await generate());
    symlinkSync('/dev/stdout', at('out.pdf'));
    for (const path of ['-', '/dev/stdout', '/dev/tty', 'out.pdf']) {
      const refused = await run('letters', 'download', number, '--letters', path, '--force');
      expect(refused, path).toMatchObject({ code: 2, stdout: '' });
      expect(refused.stderr, path).toContain('never to a terminal');
    }
    expect(await run('letters', 'download', number)).toMatchObject({ code: 2 });
    expect(await run('letters', 'download', 'x', '--dry-run')).toMatchObject({ code: 2 });
    const unknown = await run('letters', 'download', '999999999', '--dry-run', '--json');
    expect(JSON.parse(unknown.stdout).error).toMatchObject({ code: 'not_found' });
    const none = await run('letters', 'download', number, '--class', '9z', '--letters', 'none.pdf', '--json');
    expect(JSON.parse(none.stdout)).toMatchObject({ people: [], letters: null, error: { code: 'empty' } });
    expect(existsSync(at('none.pdf'))).toBe(false);
  });
});
