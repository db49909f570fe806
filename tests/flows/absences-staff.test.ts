// features: absences

import type { Insertable } from 'kysely';
import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import type { DB } from '../../packages/server/src/kernel/data/database.generated.ts';
import { november } from '../support/absences.ts';
import { expectAccessible } from '../support/accessible.ts';
import { withApp } from '../support/app-browser.ts';
import { buildPlanSchool } from '../support/plan-school.ts';

const kreide = withApp(buildPlanSchool);
const db = () => kreide.server.test.database.kysely;
const AT = '2026-11-18T06:00:00.000Z';
const LATER = '2026-11-18T08:00:00.000Z';
const overview = (rest = '') => `/sicknotes/${kreide.school.yearId}/overview${rest}`;
const tab = (rest = '') =>
  `/classbooks/${kreide.school.yearId}/overview/grades/details/${kreide.school.gradeId}/absences${rest}`;

type Row = Insertable<DB['absences']>;

/** Absences of these pupils and no others. @returns their uuids */
async function build(...rows: ({ who: 'ada' | 'ben' | 'new' } & Partial<Row>)[]): Promise<string[]> {
  await db().deleteFrom('absence_steps').execute();
  await db().deleteFrom('absences').execute();
  if (rows.length === 0) return [];
  const { id: school_id, yearId: school_year_id, users } = kreide.school;
  const values = rows.map(({ who, ...rest }) => ({
    school_id,
    school_year_id,
    user_id: users[who],
    type_id: 'sick',
    created_by: users.parent,
    source: 'parent' as const,
    ...november(18),
    created_at: AT,
    updated_at: AT,
    ...rest,
  }));
  const made = await db().insertInto('absences').values(values).returning('uuid').execute();
  return made.map(({ uuid }) => uuid);
}
const one = () => db().selectFrom('absences').selectAll().executeTakeFirstOrThrow();
/** The row of an absence: of whom, and the type in its badge. */
const row = (page: Page, name: string, type: string, within: Page | Locator = page) =>
  within.locator('[data-row]', { hasText: name, has: page.getByText(type, { exact: true }) });
const group = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const menuOf = (page: Page, name: string) =>
  page.getByRole('button', { name: `Was tun mit der Fehlzeit von ${name}?` }).first();
async function choose(page: Page, name: string, entry: string) {
  await menuOf(page, name).click();
  await page.getByRole('menuitem', { name: entry }).click();
}
async function entriesOf(page: Page, name: string): Promise<string[]> {
  await menuOf(page, name).click();
  const texts = await page.getByRole('menuitem').allTextContents();
  await page.keyboard.press('Escape');
  return texts;
}
const details = (page: Page, name = 'Ada Kern') => page.getByRole('dialog', { name });
/** Chooses a view, as its label lies over the radio button. */
const segment = (page: Page, label: string, name: string) =>
  page.getByRole('radiogroup', { name: label }).getByRole('radio', { name }).click({ force: true });
const CLEAR = 'rgba(0, 0, 0, 0)';

