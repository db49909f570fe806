// features: links
import { expect, it } from 'vitest';
import { expectAccessible } from '../support/accessible.ts';
import { withApp } from '../support/app-browser.ts';
import { listens } from '../support/news-flows.ts';
import { buildPlanSchool } from '../support/plan-school.ts';

const kreide = withApp(buildPlanSchool);

it('an administrator adds, moves, changes and removes links; everybody sees them at once under "Mehr" [T-2.87] [P-7.95] [P-7.96] [P-7.97] [P-7.98]', async () => {
  await using pupil = await kreide.open({ isPrompt: true, username: 'ada' });
  const connected = listens(pupil.page);
  await pupil.page.goto('/more');
  await connected;
  const seen = pupil.page.getByRole('list', { name: 'Links der Schule' }).getByRole('link');
  await using app = await kreide.open({ username: 'admin' });
  const { page } = app;
  await page.goto('/more/administration');
  await page.getByRole('link', { name: /Links der Schule/ }).click();
  await page.waitForURL(`**/management/${kreide.school.uuid}/school-additional-content`);
  await page.getByText('Noch keine Links').waitFor();
  const dialog = page.getByRole('dialog');
  const add = async (title: string, address: string, about = '') => {
    await page.getByRole('button', { name: 'Link hinzufügen' }).click();
    await dialog.getByLabel('Name').fill(title);
    await dialog.getByLabel('Adresse').fill(address);
    await dialog.getByLabel(/Was man dort findet/).fill(about);
    await dialog.getByRole('button', { name: 'Speichern' }).click();
  };

  await add('', 'javascript:alert(1)');
  await dialog.getByText('Bitte gib einen Namen an.').waitFor();
  await dialog.getByText('Das ist keine Adresse, die mit http oder https beginnt.').waitFor();
  expect(await dialog.getByLabel('Name').evaluate((field) => field === document.activeElement)).toBe(true);
  await expectAccessible(page);
  await dialog.getByLabel('Name').fill('Mensa');
  await dialog.getByLabel('Adresse').fill('mensa.example/plan');
  await dialog.getByRole('button', { name: 'Speichern' }).click();
  await dialog.waitFor({ state: 'detached' });
  await add('Bücherei', 'https://buecherei.example', 'Katalog');
  await dialog.waitFor({ state: 'detached' });
  await expect.poll(() => seen.allInnerTexts()).toEqual(['Mensa\nmensa.example', 'Bücherei\nKatalog']);
  expect(await seen.first().getAttribute('href')).toBe('https://mensa.example/plan');
  expect(await seen.first().getAttribute('rel')).toBe('noopener noreferrer');
  await expectAccessible(pupil.page);

  // By keyboard, and with the mouse.
  const rows = page.getByRole('list', { name: 'Links in der Reihenfolge der Schule' }).getByRole('listitem');
  // One that is dropped beside the list stays where it is.
  await rows.nth(1).dragTo(page.getByRole('button', { name: 'Link hinzufügen' }));
  const up = page.getByRole('button', { name: 'Bücherei nach oben' });
  await up.press('Enter');
  await page.getByRole('status').getByText('„Bücherei“ steht jetzt an Stelle 1 von 2').waitFor();
  await expect.poll(() => seen.allInnerTexts()).toEqual(['Bücherei\nKatalog', 'Mensa\nmensa.example']);
  expect(await up.evaluate((button) => [button === document.activeElement, button.ariaDisabled])).toEqual([
    true,
    'true',
  ]);
  await rows.nth(1).dragTo(rows.nth(0));
  await expect.poll(() => seen.allInnerTexts()).toEqual(['Mensa\nmensa.example', 'Bücherei\nKatalog']);
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Mensa entfernen' }).click();
  await expect.poll(() => seen.allInnerTexts()).toEqual(['Bücherei\nKatalog']);
  await page.getByRole('button', { name: 'Rückgängig' }).click();
  await expect.poll(() => seen.allInnerTexts()).toEqual(['Mensa\nmensa.example', 'Bücherei\nKatalog']);

  // What somebody types outlasts what a colleague saves, who is not overwritten either.
  await page.getByRole('button', { name: 'Bücherei ändern' }).click();
  await dialog.getByLabel('Name').fill('Schulbücherei');
  kreide.server.clock.advance(60_000);
  await using colleague = await kreide.open({ username: 'admin' });
  await colleague.page.goto(`/management/${kreide.school.uuid}/school-additional-content`);
  await colleague.page.getByRole('button', { name: 'Bücherei ändern' }).click();
  await colleague.page.getByRole('dialog').getByLabel('Name').fill('Lesesaal');
  await colleague.page.getByRole('dialog').getByRole('button', { name: 'Speichern' }).click();
  await rows.getByText('Lesesaal').waitFor();
  expect(await dialog.getByLabel('Name').inputValue()).toBe('Schulbücherei');
  await dialog.getByRole('button', { name: 'Speichern' }).click();
  await dialog.getByText('Lesesaal', { exact: true }).waitFor();
  await dialog.getByRole('button', { name: 'Meine Fassung speichern' }).click();
  await expect.poll(() => seen.allInnerTexts()).toEqual(['Mensa\nmensa.example', 'Schulbücherei\nKatalog']);
  expect(app.problems.filter((problem) => !/409/.test(problem))).toEqual([]);
  expect(pupil.problems).toEqual([]);
});

it('who does not administer the school changes no links', async () => {
  await using app = await kreide.open({ username: 'teacher' });
  await app.page.goto(`/management/${kreide.school.uuid}/school-additional-content`);
  await app.page.waitForURL('**/feed');
  expect(app.problems).toEqual([]);
});
