// features: management

import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { expectAccessible } from '../support/accessible.ts';
import { withApp } from '../support/app-browser.ts';
import { buildSchool, buildUser } from '../support/people.ts';
import { buildBilling, SELLER } from '../support/quotations.ts';

const PRICES = { currency: 'EUR', base_cents: 9900, pupil_cents: 150, tax_basis_points: 1900 };
const kreide = withApp(
  async (server) => {
    const db = server.test.database.kysely;
    const school = await buildSchool(db, 'amsel', { name: 'Amselschule' });
    await buildUser(db, school.id, 'admin', 'ADMIN');
    await buildBilling(db, school.id);
    return school;
  },
  { env: { KREIDE_PRICES: JSON.stringify(PRICES), KREIDE_SELLER: JSON.stringify(SELLER) } },
);

it('a school asks what the product costs, accepts that and gets its invoice [T-2.108] [T-7.84] [T-7.86] [T-7.87]', async () => {
  await using app = await kreide.open({ username: 'admin' });
  const { page } = app;
  await page.goto('/more/administration');
  await page.getByRole('link', { name: /Angebote und Verträge/ }).click();
  await page.getByText('Noch kein Angebot').waitFor();
  await page.getByRole('button', { name: 'Angebot erstellen' }).click();
  await page.getByText('Eine ganze Zahl von 1 bis').waitFor();
  await page.getByLabel('Zahl der Schülerinnen und Schüler').fill('100');
  await page.getByRole('button', { name: 'Angebot erstellen' }).click();
  const list = page.getByRole('list', { name: 'Angebote und Verträge' });
  await list.getByText(/^296,31\s€/).waitFor();
  await expectAccessible(page);
  await list.getByRole('link', { name: 'Ein Jahr für 100 Schülerinnen und Schüler' }).click();
  await page.waitForURL(/\/school-quotations\/[0-9a-f-]{36}$/);
  await page.getByRole('button', { name: 'Annehmen, ab heute' }).click();
  await page.getByText(/^Vertrag vom/).waitFor();
  await page.getByRole('button', { name: 'Rechnung erstellen' }).click();
  await page.getByText(/^Rechnung 2026-00001/).waitFor();
  expect(await page.getByRole('button', { name: 'Rechnung erstellen' }).count()).toBe(0);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Rechnung als PDF (ZUGFeRD)' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('2026-00001.pdf');
  expect(readFileSync(await download.path(), 'latin1')).toMatch(/^%PDF-1/);
  await page.getByText('Eine XRechnung gibt es, wenn').waitFor();
  await page.goto(`/management/${kreide.school.uuid}/school-quotations/0a0b0c0d-0000-4000-8000-000000000001`);
  await page.getByText('Dieses Angebot gibt es nicht').waitFor();
});