it('the office sees what is to be done, tells the parents of some at once, and takes notice [T-6.09] [T-7.36] [T-7.38] [T-7.39] [T-7.40]', async () => {
  await build(
    { who: 'ada', type_id: 'missing', source: 'roll', created_by: null, ...november(18, '08:00') },
    { who: 'ben', excuse_note: 'Kommt am Freitag wieder' },
    { who: 'ben', type_id: 'leave', ...november(16), read_at: LATER },
  );
  await using app = await kreide.open({ username: 'admin' });
  const { page } = app;
  await page.goto(overview());
  await row(page, 'Ben Kern', 'Krank', group(page, 'Neu gemeldet')).waitFor();
  const headings = await page.getByRole('region').getByRole('heading', { level: 2 }).allInnerTexts();
  expect(headings.slice(0, 2)).toEqual(['Fehlt, Eltern noch nicht benachrichtigt 1', 'Fehlt, Eltern benachrichtigt 0']);
  expect(headings.slice(2)).toEqual(['Neu gemeldet 1', 'Aktuell 0', 'Vergangen 1']);
  await expectAccessible(page);
  await row(page, 'Ada Kern', 'Fehlt', group(page, 'Fehlt, Eltern noch nicht benachrichtigt')).locator('label').click();
  await page.getByRole('button', { name: 'Eltern benachrichtigen (1)' }).click();
  const question = page.getByRole('alertdialog', { name: 'Eltern benachrichtigen?' });
  await question.getByText(/Ada Kern\.$/).waitFor();
  await question.getByRole('button', { name: 'Benachrichtigen', exact: true }).click();
  const told = row(page, 'Ada Kern', 'Fehlt', group(page, 'Fehlt, Eltern benachrichtigt'));
  await told.getByText('Eltern benachrichtigt', { exact: true }).waitFor();
  await question.waitFor({ state: 'detached' });
  const rows = await db().selectFrom('absences').select(['type_id', 'last_contacted_at']).execute();
  expect(rows.filter(({ last_contacted_at }) => last_contacted_at !== null)).toMatchObject([{ type_id: 'missing' }]);

  await choose(page, 'Ben Kern', 'Als gelesen kennzeichnen');
  await row(page, 'Ben Kern', 'Krank', group(page, 'Aktuell')).getByText('Gelesen').waitFor();

  const days = page.getByRole('grid', { name: 'Fehlzeiten' }).locator('[data-row]');
  await segment(page, 'Was wird gezeigt?', 'Ein Tag');
  await expect.poll(() => days.count()).toBe(2);
  await segment(page, 'Was wird gezeigt?', 'Alle');
  await expect.poll(() => days.count()).toBe(2);
  await segment(page, 'Zeitraum', 'Alle');
  await expect.poll(() => days.count()).toBe(3);
  const sorted = page.waitForRequest(/order=priority/);
  await page.getByRole('columnheader', { name: 'Stand' }).getByRole('button').click();
  expect(new URL((await sorted).url()).searchParams.get('filter')).toBe('ALL');
  await expect.poll(() => days.first().getByRole('rowheader').textContent()).toBe('Ada Kern');
  expect(app.problems).toEqual([]);
});

it('the details of one absence take a comment of the school in a field that grows to 1026 px, and leave the note of the family [T-2.144] [T-3.53] [T-6.11] [T-6.12] [T-9.12]', async () => {
  await build({ who: 'ada', excuse_note: 'Kommt am Freitag wieder' });
  await using app = await kreide.open({ username: 'admin' });
  const { page } = app;
  await page.goto(overview('?view=list&filter=ALL'));
  await choose(page, 'Ada Kern', 'Ändern');
  const form = details(page);
  expect(await form.getByLabel('Interner Vermerk').count()).toBe(0);
  await form.getByRole('button', { name: 'Internen Vermerk hinzufügen' }).click();
  const comment = form.getByLabel('Interner Vermerk');
  const height = () => comment.evaluate((element) => element.getBoundingClientRect().height);
  await comment.fill('Zeile\n'.repeat(20));
  expect(await height()).toBeGreaterThan(186);
  await comment.fill('Zeile\n'.repeat(90));
  expect(await height()).toBe(1026);
  await comment.fill('Mit der Mutter gesprochen');
  await form.getByRole('button', { name: 'Speichern' }).click();
  await form.waitFor({ state: 'detached' });
  expect(await one()).toMatchObject({ comment: 'Mit der Mutter gesprochen', excuse_note: 'Kommt am Freitag wieder' });
  await row(page, 'Ada Kern', 'Krank').locator('[data-opens]').click();
  expect(await comment.inputValue()).toBe('Mit der Mutter gesprochen');
  await comment.fill('');
  await form.getByRole('button', { name: 'Speichern' }).click();
  await form.waitFor({ state: 'detached' });
  expect(await one()).toMatchObject({ comment: null, excuse_note: 'Kommt am Freitag wieder' });
  expect(app.problems).toEqual([]);
});

