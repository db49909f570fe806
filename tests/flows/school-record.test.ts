// features: schools, scim

import { expect, it } from 'vitest';
import { switchFeatures } from '../../packages/server/src/commands/school.ts';
import { expectAccessible } from '../support/accessible.ts';
import { withApp } from '../support/app-browser.ts';
import { buildSchool, buildUser, PASSWORD } from '../support/people.ts';

const kreide = withApp(async (server) => {
  const db = server.test.database.kysely;
  const school = await buildSchool(db, 'amsel', { name: 'Amselschule' });
  await buildSchool(db, 'amselnest', { name: 'Amselnest' });
  await buildUser(db, school.id, 'admin', 'ADMIN');
  await switchFeatures(db, 'amsel', { on: 'room_booking' }, server.clock.now());
  return school;
});

const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

it('an administrator says who the school is, and whom invoices are written to [T-2.102] [T-2.105] [T-2.121] [P-3.16] [P-1.20]', async () => {
  await using app = await kreide.open({ username: 'admin' });
  const { page } = app;
  const { uuid } = kreide.school;
  await page.goto(`/management/${uuid}/school-data/edit-school?showSchoolSearch=true`);
  await page.getByRole('searchbox', { name: 'Name oder Ort' }).fill('amsel');
  await page.getByText('1 Schule gefunden').waitFor();
  await page.getByRole('link', { name: 'Amselnest' }).waitFor();
  const record = page.getByRole('region', { name: 'Name und Anschrift' });
  await record.getByLabel('Name der Schule').fill('Haus der Kinder');
  await record.getByLabel('Postleitzahl').fill('123');
  await record.getByRole('button', { name: /Art der Schule/ }).click();
  await page.getByRole('option', { name: 'Kindertagesstätte' }).click();
  await record.getByRole('button', { name: 'Speichern' }).click();
  await record.getByText('So schreibt man in diesem Land keine Postleitzahl.').waitFor();
  await record.getByLabel('Postleitzahl').fill('20095');
  await record.getByLabel('Straße und Hausnummer').fill('Am Wald 1');
  await record.getByLabel('Ort', { exact: true }).fill('Hamburg');
  await record.getByRole('button', { name: 'Speichern' }).click();
  await page.getByText('Gespeichert.').first().waitFor();
  await record.getByLabel('Name der Einrichtung').waitFor();

  const logo = page.getByRole('region', { name: 'Logo', exact: true });
  const choose = async (name: string, buffer: Buffer) =>
    logo.locator('input[type="file"]').setInputFiles({ name, mimeType: 'image/png', buffer });
  await choose('logo.png', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'));
  await logo.getByRole('alert').waitFor();
  await choose('logo.png', Buffer.from(PIXEL, 'base64'));
  await logo.getByRole('img', { name: 'Logo von Haus der Kinder' }).waitFor();
  await page
    .getByRole('region', { name: 'Freigeschaltete Funktionen' })
    .getByRole('listitem')
    .filter({ hasText: 'Raumbuchung' })
    .getByText('Freigeschaltet', { exact: true })
    .waitFor();
  await expectAccessible(page);

  // What only schools have is not offered any more.
  await page.goto('/more/administration');
  await page.getByRole('link', { name: /Rechnungsadresse/ }).waitFor();
  expect(await page.getByRole('link', { name: /Vertretungstisch/ }).count()).toBe(0);
  await page.getByRole('link', { name: /Rechnungsadresse/ }).click();
  const billing = page.getByRole('region', { name: 'Rechnungsadresse' });
  await expect.poll(() => billing.getByLabel('Empfänger').inputValue()).toBe('Haus der Kinder');
  await billing.getByLabel('USt-IdNr. (falls vorhanden)').fill('DE 136 695 975');
  await billing.getByRole('button', { name: 'Speichern' }).click();
  await billing.getByText(/Diese USt-IdNr. kann nicht stimmen/).waitFor();
  await billing.getByLabel('USt-IdNr. (falls vorhanden)').fill('DE 136 695 976');
  await billing.getByRole('button', { name: 'Speichern' }).click();
  await page.getByText('Gespeichert.').first().waitFor();
  await expectAccessible(page);
  await page.goto(
    `/management/${kreide.school.uuid.replace(/^./, (sign) => (sign === '0' ? '1' : '0'))}/school-data/edit-school`,
  );
  await page.getByText('Diese Seite gibt es nicht').first().waitFor();
});

it('a token for a service is shown once, brings a pupil, and brings nobody any more once it is revoked', async () => {
  await using app = await kreide.open({ username: 'admin' });
  const { page, problems } = app;
  await page.goto('/more/administration');
  await page.getByRole('link', { name: /Personen von einem Dienst/ }).click();
  await page.getByRole('button', { name: 'Neues Token' }).click();
  await page.getByRole('button', { name: 'Token erstellen' }).click();
  await page.getByText('Bitte ausfüllen').first().waitFor();
  await page.getByLabel('Name des Dienstes').fill('Entra');
  await page.getByLabel('Eigenes Passwort').first().fill(PASSWORD);
  await page.getByRole('button', { name: 'Token erstellen' }).click();
  await page.getByText('Token für Entra').waitFor();
  const [address = '', token = ''] = await page.locator('main code').allInnerTexts();
  await expectAccessible(page);
  const create = (userName: string) =>
    fetch(`${kreide.server.url}${new URL(address).pathname}/Users`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/scim+json' },
      body: JSON.stringify({
        schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
        userName,
        name: { givenName: 'Mia', familyName: 'Berg' },
        userType: 'STUDENT',
      }),
    });
  expect((await create('mia@school.example')).status).toBe(201);
  await page.getByRole('button', { name: 'Fertig' }).click();
  await page.reload();
  await page.getByText('1 Person hält ein Dienst aktuell.').waitFor();
  expect(await page.getByText(token).count()).toBe(0);
  await page.getByRole('button', { name: /^Entra: Widerrufen/ }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Widerrufen' }).click();
  await page.getByText('Ohne Token bringt kein Dienst Personen.').waitFor();
  expect((await create('tom@school.example')).status).toBe(401);
  expect(problems).toEqual([]);
});
