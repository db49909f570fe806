// features: start, onboarding

import { describe, expect, it } from 'vitest';
import { expectAccessible } from '../support/accessible.ts';
import { withApp } from '../support/app-browser.ts';
import { buildConversation } from '../support/channels.ts';
import { writeMessage } from '../support/chats.ts';
import { buildEntry, buildHomework } from '../support/classbook.ts';
import { buildEvent } from '../support/events.ts';
import { sendToAll } from '../support/global-channel.ts';
import { notify } from '../support/notifications.ts';
import { buildPlanSchool } from '../support/plan-school.ts';

const kreide = withApp(buildPlanSchool);
/** Of today, and over. */
const EARLY = { begins_at: '2026-11-18T06:00:00Z', ends_at: '2026-11-18T07:00:00Z' };
const PHONE = { viewport: { width: 390, height: 844 } };

describe('the start page', () => {
  it('has the next lesson on a board, with its room, and the day in rows that open [P-2.06] [C-2.42]', async () => {
    await using app = await kreide.open({ username: 'ada' });
    const { page } = app;
    await page.goto('/feed');
    // Wednesday, 10:10.
    await page.getByRole('heading', { level: 1, name: 'Mittwoch, 18. November' }).waitFor();
    const board = page.getByText('Als Nächstes').locator('xpath=..');
    await expect.poll(() => board.innerText()).toMatch(/um 11:50 Uhr\s+Biologie\s+11:50 · .+\s+L2/s);
    const changed = page.locator('.kt-row', { hasText: '301' }).first();
    expect(await changed.locator('s').first().innerText()).toMatch(/Wn|112/);
    expect(await page.locator('li[aria-current="time"]').count()).toBe(1);
    await changed.click();
    await page.getByRole('region', { name: 'Unterrichtsstunde' }).getByText('Bitte den Atlas mitbringen').waitFor();
    expect(new URL(page.url()).pathname).toMatch(/^\/timetable\/users\/\d+\/lesson\//);
    expect(app.problems).toEqual([]);
  });

  it('shows a teacher the lessons given, with their classes', async () => {
    await using app = await kreide.open({ username: 'teacher' });
    await app.page.goto('/feed');
    const row = app.page.locator('.kt-row', { hasText: 'Mathematik' }).first();
    await expect.poll(() => row.innerText()).toContain('10b');
  });

  it('shows the next school day when today is over, and says which it is', async () => {
    await using app = await kreide.open({ drivesClock: true, username: 'ada' });
    const { page } = app;
    await page.clock.setFixedTime(new Date('2026-11-20T20:00:00+01:00'));
    await page.goto('/feed');
    await page.getByText('Montag, 23. November · 08:00', { exact: false }).waitFor();
    expect(await page.getByText('Als Nächstes').locator('xpath=..').innerText()).toMatch(/am Mo/);
    expect(await page.locator('li[aria-current="time"]').count()).toBe(0);
  });

  it('has a column for each child of a parent; on a phone one at a time, and both at a glance', async () => {
    await using app = await kreide.open({ username: 'parent', ...PHONE });
    const { page } = app;
    await page.goto('/feed');
    const day = (name: string) => page.getByRole('region', { name, exact: true });
    const choice = (name: string) => page.getByRole('button', { name: new RegExp(`${name} `) });
    await day('Ada').waitFor();
    expect(await day('Ben').isVisible()).toBe(false);
    await expect.poll(() => choice('Ben').innerText()).toMatch(/ · |–/);
    await choice('Ben').click();
    await day('Ben').waitFor();
    expect([await day('Ada').isVisible(), await choice('Ben').getAttribute('aria-pressed')]).toEqual([false, 'true']);
    await page.setViewportSize({ width: 1280, height: 900 });
    const [ada, ben] = await Promise.all([day('Ada').boundingBox(), day('Ben').boundingBox()]);
    expect(ada?.y).toBe(ben?.y);
    expect(await choice('Ben').isVisible()).toBe(false);
  });

  it('says what is new, due and near, each for as long as there is something; else nothing takes its place', async () => {
    const { kysely } = kreide.server.test.database;
    const { id: school_id, users: people } = kreide.school;
    const { ben: id, teacher } = people;
    const { grade_id: grade } = await kysely
      .selectFrom('grade_memberships')
      .select('grade_id')
      .where('school_id', '=', school_id)
      .where('user_id', '=', id)
      .executeTakeFirstOrThrow();
    await using app = await kreide.open({ username: 'ben' });
    const { page } = app;
    const part = (name: string) => page.getByRole('region', { name });
    await Promise.all([page.waitForResponse(/dateRange/), page.goto('/feed')]);
    await expect.poll(() => page.locator('[class*="changes"] > *').count()).toBe(0);

    await notify(kreide.server, school_id, id, { title: 'Mathe fällt aus' });
    await writeMessage(kysely, school_id, await buildConversation(kysely, school_id, id, teacher), teacher);
    const school = { school: kreide.school, grade, teacher: 0, mark: '' };
    await buildHomework(kysely, school, await buildEntry(kysely, school), teacher);
    const [users, late] = [[id], { ends_at: '2026-12-24T19:00:00Z', begins_at: '2026-12-24T18:00:00Z' }];
    await buildEvent(kysely, school_id, teacher, { users });
    await buildEvent(kysely, school_id, teacher, { users }, { name: 'Weihnachtsfeier', ...late });
    await buildEvent(kysely, school_id, teacher, { users }, { name: 'Frühstück', ...EARLY });
    await page.reload();
    await part('Ungelesen in Kanälen').getByText('Guten Tag').waitFor();
    expect(await part('Hausaufgaben').innerText()).toMatch(/Mo\W.*\nSeite 1\s+Mathe/);
    expect(await part('Termine').innerText()).toMatch(/Fr\W.+Elternabend/s);
    expect(await part('Termine').innerText()).not.toMatch(/Weihnachtsfeier|Frühstück/);
    await expectAccessible(page);
    const told = part('Neu für dich').getByRole('listitem').filter({ hasText: 'Mathe fällt aus' });
    await told.getByRole('button', { name: 'Als gelesen markieren' }).click();
    await told.waitFor({ state: 'detached' });
    const isRead = page.waitForResponse((answer) => answer.url().endsWith('/read') && answer.ok());
    await part('Ungelesen in Kanälen')
      .getByRole('link', { name: /Guten Tag/ })
      .click();
    await isRead;
    await page.getByRole('link', { name: 'Start', exact: true }).first().click();
    await part('Termine').waitFor();
    await part('Ungelesen in Kanälen').waitFor({ state: 'detached' });
    expect(app.problems).toEqual([]);
  });

  it('is news alone for somebody without a plan', async () => {
    await using app = await kreide.open({ username: 'office' });
    await app.page.goto('/feed');
    await app.page.getByRole('heading', { name: 'Neuigkeiten' }).waitFor();
    expect(await app.page.getByRole('heading', { name: 'Mein Tag' }).count()).toBe(0);
  });

  it.each([390, 1280])('hardly moves while it loads at %i px', async (width) => {
    await using app = await kreide.open({ username: 'ada', viewport: { width, height: 844 }, isFirstVisit: true });
    const { page } = app;
    await page.addInitScript(() => {
      const seen = window as unknown as { shift: number };
      seen.shift = 0;
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) seen.shift += (entry as unknown as { value: number }).value;
      }).observe({ type: 'layout-shift', buffered: true });
    });
    await page.goto('/feed');
    await page.locator('.kt-row:visible').first().waitFor();
    await page.getByRole('heading', { name: 'Neuigkeiten' }).waitFor();
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    expect(await page.evaluate(() => (window as unknown as { shift: number }).shift)).toBeLessThanOrEqual(0.05);
  });
});

