// features: users

import { describe, expect, it } from 'vitest';
import { expectAccessible } from '../support/accessible.ts';
import { withApp } from '../support/app-browser.ts';
import { buildSchool, buildUser } from '../support/people.ts';

const kreide = withApp(async ({ test }) => {
  const db = test.database.kysely;
  const amsel = await buildSchool(db, 'amsel', { name: 'Amselschule' });
  const drossel = await buildSchool(db, 'drossel', { name: 'Drosselschule' });
  const root = await buildUser(db, amsel.id, 'root', 'ADMIN');
  const there = await buildUser(db, drossel.id, 'rooted', 'ADMIN');
  const ada = await buildUser(db, amsel.id, 'ada', 'TEACHER');
  const identity = '11111111-1111-4111-8111-111111111111';
  const joined_at = '2026-11-01T00:00:00Z';
  const row = (school_id: number, user_id: number) => ({ school_id, user_id, identity, joined_at });
  await db
    .insertInto('joined_accounts')
    .values([row(amsel.id, root.id), row(drossel.id, there.id)])
    .execute();
  return { ada, drossel };
});

describe('an administrator of two schools', () => {
  it('moves a person to the other one, who is then there and not here any more [P-6.15] [P-7.68]', async () => {
    const { ada, drossel } = kreide.school;
    await using app = await kreide.open({ username: 'root', language: 'en' });
    const { page } = app;
    await page.goto(`/users/${ada.id}`);
    await page.getByRole('button', { name: 'Move to another school' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('This cannot be undone.').waitFor();
    expect(await dialog.getByRole('radio', { name: 'Drosselschule' }).isChecked()).toBe(true);
    await expectAccessible(page);

    // Somebody there has the name already: it is said, and nothing happens.
    const db = kreide.server.test.database.kysely;
    const twin = await buildUser(db, drossel.id, 'ADA', 'TEACHER');
    const press = () => dialog.getByRole('button', { name: 'Move to another school' }).click();
    await press();
    await dialog.getByText('Somebody at that school already has this username').waitFor();
    await db.updateTable('users').set({ username: 'twin' }).where('id', '=', twin.id).execute();
    await press();
    await page.getByText(/ada of \d+ now belongs to Drosselschule/).waitFor();
    await page.waitForURL('**/users');
    await page.getByRole('link', { name: /, root/ }).waitFor();
    await expect.poll(() => page.getByRole('link', { name: /, ada/ }).count()).toBe(0);
    const there = await db.selectFrom('users').select('username').where('school_id', '=', drossel.id).execute();
    expect(there.map(({ username }) => username)).toContain('ada');
    expect(app.problems).toEqual([]);
  });
});
