// features: registration

import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { expectAccessible } from '../support/accessible.ts';
import { createKeyFor, pendingIn } from '../support/activation.ts';
import { withApp } from '../support/app-browser.ts';
import { withBrandValue } from '../support/brand-value.ts';
import { buildSchool, buildUser, PASSWORD } from '../support/people.ts';

let schoolId = 0;
const kreide = withApp(async ({ test }) => {
  const { kysely } = test.database;
  const school = await buildSchool(kysely, 'amsel', { name: 'Amselschule' });
  schoolId = school.id;
  await buildUser(kysely, school.id, 'office', 'ADMIN');
  for (const shortcut of ['5a', '5b'])
    await kysely.insertInto('grades').values({ school_id: school.id, shortcut, source: 'manual' }).execute();
  await kysely.insertInto('teachers').values({ school_id: school.id, shortcut: 'Neu', source: 'manual' }).execute();
  await kysely.insertInto('subjects').values({ school_id: school.id, shortcut: 'MA', source: 'manual' }).execute();
});

const NARROW = { language: 'en', viewport: { width: 390, height: 844 } };
const WIDE = { language: 'en', viewport: { width: 1280, height: 800 }, colorScheme: 'dark' as const };
const next = (page: Page) => page.getByRole('button', { name: 'Next' }).click();
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor();
const field = (page: Page, name: string) => page.getByLabel(name, { exact: true });
const at = (page: Page, step: string) => page.waitForURL(`**/amsel/registration/${step}`);

/** Through the pages that only say something, and the consent. */
async function passIntro(page: Page, way: 'parent' | 'student' | 'teacher'): Promise<void> {
  for (const number of [1, 2, 3]) {
    await at(page, `intro-${way}-${number}`);
    await page.getByText(`Step ${number} of`).waitFor();
    await next(page);
  }
  await at(page, 'disclaimer');
  await page.getByText('agree to the terms').click();
  await next(page);
}

async function choosePassword(page: Page): Promise<void> {
  await field(page, 'New password').fill(PASSWORD);
  await field(page, 'Repeat new password').fill(PASSWORD);
  await next(page);
}

async function choose(page: Page, select: RegExp, option: RegExp): Promise<void> {
  await page.getByRole('button', { name: select }).click();
  await page.getByRole('option', { name: option }).click();
}

const childIn = (firstname: string, lastname: string) =>
  pendingIn(kreide.server, schoolId, 'STUDENT', { firstname, lastname });

describe('the sign-in page', () => {
  it('has a way in for those with a code, unless the branding does without it [P-1.09]', async () => {
    const way = (page: Page) => page.getByRole('link', { name: 'Activation code? Register here' });
    await using usual = await kreide.open({ language: 'en' });
    await usual.page.goto('/amsel/login');
    await way(usual.page).waitFor();
    await using other = await kreide.open({ language: 'en' });
    const changed = await withBrandValue(other.page, 'registration_code:!0', 'registration_code:!1');
    await other.page.goto('/amsel/login');
    await other.page.getByText('Stay signed in').waitFor();
    expect(changed()).toBe(1);
    expect(await way(other.page).count()).toBe(0);
  });
});

