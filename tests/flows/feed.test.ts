import { describe, expect, it } from 'vitest';
import { withApp } from '../support/app-browser.ts';
import { buildPlanSchool } from '../support/plan-school.ts';

const kreide = withApp(buildPlanSchool);

describe('today on the feed', () => {
  it('shows a pupil the own lessons, a teacher the lessons given', async () => {
    for (const username of ['ada', 'teacher']) {
      await using app = await kreide.open({ username });
      await app.page.goto('/feed');
      await app.page.getByText('Mathematik').first().waitFor();
      expect(app.problems).toEqual([]);
    }
  });

  it('shows a parent the lessons of each child under the child’s name, and no empty plan of the parent', async () => {
    await using app = await kreide.open({ username: 'parent' });
    await app.page.goto('/feed');
    for (const name of ['Ada', 'Ben']) await app.page.getByRole('heading', { name: new RegExp(name) }).waitFor();
    await app.page.getByText('Mathematik').first().waitFor();
    expect(await app.page.getByRole('heading', { name: /Heute/ }).count()).toBe(2);
  });

  it('is left out for somebody without a plan', async () => {
    await using app = await kreide.open({ username: 'office' });
    await app.page.goto('/feed');
    await app.page.getByText('Hallo').waitFor();
    expect(await app.page.getByRole('heading', { name: /Heute/ }).count()).toBe(0);
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
        ...{ ...news, title: `Meldung ${day}`, content_rendered: text },
        publish_at: `2026-11-${day}T08:00:00Z`,
      })),
    )
    .returning(['uuid', 'title'])
    .execute();
  await using app = await kreide.open({ username: 'ada', viewport: { width: 390, height: 700 } });
  const oldest = rows.find(({ title }) => title === 'Meldung 15');
  await app.page.goto(`/feed?news=${oldest?.uuid}`);
  const heading = app.page.getByRole('heading', { name: 'Meldung 15' });
  await heading.waitFor();
  await expect.poll(() => heading.evaluate((element) => element === document.activeElement)).toBe(true);
  const box = await heading.boundingBox();
  expect(box?.y).toBeGreaterThan(60);
  expect(box?.y).toBeLessThan(500);
});