it('an absence says who wrote, changed and deleted it and when, and its first five characters [T-8.15] [T-9.26]', async () => {
  const { users } = kreide.school;
  const [uuid = ''] = await build({ who: 'ada', edited_by: users.admin, edited_at: LATER, updated_at: LATER });
  await using app = await kreide.open({ username: 'admin' });
  const { page } = app;
  await page.goto(overview('?view=list&filter=ALL'));
  await page.getByRole('button', { name: /^Ada Kern(, 10b)?$/ }).click();
  const info = details(page).getByRole('list', { name: 'Angaben zur Fehlzeit' }).getByRole('listitem');
  const lines = [
    expect.stringMatching(/^Eingetragen von parent of \d+, 18\.11\.2026, 07:00$/),
    expect.stringMatching(/^Geändert von admin of \d+, 18\.11\.2026, 09:00$/),
  ];
  const number = `Nummer ${uuid.slice(0, 5)}`;
  await expect.poll(() => info.allTextContents()).toEqual([...lines, number]);
  await db().updateTable('absences').set({ deleted_by: users.admin, deleted_at: LATER }).execute();
  await page.goto(tab(`?entity=grades&selectedAbsence=${uuid}`));
  const deleted = expect.stringMatching(/^Gelöscht von admin of \d+, 18\.11\.2026, 09:00$/);
  await expect.poll(() => info.allTextContents()).toEqual([...lines, deleted, number]);
});

it('the menu of an absence has what one may do; its history says what was changed, and what is deleted stays in it [T-6.08] [T-2.141] [T-2.147] [T-7.37] [T-7.44]', async () => {
  await build({ who: 'ada' });
  await using app = await kreide.open({ username: 'admin' });
  const { page } = app;
  const form = details(page);
  await page.goto(overview('?view=list&filter=ALL'));
  await row(page, 'Ada Kern', 'Krank').press('Shift+F10');
  await page.getByRole('menuitem', { name: 'Verlauf' }).waitFor();
  await page.keyboard.press('Escape');
  const entries = (await entriesOf(page, 'Ada Kern')).join(', ');
  expect(entries).toBe('Ändern, Eltern benachrichtigen, Als gelesen kennzeichnen, Verlauf, Löschen');
  await choose(page, 'Ada Kern', 'Ändern');
  await form.getByText('Arztbesuch').click();
  await form.getByRole('button', { name: 'Speichern' }).click();
  await form.waitFor({ state: 'detached' });
  await choose(page, 'Ada Kern', 'Verlauf');
  const history = details(page, 'Verlauf');
  await history.getByText(/^Geändert von/).waitFor();
  await history.getByText('Arztbesuch').waitFor();
  await expectAccessible(page);
  await history.getByRole('button', { name: 'Schließen' }).last().click();

  await choose(page, 'Ada Kern', 'Löschen');
  const question = page.getByRole('alertdialog', { name: 'Fehlzeit löschen?' });
  await question.getByRole('button', { name: 'Abbrechen' }).click();
  expect((await one()).deleted_at).toBeNull();
  await choose(page, 'Ada Kern', 'Löschen');
  await question.getByRole('button', { name: 'Löschen' }).click();
  await page.getByText('Keine Fehlzeiten').waitFor();
  expect((await one()).deleted_at).not.toBeNull();

  // What is deleted is found again in the class book: only its history is left, and it says who deleted it.
  await page.goto(tab('/reported?entity=grades&filters=CUSTOM&with_deleted=1'));
  const deleted = page.getByRole('article', { name: 'Ada Kern: Arztbesuch' });
  await deleted.getByText('Gelöscht', { exact: true }).waitFor();
  expect(await entriesOf(page, 'Ada Kern')).toEqual(['Verlauf']);
  await deleted.getByRole('button', { name: 'Ada Kern, 10b' }).click();
  await form.getByText(/^Gelöscht von admin of \d+, 18\.11\.2026, 10:10$/).waitFor();
  expect(await form.getByRole('button', { name: 'Speichern' }).count()).toBe(0);
  expect(app.problems).toEqual([]);
});

