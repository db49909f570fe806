// features: structure

import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { expectAccessible } from '../support/accessible.ts';
import { withApp } from '../support/app-browser.ts';
import { createCli } from '../support/cli-process.ts';
import { chooseOption, dateIn, datePicker, fillDate } from '../support/date-picker.ts';
import { PASSWORD } from '../support/people.ts';
import { buildPlanSchool } from '../support/plan-school.ts';

const app = withApp(buildPlanSchool);

const region = (page: Page, name: string) => page.getByRole('region', { name });

describe('the administrator', () => {
  it('adds the next school year, changes its days and switches to it after reading what happens [T-2.86] [T-5.24] [T-5.25] [T-7.16] [T-5.40] [T-5.26] [T-8.03] [T-3.16]', async () => {
    await using open = await app.open({ username: 'admin', viewport: { width: 390, height: 844 } });
    const { page } = open;
    await page.goto('/more/administration');
    await page.getByRole('link', { name: /^Schuljahre\b/ }).click();
    await region(page, '2026 / 2027').getByText('Aktiv', { exact: true }).waitFor();
    expect(new URL(page.url()).pathname).toBe(`/management/${app.school.uuid}/years`);
    await expectAccessible(page);

    await page.getByRole('button', { name: 'Schuljahr anlegen' }).click();
    const dialog = page.getByRole('dialog');
    const [begin, end] = [datePicker(dialog, 'Erster Tag'), datePicker(dialog, 'Letzter Tag')];
    expect(await dateIn(begin)).toBe('2027-08-01');
    await fillDate(end, '2027-07-01');
    await dialog.getByRole('button', { name: 'Anlegen' }).click();
    await dialog.getByText('Der letzte Tag muss nach dem ersten liegen.').waitFor();
    await expect.poll(() => end.evaluate((field) => field.contains(document.activeElement))).toBe(true);
    await expectAccessible(page);
    await fillDate(end, '2029-01-01');
    await dialog.getByRole('button', { name: 'Anlegen' }).click();
    await dialog.getByText('zwischen dem 1. Januar 2027 und dem 31. Dezember 2028', { exact: false }).waitFor();
    // One that there is: the words stand in a toast, and at the field.
    await fillDate(begin, '2026-09-01');
    await fillDate(end, '2027-07-15');
    await dialog.getByRole('button', { name: 'Anlegen' }).click();
    await page.getByText('Das Schuljahr 2026 / 2027 gibt es schon.').first().waitFor();
    await fillDate(begin, '2027-08-01');
    await fillDate(end, '2028-07-15');
    await dialog.getByRole('button', { name: 'Anlegen' }).click();
    await page.getByText('Schuljahr 2027 / 2028 angelegt.').waitFor();

    await page.getByRole('button', { name: 'Tage ändern: 2027 / 2028' }).click();
    await fillDate(begin, '2027-08-09');
    await chooseOption(page, 'Tage der Woche in den Plänen', 'Montag bis Samstag');
    await chooseOption(page, 'Pläne öffnen sich als', 'Tag');
    await dialog.getByRole('button', { name: 'Speichern' }).click();
    await region(page, '2027 / 2028').getByText('09.08.2027 bis 15.07.2028').waitFor();

    await page.getByRole('button', { name: 'Aktiv machen: 2027 / 2028' }).click();
    const question = page.getByRole('alertdialog');
    await question.getByText('Ab sofort gehen Importe in das Schuljahr 2027 / 2028', { exact: false }).waitFor();
    await question.getByText('Der Plan von 2026 / 2027 bleibt', { exact: false }).waitFor();
    await expectAccessible(page);
    await question.getByRole('button', { name: 'Aktiv machen' }).click();
    await region(page, '2027 / 2028').getByText('Aktiv', { exact: true }).waitFor();
    expect(await region(page, '2026 / 2027').getByText('Aktiv', { exact: true }).count()).toBe(0);

    await page.goto(`/timetable/grades/${app.school.gradeId}?startDate=2027-09-06`);
    await expect.poll(() => new URL(page.url()).search).toContain('viewType=day&daysToShow=6');
    expect(open.problems).toEqual([]);
  });
});

describe('kreide schoolyear', () => {
  it('lists, adds and activates, and says in words what is refused [T-7.16] [T-7.18] [D-3.01]', async () => {
    const cli = createCli();
    const env = {
      KREIDE_SERVER: app.server.url,
      KREIDE_SCHOOL: 'amsel',
      KREIDE_USERNAME: 'admin',
      KREIDE_PASSWORD: PASSWORD,
    };
    const run = (...args: string[]) => cli.run(['schoolyear', ...args], env);
    const added = await run('add', '2030/31', '--json');
    expect(added.code, added.stderr).toBe(0);
    expect(JSON.parse(added.stdout)).toMatchObject({ name: '2030 / 2031', begins_at: '2030-08-01', is_active: false });
    const wrong = await run('add', '--begin', '2030-09-01', '--end', '2031-07-01');
    expect(wrong).toMatchObject({ code: 2, stdout: '' });
    expect(wrong.stderr).toContain('belong to the school year 2030 / 2031 already');
    const other = await run('add', '2035/36', '--begin', '2040-08-01', '--end', '2041-07-01');
    expect([other.code, other.stderr]).toEqual([
      2,
      expect.stringContaining('of the school year 2040 / 2041, not of 2035'),
    ]);
    expect(await run('activate', '2041', '--yes')).toMatchObject({ code: 1, stdout: '' });
    expect(await run('activate', '2030/31')).toMatchObject({ code: 2, stdout: '' });
    const active = async () => (await run('list')).stdout.split('\n').filter((line) => / yes +/.test(line));
    const before = await active();
    const shown = await run('activate', '2030/31', '--dry-run');
    expect(shown, shown.stderr).toMatchObject({ code: 0 });
    expect(shown.stdout).toContain('Imports go into the school year 2030 / 2031 then');
    expect(shown.stdout).toContain('Nothing was changed.');
    const dry = async () => JSON.parse((await run('activate', '2030/31', '--dry-run', '--json')).stdout);
    expect(await dry()).toMatchObject({ name: '2030 / 2031', is_active: false, would_change: true, error: null });
    expect(await run('activate', '2041', '--dry-run')).toMatchObject({ code: 1, stdout: '' });
    expect(await active()).toEqual(before);
    const switched = await run('activate', '2030/31', '--yes');
    expect(switched.stdout, switched.stderr).toContain('School year 2030 / 2031 is active now.');
    const listed = (await run('list')).stdout.split('\n').find((line) => line.startsWith('2030 / 2031'));
    expect(listed).toMatch(/1 Aug 2030 +15 Jul 2031 +yes +no$/);
    expect(await dry()).toMatchObject({ is_active: true, would_change: false });
    cli.remove();
  });
});
