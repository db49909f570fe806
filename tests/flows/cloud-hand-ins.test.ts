// features: cloud

import { expect, it } from 'vitest';
import { expectAccessible } from '../support/accessible.ts';
import { button, choose, dialog, row, toText, withCloud } from '../support/cloud-flows.ts';
import { buildUser } from '../support/people.ts';

const { kreide, db, idOfChannel, home } = withCloud();

it('lets a pupil hand in what the others do not see, and tells who leads the channel who has', async () => {
  const ids: Record<string, number> = {};
  for (const [username, role] of [
    ['cem', 'STUDENT'],
    ['dora', 'STUDENT'],
    ['vera', 'PARENT'],
  ] as const) {
    const { id: user_id } = await buildUser(db(), kreide.school.id, username, role);
    ids[username] = user_id;
    const member = { method: 'added', joined_at: '2026-11-01T08:00:00Z' } as const;
    const place = { school_id: kreide.school.id, channel_id: idOfChannel() };
    await db()
      .insertInto('channel_members')
      .values({ ...place, ...member, user_id })
      .execute();
  }
  const link = { school_id: kreide.school.id, user_id: ids.cem ?? 0, parent_id: ids.vera ?? 0 };
  await db().insertInto('user_parents').values(link).execute();
  await using ada = await kreide.open({ username: 'ada' });
  await ada.page.goto(home());
  await button(ada.page, 'Neuer Ordner').click();
  const form = dialog(ada.page, 'Neuer Ordner');
  await form.getByRole('textbox', { name: 'Name' }).fill('Aufsatz');
  await form.getByText('Abgabeordner: Alle sehen nur').click();
  await form.getByRole('group', { name: 'Abgabe bis' }).waitFor();
  await expectAccessible(ada.page);
  await form.getByRole('button', { name: 'Anlegen' }).click();
  await row(ada.page, 'Aufsatz')
    .getByText(/^Abgabe bis \d/)
    .waitFor();

  await using cem = await kreide.open({ username: 'cem' });
  await cem.page.goto(home());
  await row(cem.page, 'Aufsatz').getByRole('link').click();
  await cem.page.getByText('Was du hier abgibst, sehen nur du, deine Eltern').waitFor();
  await choose(cem.page, toText('Mein Aufsatz.txt'));
  await dialog(cem.page, 'Dateien hochladen').getByRole('button', { name: '1 Datei hochladen' }).click();
  await row(cem.page, 'Mein Aufsatz.txt')
    .getByText(/Abgegeben am \d\d\.\d\d\.\d\d, \d\d:\d\d/)
    .waitFor();
  await cem.page.getByRole('progressbar', { name: /^Deine Dateien: 0,01.MB von 4,66.GB belegt$/ }).waitFor();

  await using dora = await kreide.open({ username: 'dora' });
  await dora.page.goto(new URL(cem.page.url()).pathname);
  await dora.page.getByText('Du hast hier nichts abgegeben').waitFor();

  await row(ada.page, 'Aufsatz').getByRole('link').click();
  await ada.page.getByText('1 von 2 haben abgegeben').waitFor();
  await row(ada.page, 'Mein Aufsatz.txt').waitFor();
  await button(ada.page, 'Wer hat abgegeben?').click();
  const people = dialog(ada.page, 'Wer hat abgegeben?');
  const of = (name: string) => people.getByRole('region', { name, exact: true }).getByRole('listitem').allInnerTexts();
  expect(await of('Noch nicht abgegeben (1)')).toEqual([expect.stringContaining('dora')]);
  expect(await of('Abgegeben (1)')).toEqual([expect.stringMatching(/cem.*Abgegeben am .* 1 Datei/s)]);
  await expectAccessible(ada.page);

  // What is given back is seen by this pupil, and by no other.
  await people.getByRole('button', { name: /^Arbeit an cem .*zurückgeben$/ }).click();
  const giving = dialog(ada.page, /^Arbeit an cem/);
  await giving.getByRole('button', { name: 'Zurückgeben' }).click();
  await giving.getByText('Bitte schreibe eine Bemerkung oder wähle eine Datei.').waitFor();
  await giving.getByRole('textbox', { name: 'Bemerkung' }).fill('Schön erzählt.');
  await giving.locator('input[type=file]').setInputFiles(toText('Korrektur.txt'));
  await expectAccessible(ada.page);
  await giving.getByRole('button', { name: 'Zurückgeben' }).click();
  await people.getByText(/^Zurückgegeben am/).waitFor();
  await row(ada.page, 'Korrektur.txt')
    .getByText(/An cem .*zurückgegeben am/)
    .waitFor({ state: 'attached' });
  await cem.page.goto('/');
  await cem.page.goto(new URL(dora.page.url()).pathname);
  const back = cem.page.getByRole('region', { name: 'Zurückgegebene Arbeiten' });
  await back.getByText('Schön erzählt.').waitFor();
  await back.getByRole('link', { name: 'Korrektur.txt' }).waitFor();
  await row(cem.page, 'Korrektur.txt')
    .getByText(/Zurückgegeben am \d\d\.\d\d/)
    .waitFor();
  await expectAccessible(cem.page);
  await dora.page.reload();
  await dora.page.getByText('Du hast hier nichts abgegeben').waitFor();
  expect(await dora.page.getByText(/Korrektur|Schön erzählt/).count()).toBe(0);
  // A parent reads what their child got, by name, and changes nothing of it.
  await using vera = await kreide.open({ username: 'vera' });
  await vera.page.goto(new URL(dora.page.url()).pathname);
  await row(vera.page, 'Mein Aufsatz.txt').waitFor();
  const ofChild = vera.page.getByRole('region', { name: 'Zurückgegebene Arbeiten' });
  await ofChild.getByText(/^An cem .* zurückgegeben am/).waitFor();
  await ofChild.getByText('Schön erzählt.').waitFor();

  const over = { upload_limited_at: '2020-01-01T07:00:00Z' };
  await db().updateTable('cloud_files').set(over).where('name', '=', 'Aufsatz').execute();
  await cem.page.reload();
  await cem.page.getByRole('heading', { name: /^Zu spät: Die Abgabe war nur bis .*08:00/ }).waitFor();
  expect(await button(cem.page, 'Hochladen').count()).toBe(0);
  await expectAccessible(cem.page);
  expect([ada, cem, dora, vera].flatMap(({ problems }) => problems)).toEqual([]);
});