it('badges and types have their colours, filled or by a line [T-4.15] [T-4.16] [T-4.17]', async () => {
  const read = { read_at: LATER };
  await build(
    { who: 'ada', ...read },
    { who: 'ada', type_id: 'doctor', read_at: '2026-11-18T05:00:00.000Z', ...november(19) },
    { who: 'ada', type_id: 'asked', last_contacted_at: LATER, ...november(20) },
    { who: 'ada', type_id: 'unexcused', ...november(21) },
    { who: 'new', type_id: 'missing', last_contacted_at: LATER },
  );
  await using app = await kreide.open({ username: 'admin' });
  const { page } = app;
  await page.goto(overview('?view=list'));
  const token = (name: string) =>
    page.evaluate((variable) => {
      const probe = document.body.appendChild(document.createElement('span'));
      probe.style.color = `var(--kreide-color-${variable})`;
      const { color } = getComputedStyle(probe);
      probe.remove();
      return color;
    }, name);
  const styleOf = async (type: string, text: string) => {
    const tagged = page.locator('[data-row]', { has: page.getByText(type, { exact: true }) });
    return tagged.getByText(text, { exact: true }).evaluate((element) => {
      const { backgroundColor, borderTopWidth, borderTopColor } = getComputedStyle(element);
      return { ground: backgroundColor, line: borderTopWidth === '0px' ? null : borderTopColor };
    });
  };
  const filled = async (name: string) => ({ ground: await token(name), line: null });
  const outlined = async (name: string) => ({ ground: CLEAR, line: await token(name) });
  expect(await styleOf('Krank', 'Gelesen')).toEqual(await outlined('info-text'));
  expect(await styleOf('Arztbesuch', 'Geändert')).toEqual(await filled('warning-soft'));
  expect(await styleOf('Beurlaubung beantragt', 'Eltern benachrichtigt')).toEqual(await outlined('border-strong'));
  expect(await styleOf('Fehlt', 'Eltern nicht erreichbar')).toEqual(await filled('danger-soft'));
  expect(await styleOf('Fehlt', 'Fehlt')).toEqual(await filled('danger-soft'));
  expect(await styleOf('Krank', 'Krank')).toEqual(await outlined('success-text'));
  expect(await styleOf('Beurlaubung beantragt', 'Beurlaubung beantragt')).toEqual(await outlined('warning-text'));
  expect(await styleOf('Unentschuldigt', 'Unentschuldigt')).toEqual(await outlined('danger-text'));
});

