// features: sales

import { expect, it } from 'vitest';
import { expectAccessible } from '../support/accessible.ts';
import { withApp } from '../support/app-browser.ts';
import { letSell } from '../support/leads.ts';
import { buildSchool, buildUser } from '../support/people.ts';

const kreide = withApp(async (server) => {
  const db = server.test.database.kysely;
  const school = await buildSchool(db, 'verkauf', { name: 'Vertrieb' });
  const usual = await buildSchool(db, 'amsel', { name: 'Amselschule' });
  await letSell(db, school);
  const { id } = await buildUser(db, school.id, 'sales', 'EMPLOYEE');
  await server.test.database.pool.query(
    `insert into user_roles select school_id, $1, id from roles where school_id = $2 and key = 'SALES'`,
    [id, school.id],
  );
  const admin = await buildUser(db, usual.id, 'admin', 'ADMIN');
  const at = server.clock.now().toISOString();
  const one = { school_id: usual.id, country: 'DE', created_at: at, expires_at: '2027-11-18T00:00:00Z' };
  await db
    .insertInto('referrals')
    .values([
      { ...one, user_id: admin.id, name: 'Buchfinkschule', city: 'Kiel' },
      { ...one, user_id: admin.id, name: 'Gimpelschule', city: 'Plön' },
    ])
    .execute();
  return { school, usual };
});

it('somebody who sells the product fetches the leads, finds one and makes a school of it [P-6.09] [T-6.03] [P-7.29] [P-7.31] [P-7.34] [T-2.109] [T-2.120]', async () => {
  await using app = await kreide.open({ slink: 'verkauf', username: 'sales' });
  const { page } = app;
  await page.goto('/more/administration');
  await page.getByRole('link', { name: /Interessierte Schulen/ }).click();
  await page.getByText('Noch keine Leads').waitFor();
  await page.getByRole('button', { name: 'Leads abrufen' }).click();
  await page.getByText(/2 neu, 0 geändert/).waitFor();
  const table = page.getByRole('grid', { name: 'Interessierte Schulen' });
  await table.getByRole('link', { name: 'Gimpelschule' }).waitFor();
  await page.getByRole('searchbox', { name: 'Leads suchen' }).fill('kiel');
  await expect.poll(() => table.getByRole('link').allInnerTexts()).toEqual(['Buchfinkschule']);
  await expectAccessible(page);

  await table.getByRole('link', { name: 'Buchfinkschule' }).click();
  await page.getByRole('button', { name: 'Besuch eintragen' }).click();
  await page.getByText('Besucht am').waitFor();
  // What somebody types outlasts what a colleague saves, who is not overwritten either.
  await page.getByRole('textbox', { name: 'Kontaktperson' }).fill('Ada Fink');
  kreide.server.clock.advance(60_000);
  await using colleague = await kreide.open({ slink: 'verkauf', username: 'sales' });
  await colleague.page.goto(new URL(page.url()).pathname);
  await colleague.page.getByRole('textbox', { name: 'Kontaktperson' }).fill('Bo Fink');
  await colleague.page.getByRole('button', { name: 'Speichern' }).click();
  await colleague.page.getByText('Gespeichert.').first().waitFor();
  await page.getByRole('button', { name: 'Speichern' }).click();
  await page.getByText('Bo Fink', { exact: true }).waitFor();
  expect(await page.getByRole('textbox', { name: 'Kontaktperson' }).inputValue()).toBe('Ada Fink');
  await page.getByRole('button', { name: 'Meine Fassung speichern' }).click();
  await page.getByText('Gespeichert.').first().waitFor();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Weiter' }).click();
  await page.waitForURL(/\/data\/properties$/);
  await page.getByLabel('Kürzel für die Adresse').fill('fink');
  // What was said of the page before may still stand there.
  const saved = page.waitForResponse((response) => response.request().method() === 'PUT');
  const save = page.getByRole('button', { name: 'Speichern' });
  await save.click();
  await saved;
  await expect.poll(() => save.getAttribute('aria-disabled')).toBeNull();
  await page.getByRole('link', { name: 'Weiter' }).click();
  await page.waitForURL(/\/auth-drivers$/);
  await page.getByRole('button', { name: /Anmeldung der Personen/ }).waitFor();
  await page.getByRole('link', { name: 'Weiter' }).click();
  await page.waitForURL(/\/done$/);
  await page.getByRole('button', { name: 'Schule freischalten' }).click();
  await page.getByText('Buchfinkschule ist freigeschaltet und steht unter dem Kürzel fink.').waitFor();
  await page.getByText(/\/login\/fink\/password-reset#token=/).waitFor();
  await expectAccessible(page);
  await page.reload();
  await page.getByText('Buchfinkschule ist freigeschaltet und steht unter dem Kürzel fink.').waitFor();
  expect(await page.getByText(/#token=/).count()).toBe(0);
});

it('who administers a school and does not sell the product finds neither the leads nor the button that fetches them [P-6.09] [T-6.03]', async () => {
  await using app = await kreide.open({ slink: 'amsel', username: 'admin' });
  const { page } = app;
  await page.goto('/more/administration');
  await page.getByRole('link', { name: /Rechnungsadresse/ }).waitFor();
  expect(await page.getByRole('link', { name: /Interessierte Schulen/ }).count()).toBe(0);
  await page.goto(`/management/${kreide.school.usual.uuid}/leads`);
  await page.getByRole('heading').first().waitFor();
  expect(await page.getByRole('button', { name: 'Leads abrufen' }).count()).toBe(0);
});

it('who administers a school keeps whom one asks at the companies that look after it [P-7.46] [P-7.86]', async () => {
  await using app = await kreide.open({ slink: 'amsel', username: 'admin' });
  const { page } = app;
  await page.goto('/more/administration');
  await page.getByRole('link', { name: /Partner der Schule/ }).click();
  await page.getByText('Noch kein Partner').waitFor();
  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: 'Partner eintragen' }).click();
  await dialog.getByRole('button', { name: 'Speichern' }).click();
  await dialog.getByText('Bitte ausfüllen.').waitFor();
  await dialog.getByLabel('Firma').fill('Netzhaus');
  await dialog.getByLabel('Ansprechperson').fill('Ada Netz');
  await dialog.getByRole('button', { name: 'Speichern' }).click();
  const card = page.getByRole('region', { name: 'Netzhaus' });
  await card.getByText('Ada Netz').waitFor();
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Netzhaus ändern' }).click();
  await dialog.getByLabel('Notiz').fill('Mo bis Fr');
  kreide.server.clock.advance(60_000);
  await using colleague = await kreide.open({ slink: 'amsel', username: 'admin' });
  await colleague.page.goto(new URL(page.url()).pathname);
  await colleague.page.getByRole('button', { name: 'Netzhaus ändern' }).click();
  await colleague.page.getByRole('dialog').getByLabel('Notiz').fill('Immer');
  await colleague.page.getByRole('dialog').getByRole('button', { name: 'Speichern' }).click();
  await colleague.page.getByRole('region', { name: 'Netzhaus' }).getByText('Immer').waitFor();
  await dialog.getByRole('button', { name: 'Speichern' }).click();
  await dialog.getByText('Immer', { exact: true }).waitFor();
  await dialog.getByRole('button', { name: 'Meine Fassung speichern' }).click();
  await card.getByText('Mo bis Fr').waitFor();
  await page.getByRole('button', { name: 'Netzhaus entfernen' }).click();
  await page.getByText('Noch kein Partner').waitFor();
});
