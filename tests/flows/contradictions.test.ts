// features: classbook, absences

import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectAccessible } from '../support/accessible.ts';
import { withApp } from '../support/app-browser.ts';
import { createCli } from '../support/cli-process.ts';
import { PASSWORD } from '../support/people.ts';
import { buildPlanSchool } from '../support/plan-school.ts';

const DAY = '2026-11-16';
const kreide = withApp((server) => buildPlanSchool(server));
let cli: ReturnType<typeof createCli>;
beforeAll(() => {
  cli = createCli();
});
afterAll(() => cli.remove());

/** Ada is excused on Monday, and nobody missed her in mathematics. */
async function contradict(): Promise<number> {
  const { school, server } = kreide;
  const { kysely } = server.test.database;
  const at = { created_at: `${DAY}T08:00:00Z`, updated_at: `${DAY}T08:00:00Z` };
  const of = { school_id: school.id, school_year_id: school.yearId };
  const { id } = await kysely
    .insertInto('classbook_entries')
    .values({
      ...of,
      ...at,
      lesson_uuid: randomUUID(),
      lesson_date: DAY,
      hour: '2',
      time_begins_at: '08:50',
      time_ends_at: '09:35',
      minutes: 45,
      name: 'Mathematik',
      is_open: true,
      grade_ids: [school.gradeId],
      teacher_ids: [],
      regular_teacher_ids: [],
      roll_taken_at: `${DAY}T08:00:00Z`,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await kysely
    .insertInto('absences')
    .values({
      ...of,
      ...at,
      user_id: school.users.ada,
      begins_at: `${DAY}T05:00:00Z`,
      ends_at: `${DAY}T15:00:00Z`,
      type_id: 'sick',
      source: 'parent',
    })
    .execute();
  return id;
}

describe('a school', () => {
  it('finds in app and terminal what class book and absences contradict each other in, and where it is mended [D-6.09]', async () => {
    const entry = await contradict();
    const env = {
      KREIDE_SERVER: kreide.server.url,
      KREIDE_SCHOOL: 'amsel',
      KREIDE_USERNAME: 'admin',
      KREIDE_PASSWORD: PASSWORD,
    };
    const check = (...args: string[]) => cli.run(['classbook', 'check', ...args], env);
    const told = await check('--from', '16.11.2026', '--to', DAY);
    expect(told, told.stderr).toMatchObject({ code: 0 });
    expect(told.stdout).toMatch(/Ada Kern\s+present while excused\s+http\S+\/absences\/user\/\d+\n/);
    const json = JSON.parse((await check('--from', DAY, '--to', DAY, '--json')).stdout);
    expect(json).toMatchObject({ has_more: false, contradictions: [{ kind: 'present_while_excused' }] });
    expect((await check('--from', '2026-11-17', '--to', '2026-11-18')).stdout).toBe(
      'No contradiction on these days.\n',
    );
    const [lesson, absence] = json.contradictions[0].places as string[];
    expect(lesson).toContain(`/entry/${entry}/absences/user/`);
    expect(await check('--page', 'x')).toMatchObject({ code: 2 });

    await using app = await kreide.open({ username: 'admin' });
    const { page } = app;
    await page.goto('/classbooks');
    await page.getByRole('link', { name: 'Widersprüche prüfen' }).click();
    const list = page.getByRole('list', { name: 'Widersprüche' });
    await list.getByText('Anwesend, obwohl entschuldigt').waitFor();
    await expectAccessible(page);
    const link = list.getByRole('link', { name: /Stunde: Mathematik, 10b/ });
    expect(lesson).toBe(`${kreide.server.url}${await link.getAttribute('href')}`);
    await link.click();
    await page.waitForURL(`**/entry/${entry}/**`);
    await page.getByText('Ada Kern').first().waitFor();
    await page.goto(absence ?? '');
    await page.getByRole('dialog').getByText('Ada Kern').first().waitFor();
    expect(app.problems).toEqual([]);
  });
});
