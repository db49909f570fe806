// features: timetable, timetable-import

import { strToU8 } from 'fflate';
import { expect, it } from 'vitest';
import { withApp } from '../support/app-browser.ts';
import { publishUpload, uploadFiles } from '../support/imports.ts';
import { signIn } from '../support/people.ts';
import { buildPlanSchool } from '../support/plan-school.ts';

const kreide = withApp(async (server) => {
  const school = await buildPlanSchool(server);
  const token = await signIn(server, school.slink, 'admin');
  const bytes = strToU8('"Hof","Bg",1,3,15,,\n"Halle","Bg",3,3,10,,\n');
  await publishUpload(server, token, await uploadFiles(server, token, [{ name: 'GPU009.TXT', bytes }]));
  return school;
});

it('a teacher reads the own break supervisions in the week and in the list, by icon, word and place [T-3.31] [T-3.32]', async () => {
  await using app = await kreide.open({ username: 'teacher' });
  const { page } = app;
  await page.goto(`/timetable/users/${kreide.school.users.teacher}`);
  const inGrid = page.locator('.kt-lesson.kt-SUPERVISION');
  await inGrid.first().waitFor();
  const names = await inGrid.evaluateAll((all) => all.map((one) => one.ariaLabel ?? ''));
  expect(names).toHaveLength(2);
  expect(names[0]).toMatch(/^Montag, 16\. November, 09:40 bis 09:55, Hof.*Pausenaufsicht/);
  expect(names[1]).toMatch(/^Mittwoch, 18\. November, 09:45 bis 09:55, Halle.*Pausenaufsicht/);
  const box = await inGrid.first().boundingBox();
  expect(box?.height).toBeGreaterThan(8);
  await inGrid.first().click();
  await page.getByRole('region', { name: 'Unterrichtsstunde' }).getByText('Pausenaufsicht').first().waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('radio', { name: 'Liste' }).click();
  const inList = page.locator('.kt-row.kt-SUPERVISION');
  await inList.first().waitFor();
  expect(await inList.allTextContents()).toEqual([expect.stringContaining('Hof'), expect.stringContaining('Halle')]);
  expect(await inList.first().textContent()).toContain('Pausenaufsicht');
});