it('a link to one item, as a homepage has it, brings that item into sight', async () => {
  const { kysely } = kreide.server.test.database;
  const news = { school_id: kreide.school.id, user_id: kreide.school.users.teacher, content: '', excerpt: '' };
  const text = `<p>${'Lang und breit. '.repeat(80)}</p>`;
  const rows = await kysely
    .insertInto('news')
    .values(
      [17, 16, 15].map((day) => ({
        ...news,
        title: `Meldung ${day}`,
        content_rendered: text,
        publish_at: `2026-11-${day}T08:00:00Z`,
      })),
    )
    .returning(['id', 'uuid', 'title'])
    .execute();
  await sendToAll(kysely, kreide.school.id, ...rows.map(({ id }) => id));
  await using app = await kreide.open({ username: 'ada', viewport: { width: 390, height: 700 } });
  const oldest = rows.find(({ title }) => title === 'Meldung 15');
  await app.page.goto(`/feed?news=${oldest?.uuid}`);
  const heading = app.page.getByRole('heading', { name: 'Meldung 15' });
  await heading.waitFor();
  await expect.poll(() => heading.evaluate((element) => element === document.activeElement)).toBe(true);
  const top = async () => Math.round((await heading.boundingBox())?.y ?? -1);
  await expect.poll(top).toBeGreaterThan(60);
  expect(await top()).toBeLessThan(500);
});

it('shows an administrator what the school still needs, and no longer what it does without [P-7.91]', async () => {
  await using app = await kreide.open({ username: 'admin' });
  const { page } = app;
  const { kysely } = kreide.server.test.database;
  await kysely.deleteFrom('screens').where('school_id', '=', kreide.school.id).execute();
  await page.goto('/feed');
  const steps = page.getByRole('region', { name: 'Die Schule einrichten' });
  await steps.getByText('4 von 5').waitFor();
  expect(await steps.getByRole('link', { name: /^Personen/ }).innerText()).toContain('3 Schülerinnen und Schüler');
  await expectAccessible(page);
  const skip = steps.getByRole('button', { name: 'Nicht nötig: Bildschirm im Eingang' });
  await skip.click();
  await steps.waitFor({ state: 'detached' });
  // By mistake: it comes back, and can be skipped again.
  await page.getByRole('button', { name: 'Rückgängig' }).click();
  await skip.click();
  await steps.waitFor({ state: 'detached' });
  await page.reload();
  await page.getByRole('heading', { name: 'Neuigkeiten' }).waitFor();
  expect(await steps.count()).toBe(0);
  expect(app.problems).toEqual([]);
});
