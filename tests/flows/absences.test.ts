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
const PHONE = { width: 390, height: 844 };
const db = () => kreide.server.test.database.kysely;
const overview = (create = '') => `/sicknotes/${kreide.school.yearId}/overview${create}`;
const absences = () => db().selectFrom('absences').selectAll().orderBy('id').execute();
const clear = async () => {
  await db().deleteFrom('absence_steps').execute();
  await db().deleteFrom('absences').execute();
};
const report = (page: Page) => page.getByRole('dialog', { name: 'Krank melden' });
const press = (form: Locator, name: string) => form.getByRole('button', { name, exact: true }).click();

/** An absence of ada that her parent has reported. */
async function reported(values: Partial<Insertable<DB['absences']>> = {}) {
  await clear();
  const at = '2026-11-18T06:00:00.000Z';
  const row = {
    school_id: kreide.school.id,
    school_year_id: kreide.school.yearId,
    user_id: kreide.school.users.ada,

    type_id: 'sick',
    source: 'parent' as const,
    created_by: kreide.school.users.parent,
    created_at: at,
    updated_at: at,
    ...november(19),
    excuse_note: 'Kommt am Freitag wieder',
    comment: 'Nur für die Schule',
    ...values,
  };
  await db().insertInto('absences').values(row).execute();
}

/** Types a date into its segments. */
async function typeDate(form: Locator, label: string, digits: string) {
  const segments = form.getByRole('group', { name: label }).getByRole('spinbutton');
  await segments.first().click();
  await segments.first().pressSequentially(digits);
}

it('a parent begins a sick note in the middle of the bar, chooses both children and why, and the school has it [T-1.05] [C-2.91] [C-6.14] [T-2.71] [T-2.72]', async () => {
  const forbidden = { school_id: kreide.school.id, role: 'PARENT', permission: 'view-sick-notes', is_allowed: false };
  await db().insertInto('role_permissions').values(forbidden).execute();
  await using app = await kreide.open({ username: 'parent', viewport: PHONE });
  const { page } = app;
  const openNotch = async () => {
    await page.goto('/feed');
    await page.getByRole('button', { name: 'Neu anlegen' }).click();
    await page.getByRole('dialog').getByRole('link').first().waitFor();
  };
  const offered = page.getByRole('dialog').getByRole('link', { name: 'Krankmeldung' });
  await openNotch();
  expect(await offered.count()).toBe(0);
  await db().deleteFrom('role_permissions').where('permission', '=', 'view-sick-notes').execute();
  await openNotch();
  await offered.click();
  await page.waitForURL(`**${overview('/new')}`);
  const form = report(page);
  for (const child of ['Ada Kern', 'Ben Kern']) await form.getByText(child).click();
  await expectAccessible(page);
  await press(form, 'Weiter');
  // Whoever reads by ear is told which step it is; the way back loses nothing.
  const step = form.getByRole('heading', { name: 'Schritt 2 von 3: Grund und Zeit' });
  await expect.poll(() => step.evaluate((heading) => heading === document.activeElement)).toBe(true);
  await form.getByText('Krank', { exact: true }).click();
  await form.getByLabel('Mitteilung der Familie').fill('Kommt am Freitag wieder');
  await expectAccessible(page);
  await press(form, 'Zurück');
  expect(await form.getByRole('checkbox', { name: 'Ben Kern' }).isChecked()).toBe(true);
  await press(form, 'Weiter');
  expect(await form.getByLabel('Mitteilung der Familie').inputValue()).toBe('Kommt am Freitag wieder');
  await press(form, 'Weiter');
  await form.getByText('Ada Kern, Ben Kern').waitFor();
  await form.getByText('Mi., 18. November', { exact: true }).waitFor();
  await form.locator('[aria-current=step]').getByText('Prüfen').waitFor();
  await expectAccessible(page);
  await press(form, 'Melden');
  await page.waitForURL(`**${overview()}`);
  const rows = page.getByRole('list', { name: 'Fehlzeiten' }).getByRole('article');
  await expect.poll(() => rows.count()).toBe(2);
  await page.getByRole('article', { name: 'Ben Kern: Krank' }).getByText('Mi., 18. November').waitFor();
  expect(await absences()).toMatchObject(
    [kreide.school.users.ada, kreide.school.users.ben].map((user_id) => ({
      user_id,
      ...november(18),
      type_id: 'sick',
      source: 'parent',
      excuse_note: 'Kommt am Freitag wieder',
    })),
  );
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await expectAccessible(page);

  // Whatever stands behind the overview opens the form; without it the list comes alone.
  await page.goto(overview('/irgendwas'));
  await report(page).waitFor();
  await page.goto('/more');
  await page.getByRole('main').getByRole('link', { name: 'Krankmeldungen' }).click();
  await rows.first().waitFor();
  expect(await page.getByRole('dialog').count()).toBe(0);
  expect(new URL(page.url()).pathname).toBe(overview());
  expect(app.problems).toEqual([]);
});

