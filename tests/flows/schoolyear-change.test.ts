// features: year-change

import { describe, expect, it } from 'vitest';
import { expectAccessible } from '../support/accessible.ts';
import { withApp } from '../support/app-browser.ts';
import { createCli } from '../support/cli-process.ts';
import { readPlanTables } from '../support/imports.ts';
import { PASSWORD } from '../support/people.ts';
import { buildPlanSchool } from '../support/plan-school.ts';

const app = withApp(buildPlanSchool);

const run = (text: string, values: unknown[] = []) => app.server.test.database.pool.query(text, values);

/** The year of the school ends in a month, and there is a next one. */
async function endYear(): Promise<void> {
  const { id, yearId } = app.school;
  await run(`update school_years set ends_at = '2026-12-18' where id = $1`, [yearId]);
  await run(
    `insert into school_years (school_id, name, begins_at, ends_at) values ($1, '2027 / 2028', '2027-01-04', '2028-01-14')
      on conflict do nothing`,
    [id],
  );
}

/** A pupil of a grade, which is added. */
async function addPupil(firstname: string, grade: string): Promise<void> {
  await run(
    `with grade as (
      insert into grades (school_id, shortcut, source) values ($1, $3, 'manual') returning id
    ), person as (
      insert into users (school_id, username, firstname, lastname, type, role)
      values ($1, $2, $2, 'Wechsel', 'STUDENT', 'STUDENT') returning id
    ) insert into grade_memberships (school_id, user_id, grade_id, begins_at)
    select $1, person.id, grade.id, '2026-08-01' from grade, person`,
    [app.school.id, firstname, grade],
  );
}

const tables = () =>
  readPlanTables(app.server, ['users', 'grade_memberships', 'grades', 'schools', 'school_years', 'year_change_drafts']);