it('a teacher who only teaches reads the comment and no note, changes nothing of others, and is warned of what the roll has found [T-5.10] [T-5.11] [T-5.16] [T-6.13] [T-6.14]', async () => {
  const found = { type_id: 'missing', source: 'roll' as const, created_by: null, comment: 'War gestern schon krank' };
  await build({ who: 'ada', ...found, excuse_note: 'Nur für das Büro', ...november(18, '08:00') });
  const warning = 'Diese Fehlzeit hat der Unterricht gemeldet. Ihr Beginn lässt sich nicht ändern.';
  await using app = await kreide.open({ username: 'teacher' });
  const { page } = app;
  await page.goto(overview('?view=list&filter=ALL'));
  expect(await entriesOf(page, 'Ada Kern')).toEqual(['Verlauf']);
  await page.getByRole('button', { name: /^Ada Kern(, 10b)?$/ }).click();
  const form = details(page);
  await form.getByRole('status').filter({ hasText: warning }).waitFor();
  await form.getByText('War gestern schon krank').waitFor();
  expect(await form.getByRole('textbox').count()).toBe(0);
  expect(await form.getByText('Nur für das Büro').count()).toBe(0);
  expect(await form.getByRole('radio', { disabled: false }).count()).toBe(0);
  const isFixed = (label: string) =>
    form.getByRole('group', { name: label }).getByRole('spinbutton').first().getAttribute('aria-disabled');
  expect([await isFixed('Von'), await isFixed('Bis')]).toEqual(['true', 'true']);
  expect(await form.getByRole('button', { name: 'Speichern' }).count()).toBe(0);
  await form.getByText('Beim Prüfen der Anwesenheit entstanden, 18.11.2026, 07:00').waitFor();

  await form.getByRole('button', { name: 'Schließen' }).last().click();
  await build({ who: 'ada', source: 'school', created_by: kreide.school.users.teacher, comment: 'Selbst gesehen' });
  await page.reload();
  await page.getByRole('button', { name: /^Ada Kern(, 10b)?$/ }).click();
  expect(await form.getByLabel('Interner Vermerk').inputValue()).toBe('Selbst gesehen');

  await build({ who: 'ada', ...found, excuse_note: 'Nur für das Büro', ...november(18, '08:00') });
  await using office = await kreide.open({ username: 'admin' });
  await office.page.goto(overview('?view=list&filter=ALL'));
  await office.page.getByRole('button', { name: /^Ada Kern(, 10b)?$/ }).click();
  const note = details(office.page).getByLabel('Mitteilung der Familie');
  expect(await note.inputValue()).toBe('Nur für das Büro');
  expect(await details(office.page).getByText(warning).count()).toBe(0);
  const from = details(office.page).getByRole('group', { name: 'Von' }).getByRole('spinbutton').first();
  expect(await from.getAttribute('aria-disabled')).toBeNull();
});

it('an address names an absence: its details open over all of them, and the address forgets it [T-2.67] [T-2.68] [T-2.69]', async () => {
  const [uuid = ''] = await build({ who: 'ada' });
  await using app = await kreide.open({ username: 'admin' });
  const { page } = app;
  await page.goto(tab(`?entity=grades&filters=UNEXCUSED&selectedAbsence=${uuid}`));
  await details(page)
    .getByText(`Nummer ${uuid.slice(0, 5)}`)
    .waitFor();
  expect(new URL(page.url()).search).toBe('?entity=grades');
  await details(page).getByRole('button', { name: 'Abbrechen' }).click();
  await expect
    .poll(() => page.getByRole('button', { name: 'Alle', exact: true }).getAttribute('aria-pressed'))
    .toBe('true');
  expect(await page.getByRole('dialog').count()).toBe(0);
  await page.goto(tab('?entity=grades&selectedAbsence=00000000-0000-4000-8000-000000000000'));
  await page.getByText('Diese Fehlzeit gibt es nicht').waitFor();
});

it('the reported absences of a class are narrowed to a state, and to types by an own choice [T-2.143] [T-3.59]', async () => {
  await build(
    { who: 'ada' },
    { who: 'ada', type_id: 'reported', ...november(19) },
    { who: 'ada', type_id: 'doctor', ...november(20) },
  );
  await using app = await kreide.open({ username: 'admin' });
  const { page } = app;
  await page.goto(tab('?entity=grades'));
  await segment(page, 'Welche Fehlzeiten?', 'Gemeldet');
  await page.waitForURL(/\/absences\/reported\?entity=grades$/);
  const rows = page.getByRole('list', { name: 'Fehlzeiten' }).getByRole('article');
  await expect.poll(() => rows.count()).toBe(3);
  const narrowed = page.waitForRequest(/absence_type_state=PENDING/);
  await page.getByRole('button', { name: 'Noch offen' }).click();
  await narrowed;
  await expect.poll(() => rows.count()).toBe(1);
  await page.getByRole('article', { name: 'Ada Kern: Krank gemeldet' }).waitFor();
  expect(new URL(page.url()).search).toBe('?entity=grades&filters=PENDING');
  await page.getByRole('button', { name: 'Auswahl …' }).click();
  const dialog = page.getByRole('dialog', { name: 'Auswahl' });
  const box = (name: RegExp) => dialog.getByRole('checkbox', { name });
  for (const type of [/^Krank ?Entschuldigt/, /^Arztbesuch/]) await box(type).check();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Anwenden' }).click();
  await expect.poll(() => rows.count()).toBe(2);
  expect(new URL(page.url()).searchParams.get('absence_types')).toBe('sick|doctor');
  await page.getByRole('button', { name: 'Auswahl …' }).click();
  expect(await box(/^Arztbesuch/).isChecked()).toBe(true);
  expect(await box(/^Krank gemeldet/).isChecked()).toBe(false);
  expect(app.problems).toEqual([]);
});