describe('a pupil with a code', () => {
  it('goes from the letter to the feed: names, address, username, password and grade, forward and back, across a reload [P-2.48] [P-2.40] [P-2.42] [P-2.43] [P-2.44]', async () => {
    const { id } = await childIn('Nika', 'Neu');
    const code = await createKeyFor(kreide.server, schoolId, 'account', id);
    await using app = await kreide.open(NARROW);
    const { page } = app;
    await page.goto(`/amsel/register/activate/${code}`);
    await at(page, 'intro-student-1');
    await heading(page, 'Hello Nika');
    await page.getByText('Pupil', { exact: true }).waitFor();
    await expectAccessible(page);
    for (const step of ['2', '3']) {
      await next(page);
      await at(page, `intro-student-${step}`);
      await page.getByText(`Step ${step} of`).waitFor();
    }
    await next(page);
    await at(page, 'disclaimer');
    await page.getByText('agree to the terms').waitFor();
    await next(page);
    await page.getByText('It does not go on without your consent.').waitFor();
    await expectAccessible(page);
    await page.getByText('agree to the terms').click();
    await next(page);
    await at(page, 'credentials');
    expect(await field(page, 'Last name').getAttribute('readonly')).not.toBeNull();
    await page.getByText('Female', { exact: true }).click();
    await next(page);
    await at(page, 'email');
    await field(page, 'E-mail address').fill('nika@');
    await next(page);
    await page.getByText('Please enter a valid e-mail address.').waitFor();
    expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('email');
    await expectAccessible(page);
    await page.reload();
    await field(page, 'E-mail address').waitFor();
    await page.getByRole('button', { name: 'Back' }).click();
    await at(page, 'credentials');
    await field(page, 'Last name').waitFor();
    await next(page);
    await at(page, 'email');
    await field(page, 'E-mail address').waitFor();
    await next(page);
    await at(page, 'username');
    await field(page, 'Username').fill('office');
    await next(page);
    await page.getByText('Somebody already has this username.').waitFor();
    await field(page, 'Username').fill('nika.neu');
    await next(page);
    await at(page, 'password');
    await choosePassword(page);
    await at(page, 'grade');
    await page.getByRole('button', { name: /Grade/ }).waitFor();
    await next(page);
    await page.getByText('Please choose something.').waitFor();
    await choose(page, /Grade/, /5a/);
    await next(page);
    await at(page, 'confirmation');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.waitForURL('**/feed');
    expect(app.problems.filter((line) => !line.includes('422'))).toEqual([]);
  });

  it('keeps neither the code in the address nor anything personal beyond the tab, and the password nowhere [P-2.38] [P-2.45] [P-2.46]', async () => {
    const { id } = await childIn('Mina', 'Ernst');
    const code = (await createKeyFor(kreide.server, schoolId, 'account', id)).replace('-', '');
    await using app = await kreide.open(NARROW);
    const { page } = app;
    await page.goto(`/amsel/register/activate#${code}`);
    await passIntro(page, 'student');
    expect(page.url()).not.toContain(code);
    for (const [step, title] of [
      ['credentials', 'Your name'],
      ['email', 'E-mail address'],
    ] as const) {
      await at(page, step);
      await heading(page, title);
      await next(page);
    }
    await at(page, 'username');
    await field(page, 'Username').fill('mina.ernst');
    await next(page);
    await at(page, 'password');
    await choosePassword(page);
    await at(page, 'grade');
    const kept = await page.evaluate(() => [JSON.stringify(localStorage), JSON.stringify(sessionStorage)]);
    expect(kept[0]).not.toMatch(/Mina|mina/);
    expect(kept[1]).toContain('mina.ernst');
    expect(kept.join()).not.toContain(PASSWORD);
    await page.reload();
    await at(page, 'password');
    await heading(page, 'Password');
  });
});

describe('a teacher with a code', () => {
  it('takes the short name of the timetable and says what is taught [P-2.41] [P-2.47] [P-2.49] [P-2.50] [T-6.24]', async () => {
    const { id } = await pendingIn(kreide.server, schoolId, 'TEACHER', { firstname: 'Toni', lastname: 'Lehr' });
    const code = await createKeyFor(kreide.server, schoolId, 'account', id);
    await using app = await kreide.open(WIDE);
    const { page } = app;
    await page.goto('/amsel/login');
    await page.getByRole('link', { name: 'Activation code? Register here' }).click();
    await heading(page, 'Enter activation code');
    await field(page, 'Activation code').fill('ZZZZZ-ZZZZZ');
    await next(page);
    await page.getByText('There is no such code.').waitFor();
    await expectAccessible(page);
    await field(page, 'Activation code').fill(code.toLowerCase());
    await next(page);
    await at(page, 'intro-teacher-1');
    await page.getByText('Teacher', { exact: true }).waitFor();
    await passIntro(page, 'teacher');
    await at(page, 'credentials');
    await field(page, 'Last name').waitFor();
    await next(page);
    await at(page, 'email');
    await field(page, 'E-mail address').waitFor();
    await next(page);
    await page.getByText('Please enter an e-mail address.').waitFor();
    await field(page, 'E-mail address').fill('toni@home.example');
    await next(page);
    await at(page, 'username');
    await field(page, 'Username').fill('toni.lehr');
    await next(page);
    await at(page, 'password');
    await choosePassword(page);
    await at(page, 'shortcuts');
    await choose(page, /Your short name/, /Neu/);
    await next(page);
    await at(page, 'teaching');
    await page.getByText('5a', { exact: true }).click();
    await page.getByText('MA', { exact: true }).click();
    await expectAccessible(page);
    await next(page);
    await at(page, 'confirmation');
    await page.getByText('toni@home.example').waitFor();
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.waitForURL('**/feed');
    const { rows } = await kreide.server.test.database.pool.query(
      'select t.shortcut, cardinality(g.grade_ids) as grades from teachers t join teachings g on g.user_id = t.user_id where t.user_id = $1',
      [id],
    );
    expect(rows).toEqual([{ shortcut: 'Neu', grades: 1 }]);
  });
});

