// features: schools, users, year-change

import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { expectAccessible } from '../support/accessible.ts';
import { withApp } from '../support/app-browser.ts';
import { buildChannel } from '../support/channels.ts';
import { writeMessage } from '../support/chats.ts';
import { PASSWORD } from '../support/people.ts';
import { buildPlanSchool } from '../support/plan-school.ts';
import { TEST_NOW } from '../support/server.ts';

const kreide = withApp(buildPlanSchool);
const DAY = 24 * 60 * 60 * 1000;
const REMINDER_KEY = 'schoolYearChangeReminderHiddenUntil';

const kept = (page: Page, key: string) => page.evaluate((name) => localStorage.getItem(name), key);

/** Moves the end of the active school year. */
async function endYear(ends_at: string): Promise<void> {
  await kreide.server.test.database.kysely
    .updateTable('school_years')
    .set({ ends_at })
    .where('id', '=', kreide.school.yearId)
    .execute();
}

describe('an account that ends', () => {
  const endAt = (at: string | null) =>
    kreide.server.test.database.pool.query(`update users set expire_at = $1 where username = 'ada'`, [at]);

  it('is told on every page when it ends, by the time of the school, and others are not [C-2.134]', async () => {
    await endAt('2026-11-30T22:30:00Z');
    try {
      await using app = await kreide.open({ username: 'ada' });
      await app.page.goto('/more');
      await app.page.getByText('Dein Konto endet am 30. November 2026 um 23:30 Uhr.', { exact: false }).waitFor();
      await expectAccessible(app.page);
      await using other = await kreide.open({ username: 'ben' });
      await other.page.goto('/more');
      await other.page.getByRole('main').getByRole('button', { name: 'Abmelden' }).waitFor();
      expect(await other.page.getByText('Dein Konto endet', { exact: false }).count()).toBe(0);
    } finally {
      await endAt(null);
    }
  });
});

describe('somebody who has left the school', () => {
  const BANNER = 'Bis zum 30. November 2026 um 23:30 Uhr kannst du hier noch alles lesen, aber nichts mehr schreiben.';
  const leave = (from: string | null, at: string | null) =>
    kreide.server.test.database.pool.query(
      `update users set read_only_from = $1, expire_at = $2 where username = 'ada'`,
      [from, at],
    );

  it('is told on every page that it can be read only, finds everything and is offered nothing to write [C-2.134] [P-4.25]', async () => {
    const db = kreide.server.test.database.kysely;
    const { id, users } = kreide.school;
    const channel = await buildChannel(db, id, { members: [users.ada, users.ben, users.teacher] });
    await writeMessage(db, id, channel, users.teacher, 'Alles Gute!');
    await leave('2026-11-01T00:00:00Z', '2026-11-30T22:30:00Z');
    try {
      await using app = await kreide.open({ username: 'ada' });
      const { page } = app;
      const sees = async (path: string, ready: ReturnType<Page['locator']>) => {
        await page.goto(path);
        await ready.first().waitFor();
        await page.getByText(BANNER, { exact: false }).waitFor();
      };
      for (const path of ['/feed', '/timetable', '/calendar', '/more', '/channels'])
        await sees(path, page.getByRole('heading', { level: 1 }));
      await expectAccessible(page);
      await page.getByRole('heading', { name: 'Chor' }).or(page.getByText('Chor')).first().waitFor();
      expect(await page.getByRole('button', { name: 'Der Chat ist für dich ausgeschaltet' }).isDisabled()).toBe(true);
      await sees(`/channels/${channel.id}/chat`, page.getByRole('log').getByText('Alles Gute!'));
      expect(await page.getByRole('textbox', { name: 'Nachricht' }).count()).toBe(0);
      // Why is said by the banner alone: but for the line of who is typing nothing is empty.
      expect(await page.getByRole('main').locator('p:empty').count()).toBe(1);
      // The chat is as high as the banner leaves room for.
      for (const size of [
        { width: 1280, height: 844 },
        { width: 390, height: 844 },
      ]) {
        await page.setViewportSize(size);
        await expect.poll(() => page.evaluate(() => document.documentElement.scrollHeight)).toBe(size.height);
      }
      await page.setViewportSize({ width: 1280, height: 844 });
      await page.goto('/channels/creation/list');
      await page.getByText(BANNER, { exact: false }).waitFor();
      expect(await page.getByRole('main').getByRole('textbox').count()).toBe(0);
      expect(app.problems).toEqual([]);

      await using other = await kreide.open({ username: 'ben' });
      await other.page.goto('/channels');
      expect(await other.page.getByRole('button', { name: 'Neuer Kanal oder Chat' }).isEnabled()).toBe(true);
      await other.page.goto(`/channels/${channel.id}/chat`);
      await other.page.getByRole('textbox', { name: 'Nachricht' }).waitFor();
    } finally {
      await leave(null, null);
    }
  });
});