it('nothing is sent without a type and a child, the hint has no groups, and no day before today is taken [T-5.15] [T-6.17] [T-6.19] [T-5.19]', async () => {
  await clear();
  await using app = await kreide.open({ username: 'parent' });
  const { page } = app;
  await page.goto(overview('/new'));
  const form = report(page);
  await press(form, 'Weiter');
  await form.getByRole('alert').getByText('Bitte wähle, wer fehlt.').waitFor();
  await form.getByText('Ada Kern').click();
  expect(await form.getByRole('alert').getByText('Bitte wähle').count()).toBe(0);
  await press(form, 'Weiter');
  await form.getByText('Die Art genügt. Bitte keine Diagnose.').waitFor();
  expect(await form.getByText(/Gruppen/).count()).toBe(0);
  expect(await form.getByRole('button', { expanded: true }).count()).toBe(0);
  await press(form, 'Weiter');
  await form.getByRole('alert').getByText('Bitte wähle, warum jemand fehlt.').waitFor();
  expect(await form.getByRole('radiogroup').getAttribute('aria-invalid')).toBe('true');
  expect(await absences()).toEqual([]);
  await form.getByText('Arztbesuch').click();
  expect(await form.getByRole('alert').getByText('Bitte wähle').count()).toBe(0);
  await typeDate(form, 'Von', '16112026');
  await form.getByLabel('Mitteilung der Familie').click();
  const digits = async () => (await form.getByRole('group', { name: 'Von' }).innerText()).replace(/\D/g, '');
  await expect.poll(digits).toBe('18112026');
  // An incomplete time is the end of the day.
  const until = form.getByRole('group', { name: 'Ende um' }).getByRole('spinbutton');
  await until.first().click();
  await until.first().pressSequentially('1030');
  await expect.poll(() => form.getByText('Ende des Tages').count()).toBe(0);
  await until.first().press('Backspace');
  await until.first().press('Backspace');
  await form.getByLabel('Mitteilung der Familie').click();
  await form.getByText('Ende des Tages').waitFor();
  await press(form, 'Weiter');
  await press(form, 'Melden');
  await expect.poll(async () => (await absences()).length).toBe(1);
  expect(await absences()).toMatchObject([{ ...november(18), type_id: 'doctor', user_id: kreide.school.users.ada }]);
});

it('a new absence stands in the list until its form is closed, which asks when something was written [T-4.18] [T-4.19] [T-4.20] [T-4.21]', async () => {
  await reported();
  await using app = await kreide.open({ username: 'parent' });
  const { page } = app;
  await page.goto(overview('/new'));
  const form = report(page);
  const draft = page.locator('article[aria-label="Neue Fehlzeit"]');
  await draft.waitFor({ state: 'attached' });
  await form.getByRole('button', { name: 'Abbrechen' }).click();
  await draft.waitFor({ state: 'detached' });
  expect(await page.getByRole('alertdialog').count()).toBe(0);

  const card = page.getByRole('article', { name: 'Ada Kern: Krank' });
  await card.getByRole('button', { name: 'Ada Kern, 10b' }).click();
  const details = page.getByRole('dialog', { name: 'Ada Kern' });
  await details.getByRole('button', { name: 'Abbrechen' }).click();
  await details.waitFor({ state: 'detached' });
  await card.getByRole('button', { name: 'Ada Kern, 10b' }).click();
  await details.getByLabel('Mitteilung der Familie').fill('Doch erst am Montag');
  await page.keyboard.press('Escape');
  const question = page.getByRole('alertdialog', { name: 'Änderungen verwerfen?' });
  await question.getByRole('button', { name: 'Weiter bearbeiten' }).click();
  expect(await details.getByLabel('Mitteilung der Familie').inputValue()).toBe('Doch erst am Montag');
  await details.getByRole('button', { name: 'Abbrechen' }).click();
  await question.getByRole('button', { name: 'Verwerfen' }).click();
  await details.waitFor({ state: 'detached' });
  await card.getByText('Kommt am Freitag wieder').waitFor();
  expect(app.problems).toEqual([]);
});