describe('a code that opens nothing', () => {
  it('is told in words: used, over and withdrawn, for whom and since when [P-2.51]', async () => {
    const { id } = await childIn('Ada', 'Berg');
    const key = (days: number) => createKeyFor(kreide.server, schoolId, 'account', id, { days });
    const codes = { used: await key(30), expired: await key(-1), withdrawn: await key(30) };
    const { pool } = kreide.server.test.database;
    const [first] = (await pool.query('select id from activation_keys where user_id = $1 order by id', [id])).rows;
    await pool.query("update activation_keys set used_at = '2026-11-17T10:00Z' where id = $1", [first.id]);
    await pool.query('update activation_keys set withdrawn_at = now() where id = $1 + 2', [first.id]);
    await using app = await kreide.open(NARROW);
    const { page } = app;
    for (const [state, title, text] of [
      [
        'used',
        'The code is already used',
        /Ada B\. registered with it on .*17 November 2026|Ada B\. registered with it on November 17, 2026/,
      ],
      ['expired', 'The code has expired', /valid until .*17.*2026/],
      ['withdrawn', 'The school has withdrawn the code', /usually a newer one/],
    ] as const) {
      await page.goto(`/amsel/register/activate/${codes[state]}`);
      await at(page, 'block');
      await heading(page, title);
      await page.getByText(text).waitFor();
      await expectAccessible(page);
    }
  });
});

describe('the pages of the registration', () => {
  it('are shown to nobody without a code or a school, nor ahead of the way, nor of another way [P-2.37] [P-2.54] [P-2.55] [P-2.39]', async () => {
    await using app = await kreide.open(NARROW);
    const { page } = app;
    await page.goto('/amsel/register/activate');
    await page.waitForURL('**/amsel/login');
    await page.goto('/amsel/registration/password');
    await page.waitForURL('**/amsel/login');
    await page.goto('/NO-SLINK!/registration/password');
    await page.waitForURL('**/select-school');
    const { id } = await childIn('Lea', 'Lang');
    await page.goto(`/amsel/register/activate/${await createKeyFor(kreide.server, schoolId, 'child', id)}`);
    await at(page, 'intro-parent-1');
    for (const step of ['password', 'intro-student-1', 'teaching', 'block', 'no-such-step']) {
      await page.goto(`/amsel/registration/${step}`);
      await at(page, 'intro-parent-1');
    }
  });
});

describe('the school search', () => {
  it('takes a keyword of the path too, keeps it in the query, and asks from three letters on [P-2.12] [P-2.13]', async () => {
    await using app = await kreide.open(NARROW);
    const { page } = app;
    const asked: (string | null)[] = [];
    page.on('request', (request) => {
      const url = new URL(request.url());
      if (url.pathname.endsWith('/find-schools')) asked.push(url.searchParams.get('keyword'));
    });
    await page.goto('/select-school/amsel%20schule');
    await page.waitForURL('**/select-school?keyword=amsel+schule');
    await page.getByRole('link', { name: /Amselschule/ }).waitFor();
    const search = page.getByRole('searchbox');
    await search.fill('am');
    await page.waitForURL('**/select-school?keyword=am');
    await search.fill('Schule Amsel');
    await page.getByRole('link', { name: /Amselschule/ }).waitFor();
    expect(new Set(asked)).toEqual(new Set(['amsel schule', 'Schule Amsel']));
  });
});