describe('kreide schoolyear change', () => {
  it('lists everybody first, changes after a yes and takes everything back [D-3.10] [T-2.101] [T-9.29]', async () => {
    const cli = createCli();
    const env = {
      KREIDE_SERVER: app.server.url,
      KREIDE_SCHOOL: 'amsel',
      KREIDE_USERNAME: 'admin',
      KREIDE_PASSWORD: PASSWORD,
    };
    const kreide = (...args: string[]) => cli.run(['schoolyear', ...args], env);
    const early = await kreide('change', '--yes');
    expect(early).toMatchObject({ code: 1 });
    expect(early.stderr).toContain('The next school year is not there yet');
    await endYear();
    await addPupil('Nora', '4a');
    await addPupil('Otto', 'Igel');
    const blocked = await kreide('change', '--yes', '--json');
    expect(blocked.code).toBe(1);
    expect(JSON.parse(blocked.stdout)).toMatchObject({ is_ready: false, error: { code: 'year_not_ready' } });
    expect(JSON.parse(blocked.stdout).error.message).toContain('Classes whose next class nobody has decided: 1');
    const foretold = await kreide('change', '--dry-run', '--json');
    expect(foretold.code).toBe(1);
    expect(JSON.parse(foretold.stdout)).toEqual(JSON.parse(blocked.stdout));
    await run(`update grades set shortcut = '5a' where shortcut = 'Igel'`);

    const before = await tables();
    const shown = await kreide('change', '--dry-run');
    expect(shown, shown.stderr).toMatchObject({ code: 0 });
    expect(shown.stdout).toContain('Wechsel, Nora  4a → 5a');
    expect(shown.stdout).toContain('Wechsel, Otto  5a → 6a');
    expect(shown.stdout).toMatch(/2026 \/ 2027 – 2027 \/ 2028: new classes from 4 Jan 2027 on/);
    expect(shown.stdout).toContain('New classes: 6a');
    const dry = JSON.parse((await kreide('change', '--dry-run', '--json')).stdout);
    expect(dry).toMatchObject({ is_ready: true, change: null, error: null });
    expect(dry.people).toContainEqual(expect.objectContaining({ name: 'Wechsel, Nora', from: '4a', to: '5a' }));
    expect(await tables()).toEqual(before);

    expect(await kreide('change')).toMatchObject({ code: 2, stdout: '' });
    const done = await kreide('change', '--yes');
    expect(done.stdout, done.stderr).toContain('School year 2027 / 2028 is active now.');
    expect(done.stdout).toContain('The change can be taken back until 18 Dec 2026');
    expect(await tables()).not.toEqual(before);
    const changed = await tables();
    const would = await kreide('revert', '--dry-run');
    expect(would, would.stderr).toMatchObject({ code: 0, stderr: '' });
    expect(would.stdout).toContain('2026 / 2027 would be the active school year again, instead of 2027 / 2028.');
    expect(would.stdout).toContain('Classes that the change added would go: 6a');
    expect(would.stdout).toMatch(/\n {2}Wechsel, Nora +5a +4a\n {2}Wechsel, Otto +6a +5a\n/);
    expect(would.stdout).toContain('The change can be taken back until 18 Dec 2026');
    const told = JSON.parse((await kreide('revert', '--dry-run', '--json')).stdout);
    expect(told).toMatchObject({ state: 'APPLIED', removed_classes: ['6a', '8a'], reasons: [], error: null });
    expect(told.people).toContainEqual(expect.objectContaining({ name: 'Wechsel, Nora', from: '5a', to: '4a' }));
    expect(told.revert_until).toMatch(/^2026-12-18T/);
    await run(`update users set expire_at = now() where username = 'Nora'`);
    const refused = await kreide('revert', '--dry-run', '--json');
    expect(refused.code).toBe(1);
    expect(JSON.parse(refused.stdout)).toMatchObject({
      reasons: [{ rule: 'people' }],
      error: { code: 'changed_since' },
    });
    expect(refused.stderr).toContain('Nora Wechsel');
    await run(`update users set expire_at = null where username = 'Nora'`);
    expect(await tables()).toEqual(changed);
    await run(`update users set expire_at = now() where username = 'Nora'`);
    const lost = await kreide('revert', '--yes');
    expect(lost.code).toBe(1);
    expect(lost.stderr).toContain('Nora Wechsel');
    await run(`update users set expire_at = null where username = 'Nora'`);
    const [{ id, revert_until }] = (
      await run(`select id, revert_until from year_changes where state = 'APPLIED' order by id desc limit 1`)
    ).rows;
    await run('update year_changes set revert_until = $1 where id = $2', [app.server.clock.now(), id]);
    const over = await kreide('revert', '--yes', '--json');
    expect(over.code).toBe(1);
    expect(JSON.parse(over.stdout).error).toMatchObject({
      code: 'revert_over',
      message: expect.stringContaining('The change could be taken back until 18 Nov 2026'),
    });
    await run('update year_changes set revert_until = $1 where id = $2', [revert_until, id]);
    const back = await kreide('revert', '--yes');
    expect(back.stdout, back.stderr).toContain('2026 / 2027 is active');
    expect(await tables()).toEqual(before);
    expect(await kreide('revert', '--yes')).toMatchObject({ code: 1 });
    expect(await kreide('revert', '--dry-run')).toMatchObject({ code: 1, stdout: '' });
    cli.remove();
  });
});