it('a family reads and writes its note, never what the school notes; of what began its beginning is fixed, and of what is over only the note is theirs [T-6.14] [T-6.15] [T-5.10] [T-5.16] [T-3.54]', async () => {
  await reported();
  await using app = await kreide.open({ username: 'parent' });
  const { page } = app;
  await page.goto(overview());
  const open = async () => {
    await page.getByRole('button', { name: 'Ada Kern, 10b' }).click();
    return page.getByRole('dialog', { name: 'Ada Kern' });
  };
  const details = await open();
  await details.getByLabel('Mitteilung der Familie').fill('Doch erst am Montag');
  expect(await details.getByText('Nur für die Schule').count()).toBe(0);
  expect(await details.getByText('Internen Vermerk hinzufügen').count()).toBe(0);
  expect(await details.getByRole('spinbutton', { disabled: true }).count()).toBeGreaterThan(0);
  const isFixed = (label: string) =>
    details.getByRole('group', { name: label }).getByRole('spinbutton').first().getAttribute('aria-disabled');
  expect([await isFixed('Von'), await isFixed('Bis')]).toEqual(['true', null]);
  await details.getByRole('button', { name: 'Speichern' }).click();
  await details.waitFor({ state: 'detached' });
  await page.getByRole('article').getByText('Doch erst am Montag').waitFor();
  expect(await absences()).toMatchObject([{ excuse_note: 'Doch erst am Montag', comment: 'Nur für die Schule' }]);

  await reported(november(16));
  await page.reload();
  const menu = page.getByRole('button', { name: 'Was tun mit der Fehlzeit von Ada Kern?' });
  const over = await open();
  await over.getByLabel('Mitteilung der Familie').waitFor();
  expect([await isFixed('Von'), await isFixed('Bis')]).toEqual(['true', 'true']);
  expect(await over.getByRole('radio', { disabled: false }).count()).toBe(0);
  await over.getByRole('button', { name: 'Schließen' }).last().click();
  expect(await menu.count()).toBe(0);
});

it('an absence at the same time is told before it is saved, and saved on a second word; the same twice is refused [T-5.12] [T-5.13] [T-5.14] [T-7.42] [T-7.43]', async () => {
  await reported(november(18));
  await using app = await kreide.open({ username: 'parent' });
  const { page } = app;
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/absences/users/')) asked.push(request.url());
  });
  await page.goto(overview('/new'));
  const form = report(page);
  await form.getByText('Ada Kern').click();
  await press(form, 'Weiter');
  await form.getByRole('alert').getByText('In dieser Zeit gibt es schon eine Fehlzeit.').waitFor();
  const [query = ''] = asked.map((url) => new URL(url).search);
  expect(Object.fromEntries(new URLSearchParams(query))).toEqual({ with_deleted: '0', limit: '2', ...november(18) });
  await form.getByText('Krank', { exact: true }).click();
  await press(form, 'Weiter');
  await press(form, 'Melden');
  await press(form, 'Trotzdem speichern');
  await form
    .getByText('Nicht gespeichert (Ada Kern): Für genau diese Zeit ist schon eine Fehlzeit eingetragen.')
    .waitFor();
  await press(form, 'Zurück');
  await form.getByText('Arztbesuch').click();
  await press(form, 'Weiter');
  await press(form, 'Trotzdem speichern');
  await form.waitFor({ state: 'detached' });
  expect((await absences()).map(({ type_id }) => type_id)).toEqual(['sick', 'doctor']);

  // Itself is no other.
  await reported(november(18));
  await page.goto(overview());
  await page.getByRole('button', { name: 'Ada Kern, 10b' }).click();
  const details = page.getByRole('dialog', { name: 'Ada Kern' });
  await details.getByLabel('Mitteilung der Familie').fill('Neu');
  expect(await details.getByText('In dieser Zeit gibt es schon').count()).toBe(0);
  await details.getByRole('button', { name: 'Speichern' }).click();
  await details.waitFor({ state: 'detached' });
  expect(await absences()).toMatchObject([{ excuse_note: 'Neu' }]);
});

