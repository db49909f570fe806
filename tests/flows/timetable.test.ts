// features: timetable

import { describe, expect, it } from 'vitest';
import { withApp } from '../support/app-browser.ts';
import { PASSWORD } from '../support/people.ts';
import { buildPlanSchool, type PlanSchool } from '../support/plan-school.ts';

const kreide = withApp(buildPlanSchool);

const MATHS = /^Mittwoch, 18\. November, 09:55 bis 11:\d\d, Mathematik, Raum 204, Frau Berg, planmäßig/;
const plan = (user: keyof PlanSchool['users']) => `/timetable/users/${kreide.school.users[user]}`;
const queryOf = (url: string) => Object.fromEntries(new URL(url).searchParams);
const epoch = (instant: string) => Math.floor(Date.parse(instant) / 1000);

/** An occurrence id of 10b on a date of the test week, as the server's answer gives it. */
async function lessonIdOf(name: string, date: string, startsAt: string): Promise<{ id: string; internalId: number }> {
  const token = (
    await kreide.server.request('POST', '/v1/auth/login', {
      body: { slink: 'amsel', username: 'ada', password: PASSWORD, stayLoggedIn: true },
    })
  ).body.access_token;
  const path = `/v1/timetables/entities/users/${kreide.school.users.ada}?begins_at=2026-11-16&ends_at=2026-11-20`;
  const { body } = await kreide.server.request('GET', path, { token });
  const found = body.data.lessons.find(
    (lesson: { meta: { shortname: string; displayname: string }; dates: string[] }) =>
      lesson.meta.displayname === name && lesson.dates.includes(date),
  );
  return { id: `${found.uuid}-${epoch(startsAt)}`, internalId: found.lesson_id };
}