describe('the administrator', () => {
  it('sees what is missing, sets the next class, sees everybody, changes after one question and takes it back [T-2.80] [T-2.100] [T-2.101]', async () => {
    await endYear();
    await addPupil('Pia', 'Igel');
    await addPupil('Quirin', '3c');
    await using open = await app.open({ username: 'admin', viewport: { width: 390, height: 844 } });
    const { page } = open;
    const before = await readPlanTables(app.server, [
      'users',
      'grade_memberships',
      'grades',
      'schools',
      'school_years',
    ]);
    await page.goto('/more/administration');
    await page.getByRole('link', { name: /^Schuljahr wechseln Alle/ }).click();
    await page.getByText('Noch fehlt etwas').waitFor();
    const missing = page.getByRole('region', { name: 'Jede Klasse hat eine nächste' });
    await missing.getByText('Klassen ohne nächste: 1').waitFor();
    await expectAccessible(page);

    await missing.getByRole('link', { name: 'Klassen festlegen' }).click();
    const igel = page.getByRole('region', { name: 'Igel' });
    await igel.getByLabel('Nächste Klasse von Igel').fill('Fuchs');
    await page.getByRole('region', { name: '7a' }).getByText('Verlassen die Schule').click();
    await page.getByLabel('Tage, bis Abgänger archiviert werden').fill('400');
    await page.getByRole('button', { name: 'Speichern' }).click();
    await page.getByText('höchstens 365', { exact: false }).waitFor();
    await expectAccessible(page);
    await page.getByLabel('Tage, bis Abgänger archiviert werden').fill('14');
    const term = page.getByLabel('Tage, in denen sich der Wechsel rückgängig machen lässt');
    expect(await term.inputValue()).toBe('30');
    await term.fill('0');
    await page.getByRole('button', { name: 'Speichern' }).click();
    await page.getByText('mindestens 1', { exact: false }).waitFor();
    await term.fill('7');
    await page.getByRole('button', { name: 'Speichern' }).click();
    await page.getByText('Nächste Klassen gespeichert.').waitFor();
    await igel.getByText('festgelegt').waitFor();
    // Notices stay for as long as the clock stands: one lies over the link.
    await page.getByRole('link', { name: 'Zu den Voraussetzungen' }).press('Enter');
    await page.getByText('Alles ist bereit.').waitFor();

    await page.getByRole('link', { name: 'Weiter zum Wechsel' }).press('Enter');
    const pia = page.getByRole('listitem').filter({ hasText: 'Wechsel, Pia' });
    await pia.getByText('Fuchs').waitFor();
    const quirin = page.getByRole('listitem').filter({ hasText: 'Wechsel, Quirin' });
    await quirin.getByText('Wiederholt das Jahr').click();
    await quirin.getByText('Bleiben').waitFor();
    await page.getByRole('radio', { name: /Gehen ab/ }).press('Space');
    await page.getByRole('listitem').filter({ hasText: 'ben' }).waitFor();
    await pia.waitFor({ state: 'detached' });
    await expectAccessible(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
    await page.getByRole('button', { name: 'Jetzt wechseln' }).press('Enter');
    const question = page.getByRole('alertdialog');
    await question.getByText('Ins Schuljahr 2027 / 2028 wechseln?').waitFor();
    await expectAccessible(page);
    await question.getByRole('button', { name: 'Jetzt wechseln' }).press('Enter');
    await page.getByText('Schuljahr 2027 / 2028 ist jetzt aktiv.').waitFor();

    const last = page.getByRole('region', { name: 'Letzter Wechsel' });
    await last.getByText('Lässt sich bis 25.11.2026, 10:10 rückgängig machen.', { exact: false }).waitFor();
    await run(`update users set expire_at = now() where username = 'Pia'`);
    await last.getByRole('button', { name: 'Wechsel rückgängig machen' }).press('Enter');
    await question.getByRole('button', { name: 'Wechsel rückgängig machen' }).press('Enter');
    await last.getByText('Pia Wechsel', { exact: false }).waitFor();
    await run(`update users set expire_at = null where username = 'Pia'`);
    // Over while the page is open, and when it is opened: the button goes, and why is said.
    await run('update year_changes set revert_until = $1', [app.server.clock.now()]);
    await last.getByRole('button', { name: 'Wechsel rückgängig machen' }).press('Enter');
    await question.getByRole('button', { name: 'Wechsel rückgängig machen' }).press('Enter');
    await last.getByText('Die Frist, in der sich der Wechsel rückgängig machen ließ, ist vorbei.').waitFor();
    await page.reload();
    await last.getByText('Ließ sich bis 18.11.2026, 10:10 rückgängig machen.', { exact: false }).waitFor();
    expect(await last.getByRole('button').count()).toBe(0);
    await expectAccessible(page);
    await run(`update year_changes set revert_until = '2026-11-25T09:10:00Z'`);
    await page.reload();
    await last.getByRole('button', { name: 'Wechsel rückgängig machen' }).press('Enter');
    await question.getByRole('button', { name: 'Wechsel rückgängig machen' }).press('Enter');
    await last.getByText('Wurde rückgängig gemacht.').waitFor();
    expect(
      await readPlanTables(app.server, ['users', 'grade_memberships', 'grades', 'schools', 'school_years']),
    ).toEqual(before);
    expect(open.problems).toEqual([]);
  });
});

describe('kreide schoolyear plan', () => {
  it('shows everybody in tables and changes nothing: 1 while something is missing, 0 when it can be made [D-3.10]', async () => {
    const cli = createCli();
    const env = {
      KREIDE_SERVER: app.server.url,
      KREIDE_SCHOOL: 'amsel',
      KREIDE_USERNAME: 'admin',
      KREIDE_PASSWORD: PASSWORD,
    };
    const plan = (...args: string[]) => cli.run(['schoolyear', 'plan', ...args], env);
    await endYear();
    await addPupil('Rosa', '8c');
    await addPupil('Silas', '9c');
    await addPupil('Tilda', 'Dachs');
    // An account without a class that has the name of another, and somebody who repeats the year.
    await run(
      `insert into users (school_id, username, firstname, lastname, type, role)
        values ($1, 'rosa2', 'Rosa', 'Wechsel', 'STUDENT', 'STUDENT')`,
      [app.school.id],
    );
    const before = await tables();
    const blocked = await plan();
    expect(blocked, blocked.stderr).toMatchObject({ code: 1, stderr: '' });
    expect(blocked.stdout).toMatch(/× Classes whose next class nobody has decided: 1/);
    expect(blocked.stdout).toMatch(/\n {2}Wechsel, Tilda +Dachs +– +next class not decided\n/);
    const said = JSON.parse((await plan('--json')).stdout);
    expect(said).toMatchObject({ is_ready: false, change: null, error: { code: 'year_not_ready' } });
    expect(said.checks).toContainEqual(expect.objectContaining({ check: 'targets', is_met: false, count: 1 }));
    expect(await tables()).toEqual(before);

    await run(`update grades set shortcut = '10c' where shortcut = 'Dachs'`);
    const tilda = await run(`select id from users where username = 'Tilda'`);
    await run('insert into year_change_repeaters (school_id, user_id, from_year_id) values ($1, $2, $3)', [
      app.school.id,
      tilda.rows[0].id,
      app.school.yearId,
    ]);
    const changed = await tables();
    const ready = await plan();
    expect(ready, ready.stderr).toMatchObject({ code: 0, stderr: '' });
    const lists = new Map(ready.stdout.split('\n\n').map((part) => [part.trim().split('\n')[0], part]));
    expect(lists.get('go on to the next class')).toMatch(/\n {2}Wechsel, Rosa +8c +9c\n {2}Wechsel, Silas +9c +10c/);
    expect(lists.get('stay in the class')).toMatch(/\n {2}Wechsel, Tilda +10c +10c/);
    expect(lists.get('are not moved')).toMatch(/Wechsel, Rosa +– +– +in no class/);
    expect(lists.get('may have two accounts')?.match(/Wechsel, Rosa/g)).toHaveLength(2);
    const dry = JSON.parse((await plan('--json')).stdout);
    expect(dry).toMatchObject({ is_ready: true, error: null });
    expect(dry.people).toContainEqual(expect.objectContaining({ name: 'Wechsel, Tilda', kind: 'repeats', to: '10c' }));
    expect(await tables()).toEqual(changed);
    cli.remove();
  });
});