describe('the reminder of the school year', () => {
  const banner = (page: Page) => page.getByRole('status').filter({ hasText: 'Schuljahr' });

  it('comes to those who may switch it, is closed for one day, and comes again [C-2.131] [C-2.132] [C-2.133] [C-9.22] [P-6.11] [P-9.23] [T-9.35]', async () => {
    await endYear('2026-11-17');
    await using app = await kreide.open({ drivesClock: true, username: 'admin' });
    const { page } = app;
    await page.goto('/more');
    await banner(page).getByText('ist zu Ende', { exact: false }).waitFor();
    await expectAccessible(page);
    await banner(page).getByRole('button', { name: 'Einen Tag ausblenden' }).click();
    await banner(page).waitFor({ state: 'detached' });
    expect(Number(await kept(page, REMINDER_KEY))).toBe(Date.parse(TEST_NOW) + DAY);

    await page.clock.setFixedTime(Date.parse(TEST_NOW) + DAY - 1);
    await page.reload();
    await page.getByRole('main').getByRole('button', { name: 'Abmelden' }).waitFor();
    expect(await banner(page).count()).toBe(0);
    await page.clock.setFixedTime(Date.parse(TEST_NOW) + DAY);
    await page.reload();
    await banner(page).getByRole('link', { name: 'Schuljahr wechseln' }).click();
    await page.waitForURL('**/school-year-change-validation');
  });

  it('is kept beside sign-in and view of the calendar under the names that other programs know, where sample data stand too [C-9.34]', async () => {
    await endYear('2026-11-17');
    await using app = await kreide.open({ storage: { sampleSchoolData: '{}' } });
    const { page } = app;
    await page.goto('/amsel/login');
    await page.getByLabel('Benutzername').fill('admin');
    await page.getByRole('textbox', { name: 'Passwort' }).fill(PASSWORD);
    await page.getByRole('checkbox', { name: 'Angemeldet bleiben' }).check();
    await page.getByRole('button', { name: 'Anmelden', exact: true }).click();
    await page.waitForURL('**/feed');
    await page.goto('/calendar');
    await page.getByRole('radio', { name: 'Liste', exact: true }).click();
    await page.waitForURL('**/list*');
    await banner(page).getByRole('button', { name: 'Einen Tag ausblenden' }).click();
    await banner(page).waitFor({ state: 'detached' });
    const keys = ['auth_token', 'calendar_view_type', REMINDER_KEY, 'sampleSchoolData'];
    const values = await Promise.all(keys.map((key) => kept(page, key)));
    expect(values).toEqual([expect.stringMatching(/^\S{20,}$/), 'list', expect.stringMatching(/^\d{13}$/), '{}']);
  });

  it.each([
    [390, 844],
    [1280, 900],
  ])('goes as soon as the next year is the active one, %i px wide [T-3.73]', async (width, height) => {
    await endYear('2026-11-17');
    const years = kreide.server.test.database.pool;
    const next = await years.query(
      `insert into school_years (school_id, name, begins_at, ends_at)
       values ($1, '2027 / 2028', '2026-11-18', '2028-07-15') returning id`,
      [kreide.school.id],
    );
    try {
      await using app = await kreide.open({ username: 'admin', viewport: { width, height } });
      const { page } = app;
      await page.goto(`/management/${kreide.school.uuid}/years`);
      // Not by its role: a toast about the year has that too.
      const reminder = page.getByText('Das nächste Schuljahr hat begonnen', { exact: false });
      await reminder.waitFor();
      await page.getByRole('button', { name: 'Aktiv machen: 2027 / 2028' }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Aktiv machen' }).click();
      await reminder.waitFor({ state: 'detached' });
      await page.getByRole('region', { name: '2027 / 2028' }).getByText('Aktiv', { exact: true }).waitFor();
      await expectAccessible(page);
    } finally {
      await years.query('update schools set active_school_year_id = $1 where id = $2', [
        kreide.school.yearId,
        kreide.school.id,
      ]);
      await years.query('delete from school_years where id = $1', [next.rows[0].id]);
    }
  });

  it('never comes to somebody without the permission, nor during the year [C-6.11] [C-2.132]', async () => {
    await endYear('2026-11-17');
    await using teacher = await kreide.open({ username: 'teacher' });
    await teacher.page.goto('/more');
    await teacher.page.getByRole('main').getByRole('button', { name: 'Abmelden' }).waitFor();
    await teacher.page.waitForTimeout(300);
    expect(await banner(teacher.page).count()).toBe(0);
    await endYear('2027-07-15');
    await using admin = await kreide.open({ username: 'admin' });
    const loaded = admin.page.waitForResponse(/YearReminder-.*\.js/);
    await admin.page.goto('/more');
    await loaded;
    await admin.page.waitForTimeout(300);
    expect(await banner(admin.page).count()).toBe(0);
  });
});

describe('the banner about muted notifications', () => {
  const TEXT = 'Benachrichtigungen sind hier stummgeschaltet.';

  it.each([
    ['feed', '/feed', '/timetable'],
    ['timetables', '/timetable', '/feed'],
  ])(
    'stands only in the view "%s" that has a flag, and closing removes that flag [C-2.135] [T-2.150] [T-4.37] [T-4.38] [T-4.39]',
    async (view, here, elsewhere) => {
      const other = view === 'feed' ? 'timetables' : 'feed';
      const storage = { [`muted_notifications.${view}`]: '1', 'muted_notifications.calendar': '1' };
      await using app = await kreide.open({ username: 'teacher', storage });
      const { page } = app;
      await page.goto(elsewhere);
      await page.locator('main').first().waitFor();
      expect(await page.getByText(TEXT).count(), other).toBe(0);
      await page.goto(here);
      await page.getByText(TEXT).waitFor();
      await expectAccessible(page);
      await page.getByRole('status').filter({ hasText: TEXT }).getByRole('button', { name: 'Schließen' }).click();
      await page.getByText(TEXT).waitFor({ state: 'detached' });
      expect(await kept(page, `muted_notifications.${view}`)).toBeNull();
      expect(await kept(page, 'muted_notifications.calendar')).toBe('1');
    },
  );

  it('leads to the settings of the notifications [T-4.40]', async () => {
    await using app = await kreide.open({ username: 'teacher', storage: { 'muted_notifications.feed': '1' } });
    const { page } = app;
    await page.goto('/feed');
    const link = page.getByRole('link', { name: 'Einstellungen öffnen' });
    expect(await link.getAttribute('href')).toMatch(/^\/settings\/\d+\/notifications$/);
  });
});

describe('the command palette', () => {
  const search = (page: Page) => page.getByRole('searchbox', { name: 'Seite, Klasse, Lehrkraft oder Raum' });
  const hits = (page: Page) => page.getByRole('menuitem');

  it('opens by Ctrl+K, goes to a screen by its name and gives the focus back', async () => {
    await using app = await kreide.open({ username: 'admin' });
    const { page, problems } = app;
    await page.goto('/feed');
    await page.getByRole('heading', { level: 1 }).waitFor();
    const button = page.getByRole('button', { name: 'Suchen oder springen' });
    await button.click();
    await search(page).waitFor();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await search(page).waitFor({ state: 'detached' });
    expect(await button.evaluate((one) => one === document.activeElement)).toBe(true);
    await page.keyboard.press('Control+k');
    await search(page).fill('schulj');
    await expect
      .poll(() => hits(page).allInnerTexts())
      .toEqual(['Schuljahreswechsel: Personen', 'Schuljahr wechseln', 'Schuljahre', 'Zeiten des Schuljahrs']);
    await page.keyboard.press('Enter');
    await page.waitForURL('**/school-year-change-type');
    expect(problems).toEqual([]);
  });

  it('finds the plan of a class, and only what somebody may see', async () => {
    await using app = await kreide.open({ username: 'teacher' });
    const { page } = app;
    await page.goto('/feed');
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.keyboard.press('Control+k');
    await search(page).waitFor();
    const pages = ['Start', 'Stundenplan', 'Kanäle', 'Mehr'];
    const made = ['Neuigkeit schreiben', 'Kanal oder Chat', 'Termin', 'Krankmeldung', 'Datei'];
    // The first ten; what else there is comes with its first letters.
    const first = [...pages, ...made, 'Kalender'];
    await expect.poll(() => hits(page).allInnerTexts()).toEqual(first);
    await search(page).fill('klassenb');
    await expect.poll(() => hits(page).allInnerTexts()).toEqual(['Klassenbuch']);
    await search(page).fill('verwalt');
    await page.getByText('Nichts passt zu „verwalt“.').waitFor();
    await search(page).fill('10b');
    await hits(page).filter({ hasText: '10b' }).first().waitFor();
    // Until the results are taken over, Enter chooses nothing.
    await expect
      .poll(async () => {
        if (await hits(page).count()) await page.keyboard.press('Enter');
        return page.url();
      })
      .toMatch(/\/timetable\/grades\/\d+/);
  });
});