describe('the way to a timetable', () => {
  it('leads a pupil who signs in to the own week with the lesson that is on now, in the school’s time [T-2.01] [T-2.03] [T-2.06] [T-9.09]', async () => {
    await using app = await kreide.open();
    const { page } = app;
    await page.goto('/amsel/login');
    await page.getByLabel('Benutzername').fill('ada');
    await page.getByLabel('Passwort', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Anmelden' }).click();
    await page.getByRole('link', { name: 'Stundenplan' }).first().click();
    await page.waitForURL('**/timetable/**');
    await page.getByRole('button', { name: MATHS }).waitFor();
    expect(new URL(page.url()).pathname).toBe(plan('ada'));
    await expect.poll(() => page.locator('.kt-now').textContent()).toBe('10:10');
    expect(await page.getByRole('heading', { name: 'Ada Kern' }).count()).toBe(1);
    expect(app.problems).toEqual([]);
  });

  it('leads a parent to the first child and switches between the children [T-2.02] [T-6.29]', async () => {
    await using app = await kreide.open({ username: 'parent' });
    await app.page.goto('/timetable');
    await app.page.getByRole('button', { name: MATHS }).waitFor();
    expect(new URL(app.page.url()).pathname).toBe(plan('ada'));
    await app.page.getByRole('radio', { name: 'Ben' }).click();
    await app.page.getByRole('heading', { name: 'Ben Kern' }).waitFor();
    expect(new URL(app.page.url()).pathname).toBe(plan('ben'));
  });

  it('leads a teacher to the teacher’s plan, the query kept [T-2.04] [T-1.01]', async () => {
    await using app = await kreide.open({ username: 'teacher' });
    await app.page.goto('/timetable?viewType=day');
    await app.page.getByRole('button', { name: /^Mittwoch, 18\. November, 09:55 bis 11:\d\d, Mathematik/ }).waitFor();
    expect(new URL(app.page.url()).pathname).toMatch(/^\/timetable\/teachers\/\d+$/);
    expect(queryOf(app.page.url()).viewType).toBe('day');
    await app.page.getByRole('heading', { name: 'Frau Berg' }).waitFor();
  });

  it.each(['new', 'alone', 'office'] as const)(
    'leads %s, who has no plan, to the page that says so [T-2.05] [T-2.12]',
    async (username) => {
      await using app = await kreide.open({ username });
      await app.page.goto('/timetable');
      await app.page.getByRole('heading', { name: 'Noch kein Stundenplan' }).waitFor();
      expect(new URL(app.page.url()).pathname).toBe('/no-timetable');
      await app.page.goto(`/no-timetable/${kreide.school.gradeId}/grades`);
      await app.page.getByText('Für diese Auswahl ist kein Plan veröffentlicht.').waitFor();
    },
  );

  it('shows a page that does not exist for an unknown entity or id [T-2.07]', async () => {
    await using app = await kreide.open({ username: 'ada' });
    for (const path of ['/timetable/pets/5', '/timetable/grades/ten', '/timetable/grades/0']) {
      await app.page.goto(path);
      await app.page.getByRole('heading', { name: 'Diese Seite gibt es nicht' }).waitFor();
    }
    await app.page.goto('/timetable/grades/999999');
    await app.page.getByRole('heading', { name: 'Diesen Plan gibt es nicht' }).waitFor();
    await app.page.goto(plan('ben'));
    await app.page.getByRole('heading', { name: 'Dieser Plan ist nicht freigegeben' }).waitFor();
  });

  it('finds a class, a teacher and a room by the quick search, and goes back [T-1.01] [T-2.21]', async () => {
    await using app = await kreide.open({ username: 'ada' });
    const { page } = app;
    await page.goto(plan('ada'));
    for (const [typed, option, heading] of [
      ['10', /^10b/, '10b'],
      ['berg', /^Bg/, 'Frau Berg'],
      ['204', /^204/, '204'],
    ] as const) {
      await page.getByRole('button', { name: 'Suchen oder springen' }).click();
      await page.getByRole('searchbox').fill(typed);
      await page.getByRole('menuitem', { name: option }).click();
      await page.getByRole('heading', { name: heading }).waitFor();
      await page.getByRole('button', { name: /^Mittwoch, 18\. November, 09:55 bis 11:\d\d, Mathematik/ }).waitFor();
      await page.getByRole('button', { name: 'Zurück', exact: true }).click();
      await page.getByRole('heading', { name: 'Ada Kern' }).waitFor();
    }
    await page.goto(`/timetable/grades/${kreide.school.gradeId}?showBackButton=0`);
    await page.getByRole('heading', { name: '10b' }).waitFor();
    expect(await page.getByRole('button', { name: 'Zurück', exact: true }).count()).toBe(0);
  });
});

describe('the query of a timetable', () => {
  it('is repaired and written back, what is none of its business stays [T-4.45] [T-4.46] [T-4.47] [T-5.31] [T-5.33]', async () => {
    await using app = await kreide.open({ username: 'ada' });
    await app.page.goto(`${plan('ada')}?viewType=year&daysToShow=99&startDate=2026-02-31&from=mail`);
    await expect
      .poll(() => queryOf(app.page.url()))
      .toEqual({ viewType: 'week', daysToShow: '5', startDate: '2026-11-16', from: 'mail' });
    await app.page.goto(`${plan('ada')}?daysToShow=7&startDate=2026-11-25`);
    await expect.poll(() => app.page.locator('.kt-date').count()).toBe(7);
    await app.page.getByRole('button', { name: /^Montag, 23\. November, 08:00/ }).waitFor();
    expect(queryOf(app.page.url())).toMatchObject({ daysToShow: '7', startDate: '2026-11-25' });
  });

  it('of a month always asks for seven days [T-4.48] [T-5.32] [T-2.19]', async () => {
    await using app = await kreide.open({ username: 'ada' });
    await app.page.goto(`${plan('ada')}?viewType=month&daysToShow=3&startDate=2026-11-18`);
    await app.page.locator('.kt-month').waitFor();
    await expect
      .poll(() => queryOf(app.page.url()))
      .toEqual({ viewType: 'month', daysToShow: '7', startDate: '2026-11-18' });
  });

  it('opens the lesson that it names, on its week [T-2.08] [T-2.16] [T-2.22] [T-2.23]', async () => {
    await using app = await kreide.open({ username: 'ada' });
    const { page } = app;
    // A Monday three weeks on, after the clocks of the pupil's browser would have said another day.
    const { id } = await lessonIdOf('Deutsch', '2026-11-16', '2026-12-07T07:00:00Z');
    await page.goto(`${plan('ada')}?lessonId=${id}`);
    const details = page.getByRole('region', { name: 'Unterrichtsstunde' });
    await details.getByRole('heading', { name: 'Deutsch' }).waitFor();
    await details.getByText('Montag, 7. Dezember').waitFor();
    expect(new URL(page.url()).pathname).toBe(`${plan('ada')}/lesson/${id}`);
    expect(queryOf(page.url())).toMatchObject({ startDate: '2026-12-07', viewType: 'week' });
    await page.keyboard.press('Escape');
    await details.waitFor({ state: 'hidden' });
    expect(new URL(page.url()).pathname).toBe(plan('ada'));
    await page.goto(`${plan('ada')}/lesson/${id.replace(/-\d+$/, `-${epoch('2026-12-08T07:00:00Z')}`)}`);
    await page.getByRole('heading', { name: 'Diese Stunde steht nicht im Plan' }).waitFor();
  });

  it('points at a lesson by internal id, or by week, weekday and times [T-2.18] [T-2.22]', async () => {
    await using app = await kreide.open({ username: 'ada' });
    const { page } = app;
    await page.goto(`${plan('ada')}?week=48&weekday=2&time_begins_at=08:00&time_ends_at=08:45`);
    const meant = page.locator('.kt-lesson[aria-current]');
    await meant.waitFor();
    expect(await meant.getAttribute('aria-label')).toMatch(/^Dienstag, 24\. November, 08:00 bis 09:35, Mathematik/);
    expect(await meant.count()).toBe(1);
    const { internalId } = await lessonIdOf('Kunst', '2026-11-17', '2026-11-17T08:55:00Z');
    await page.goto(`${plan('ada')}?lessonInternalId=${internalId}`);
    await meant.first().waitFor();
    expect(await meant.first().getAttribute('aria-label')).toMatch(/^Dienstag, 17\. November, .*Kunst/);
  });

  it('with an invalid timestamp in the lesson goes back without an error [T-2.24] [T-5.34] [T-8.14]', async () => {
    await using app = await kreide.open({ username: 'ada' });
    const { page } = app;
    await page.goto('/feed');
    await page.getByRole('link', { name: 'Stundenplan' }).first().click();
    await page.waitForURL('**/timetable/**');
    await page.getByRole('button', { name: MATHS }).waitFor();
    await page.getByRole('button', { name: 'Woche vor' }).click();
    await page.getByRole('button', { name: /^Montag, 23\. November, 08:00/ }).waitFor();
    const before = page.url();
    await page.evaluate(
      (path) => {
        history.pushState({ idx: history.state.idx + 1, key: 'test' }, '', path);
        dispatchEvent(new PopStateEvent('popstate', { state: history.state }));
      },
      `${plan('ada')}/lesson/abc-99999999999999`,
    );
    await expect.poll(() => page.url()).toBe(before);
    await page.goto(`${plan('ada')}/lesson/abc`);
    await page.getByRole('button', { name: MATHS }).waitFor();
    await expect.poll(() => new URL(page.url()).pathname).toBe(plan('ada'));
    expect(await page.getByRole('alert').allTextContents()).toEqual(['']);
    expect(app.problems).toEqual([]);
  });
});
