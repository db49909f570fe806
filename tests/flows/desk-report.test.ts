// features: desk, start

import { expect, it } from 'vitest';
import { expectAccessible } from '../support/accessible.ts';
import { withApp } from '../support/app-browser.ts';
import { buildPlanSchool } from '../support/plan-school.ts';

const kreide = withApp((server) => buildPlanSchool(server));

it('a teacher reports on a phone that they are ill, and the open desk of the deputy head has it at once', async () => {
  await using desk = await kreide.open({ username: 'admin' });
  await desk.page.goto('/more/administration');
  await desk.page.getByRole('link', { name: /Vertretungstisch/ }).click();
  await desk.page.getByText('Niemand ist eingetragen.').waitFor();

  await using phone = await kreide.open({ username: 'teacher', viewport: { width: 390, height: 844 } });
  const { page } = phone;
  await page.goto('/feed');
  await page.getByRole('link', { name: 'Mich abwesend melden' }).click();
  await page.getByLabel('Bemerkung').fill('Migräne');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Abwesend melden' }).click();
  await page.getByText('Gemeldet: Der Vertretungstisch weiß Bescheid.').waitFor();
  const own = page.getByRole('region', { name: 'Deine Abwesenheiten' });
  await own.getByText('Krank: Migräne').waitFor();
  await expectAccessible(page);

  const absent = desk.page.getByRole('region', { name: 'Abwesend' });
  await absent.getByText('Krank: Migräne').waitFor();
  await absent.getByText(/^Gemeldet von .*, \d\d:\d\d$/).waitFor();
  await desk.page
    .getByRole('list', { name: 'Betroffene Stunden' })
    .getByRole('button', { name: /Offen/ })
    .first()
    .waitFor();
  await expectAccessible(desk.page);

  // Better already, in the third period: from the fourth on.
  const back = own.getByRole('button', { name: 'Ich bin wieder da' });
  await back.click();
  const question = page.getByRole('alertdialog');
  await question.getByText('Der Vertretungstisch erfährt es sofort.').waitFor();
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Ja, melden' }).click();
  await own.getByText('bis 10:40').waitFor();
  await back.waitFor({ state: 'detached' });
  await absent.getByText('bis 10:40').waitFor();
  expect(phone.problems).toEqual([]);
  expect(desk.problems).toEqual([]);
});
