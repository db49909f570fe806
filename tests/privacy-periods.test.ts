import { expect, it } from 'vitest';
import { readPrivacyPage, withPeriods } from '../scripts/privacy-periods.ts';

it('the page about privacy says how long data is kept as the code does; `npm run generate` writes it [D-6.08]', () => {
  const page = readPrivacyPage();
  expect(page).toBe(withPeriods(page));
  expect(page).toContain('| Files and folders in the bin, and former versions of files | 30 |');
});
