// features: activation-letters

import { buffer } from 'node:stream/consumers';
import { extractText, getDocumentProxy } from 'unpdf';
import { expect, it } from 'vitest';
import { expectAccessible } from '../support/accessible.ts';
import { withApp } from '../support/app-browser.ts';
import { type BuiltSchool, buildSchool, buildUser, PASSWORD } from '../support/people.ts';

let school: BuiltSchool;
const kreide = withApp(async ({ test }) => {
  const { kysely, pool } = test.database;
  school = await buildSchool(kysely, 'linde', { name: 'Lindenschule' });
  await buildUser(kysely, school.id, 'office', 'ADMIN');
  await buildUser(kysely, school.id, 'there', 'STUDENT');
  await pool.query(
    `insert into users (school_id, username, firstname, lastname, sex, type, role, state)
     select $1, 'waiting-' || n, 'Kim', 'Wolf ' || n, 'NONE', 'STUDENT', 'STUDENT', 'PENDING' from generate_series(1, 3) n`,
    [school.id],
  );
});

const OFFICE = { username: 'office', password: PASSWORD, slink: 'linde', language: 'en' };

it('letters of the people who are selected in the list come as one PDF, and who is left out is named', async () => {
  await using office = await kreide.open({ ...OFFICE, viewport: { width: 1280, height: 900 } });
  const { page } = office;
  await page.goto('/users');
  for (const name of ['Kim Wolf 1', 'Kim Wolf 2', `there of ${school.id}`])
    await page.getByRole('checkbox', { name: `Select ${name}` }).click({ force: true });
  await page.getByRole('link', { name: 'Activation letters' }).click();
  await page.waitForURL(`**/management/${school.uuid}/activation-letters?ids=*`);
  await page.getByText('People selected: 3').waitFor();
  await page.getByText('registered already: 1').waitFor();
  await page.getByText('Letters on paper: 2').waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Make the codes' }).click();
  const coming = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Letters as PDF' }).click();
  const pdf = await buffer(await (await coming).createReadStream());
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(pdf)));
  expect(text.map((letter) => /Kim Wolf \d/.exec(letter)?.[0])).toEqual(['Kim Wolf 1', 'Kim Wolf 2']);
  await page.getByRole('button', { name: 'Left out: 1' }).click();
  await page.getByText(`there of ${school.id}: registered already`).waitFor();
  // What was just made would end.
  await page.getByText('Earlier codes that stop working: 2').waitFor();
  await expectAccessible(page);
  // Without a selection it is about all who wait, of a class or of the school.
  await page.goto(`/management/${school.uuid}/activation-letters`);
  await page.getByText('Letters on paper: 3').waitFor();
});
