import type { Page } from 'playwright-core';
import type { Screen } from './screen.ts';

/** Opens a page of the administration and waits for what it shows. */
export async function open(page: Page, path: string, shown: string): Promise<void> {
  await page.locator(`a[href$="/${path}"]`).click();
  // The list has a heading and a search too: it goes first.
  await page.locator('main a[href$="/retention"]').waitFor({ state: 'detached' });
  await page.locator(shown).first().waitFor({ state: 'attached' });
}

/** A page of setting up a school, whose address the administration's pages tell. */
const ofOnboarding = (name: string, path: string, shown: string): Screen => ({
  name,
  as: 'admin',
  path: '/more/administration',
  prepare: async (page) => {
    const link = page.locator('a[href$="/school-data/edit-school"]');
    const href = await link.getAttribute('href');
    await page.goto(new URL(`/onboarding/${href?.split('/')[2]}/${path}`, page.url()).href);
    await page.locator(shown).first().waitFor();
  },
});

/** A page that administrators open from their list. */
const ofOffice = (name: string, path: string, shown: string): Screen => ({
  name,
  as: 'admin',
  path: '/more/administration',
  prepare: (page) => open(page, path, shown),
});

export const OFFICE_SCREENS: readonly Screen[] = [
  ofOffice('school-health', 'health', 'main button[aria-haspopup=listbox]'),
  ofOffice('periods', 'periods/schoolyears', 'main button[aria-haspopup=listbox]'),
  ofOffice('school-stats', 'school-stats', 'main table'),
  ofOffice('policies', 'policies', 'main form'),
  ofOffice('parents-evenings', 'parents-evenings', 'main button'),
  ofOffice('partners', 'partners', 'main button'),
  ofOffice('school-quotations', 'school-quotations', 'main form'),
  ofOffice('deleted-users', 'deleted-users', 'main search'),
  ofOffice('archived-users', 'archived-users', 'main search'),
  ofOffice('deletion-pending-users', 'deletion-pending-users', 'main search'),
  ofOffice('timetable-reports', 'timetable-reports', 'main'),
  ofOnboarding('onboarding-start', 'start', 'main h2'),
  ofOnboarding('onboarding-school', 'school-data/edit-school', 'main form'),
  ofOnboarding('onboarding-trial', 'trial', 'main button'),
  ofOnboarding('onboarding-call', 'book-call', 'main form'),
  ofOffice('edit-school', 'school-data/edit-school', 'main form'),
  ofOffice('edit-school-billing', 'school-data/edit-school-billing', 'main form'),
  ofOffice('authentication-driver', 'school-data/authentication-driver', 'main form'),
  {
    ...ofOffice('authentication-driver-saml', 'school-data/authentication-driver', 'main form'),
    prepare: async (page) => {
      await open(page, 'school-data/authentication-driver', 'main form');
      await page.locator('main form button[aria-haspopup=listbox]').nth(1).click();
      await page.getByRole('option', { name: /^SAML/ }).click();
      await page.locator('main form section code').first().waitFor();
    },
  },
  ofOffice('scim', 'school-data/scim', 'main h2'),
  ofOffice('identity-provider', 'school-data/identity-provider', 'main fieldset'),
  ofOffice('people-directory', 'school-data/directory', 'main h2'),
  ofOffice('activation-keys', 'activation-keys', 'p'),
  ofOffice('activation-letters', 'activation-letters', 'main [role=status] p'),
  ofOffice('generate-users-upload', 'generate-users/upload', 'main button'),
  ofOffice('generate-users-manual', 'generate-users/manual', 'main input'),
  ofOffice('user-creation-history', 'user-creation-history', 'main h2'),
  ofOffice('submit-query', 'submit-query', 'main form'),
  ofOffice('year-change-checks', 'school-year-change-validation', 'li section'),
];