it('pupils report themselves as long as their school lets them, with nothing but what belongs to an absence [T-3.57]', async () => {
  await clear();
  await using app = await kreide.open({ username: 'ada' });
  const { page } = app;
  await page.goto(overview());
  await page.getByRole('link', { name: 'Krank melden' }).click();
  const form = report(page);
  await form.getByText('Krank gemeldet').click();
  await press(form, 'Weiter');
  const sent = page.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith('/absences'));
  await form.getByRole('button', { name: 'Melden' }).click();
  expect((await sent).postDataJSON()).toEqual({
    ...november(18),
    type_id: 'reported',
    user_id: kreide.school.users.ada,
    comment: null,
    excuse_note: null,
  });
  await page.getByRole('article', { name: 'Ada Kern: Krank gemeldet' }).waitFor();
  await db()
    .insertInto('absence_settings')
    .values({ school_id: kreide.school.id, grace_minutes: 5, next_day_from: '15:00', pupils_report: false })
    .execute();
  await page.goto(overview('/new'));
  await page.getByText('Du kannst hier niemanden krank melden').waitFor();
  await page.goto(overview());
  await page.getByRole('article').waitFor();
  expect(await page.getByRole('link', { name: 'Krank melden' }).count()).toBe(0);
});

it('the office enters an absence of a pupil, with types in groups, and hears of it in the list [T-6.10] [T-6.18] [T-2.142] [T-7.35] [T-7.41]', async () => {
  await clear();
  await using app = await kreide.open({ username: 'admin' });
  const { page } = app;
  await page.goto(overview());
  await page.getByRole('link', { name: 'Fehlzeit eintragen' }).click();
  const form = page.getByRole('dialog', { name: 'Fehlzeit eintragen' });
  await form.getByLabel('Personen suchen').fill('ben');
  await expect.poll(() => form.getByText('Ada Kern').count()).toBe(0);
  await form.getByText('Ben Kern').click();
  await form.getByText('Gruppen: Krankheit und Fehlen, Beurlaubung, Für die Schule unterwegs, Anderes.').waitFor();
  const leave = form.getByRole('button', { name: 'Beurlaubung', exact: true });
  expect(await leave.getAttribute('aria-expanded')).toBe('false');
  expect(await form.getByText('Beurlaubt').isVisible()).toBe(false);
  expect(await form.getByText('Arztbesuch').isVisible()).toBe(true);
  await leave.click();
  await form.getByText('Beurlaubt').click();
  await expectAccessible(page);
  // Another pupil is chosen without losing what was written.
  await form.getByLabel('Mitteilung der Familie').fill('Fährt zur Kur');
  await form.getByRole('button', { name: 'Zurück' }).click();
  await form.getByText('Ada Kern').click();
  expect(await form.getByLabel('Mitteilung der Familie').inputValue()).toBe('Fährt zur Kur');
  await form.getByRole('button', { name: 'Wer (erledigt)' }).click();
  await form.getByText('Ben Kern').click();
  await form.getByRole('button', { name: 'Weiter' }).click();
  await form.getByText('Ben Kern').waitFor();
  await form.getByRole('button', { name: 'Melden' }).click();
  const type = page.getByText('Beurlaubt', { exact: true });
  await page.locator('[data-row]', { hasText: 'Ben Kern', has: type }).waitFor();
  expect(await absences()).toMatchObject([{ user_id: kreide.school.users.ben, type_id: 'leave', source: 'school' }]);
  expect(app.problems).toEqual([]);
});