it('the roll shows who is excused and who has reported [T-5.17] [T-5.18]', async () => {
  await build({ who: 'ada', ...november(18, '00:00', '12:00') });
  await using app = await kreide.open({ username: 'teacher' });
  const { page } = app;
  await page.goto(overview());
  await row(page, 'Ada Kern', 'Krank').getByText('Mi., 18. November, Beginn des Tages bis 12:00').waitFor();
  await page.goto('/timetable');
  await page.getByRole('button', { name: /^Mittwoch, 18\. November, 09:55 bis 11:\d\d, Mathematik/ }).click();
  const book = page.getByRole('link', { name: /^Klassenbuch/ }).first();
  await book.click();
  await page.getByRole('group', { name: 'Anwesenheit von Ada Kern' }).getByText('Krank', { exact: true }).waitFor();
  expect(app.problems).toEqual([]);
});

it('the school names its types, says who may choose them and how it takes absences in [T-2.90]', async () => {
  await build();
  const address = `/management/${kreide.school.uuid}/absence-categories`;
  await using app = await kreide.open({ username: 'admin' });
  const { page } = app;
  await page.goto('/more/administration');
  await page.getByRole('link', { name: /Arten von Fehlzeiten/ }).click();
  await page.waitForURL(`**${address}`);
  await page.getByRole('link', { name: 'Art anlegen' }).click();
  await page.getByLabel('Name').fill(' ');
  await page.getByRole('button', { name: 'Speichern' }).click();
  await page.getByText('Bitte gib einen Namen an.').waitFor();
  await page.getByLabel('Name').fill('Religiöser Feiertag');
  await page.getByText('Beurlaubung', { exact: true }).click();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Speichern' }).click();
  await page.waitForURL(`**${address}`);
  await page.getByRole('link', { name: /^Religiöser Feiertag/ }).click();
  await page.getByText('Im Archiv: wird nicht mehr angeboten').click();
  await page.getByRole('button', { name: 'Speichern' }).click();
  await page.getByRole('link', { name: /^Religiöser Feiertag.*Im Archiv$/ }).waitFor();
  await page.goto(`${address}/missing`);
  await page.getByText('Diese Art trägt die Anwesenheitsprüfung selbst ein. Sie bleibt, wie sie ist.').waitFor();
  expect(await page.getByRole('button', { name: 'Speichern' }).count()).toBe(0);
  await page.goto(`${address}/nichts`);
  await page.getByText('Diese Art gibt es nicht').waitFor();
  await page.goto(address);
  await page.getByLabel('Minuten, bis Eltern es erfahren').fill('16');
  await page.getByRole('button', { name: 'Speichern' }).click();
  await page.getByText('Eine ganze Zahl von 0 bis 15.').waitFor();
  await page.getByLabel('Minuten, bis Eltern es erfahren').fill('15');
  await page.getByRole('button', { name: 'Speichern' }).click();
  await page.getByText('Einstellungen gespeichert').waitFor();
  expect(await db().selectFrom('absence_settings').select('grace_minutes').execute()).toEqual([{ grace_minutes: 15 }]);
  await expectAccessible(page);
  await using teacher = await kreide.open({ username: 'teacher' });
  await teacher.page.goto(address);
  await teacher.page.waitForURL('**/feed');
  expect(app.problems).toEqual([]);
});
