import { expect, it } from 'vitest';
import { SELLER } from '../../../../../tests/support/quotations.ts';
import { ConfigError, readConfig } from './config.ts';

function problemsOf(seller: object | string, tax_basis_points = 1900): readonly string[] {
  const KREIDE_PRICES = JSON.stringify({ currency: 'EUR', base_cents: 1, pupil_cents: 1, tax_basis_points });
  try {
    readConfig({ KREIDE_PRICES, KREIDE_SELLER: typeof seller === 'string' ? seller : JSON.stringify(seller) });
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
  return [];
}

it('who writes invoices is said whole: a wrong or missing value is named before anything starts', () => {
  expect(problemsOf(SELLER)).toEqual([]);
  for (const [change, field] of [
    [{ iban: 'DE02120300000000202052' }, 'iban'],
    [{ vat_id: '' }, 'vat_id'],
    [{ email: 'nobody' }, 'email'],
    [{ country: 'Germany' }, 'country'],
    [{ country: 'UK' }, 'country'],
    [{ country: 'QQ' }, 'country'],
    [{ name: undefined }, 'name'],
    [{ fax: '1' }, 'fax'],
    [{ street: ' ', city: 'x'.repeat(81) }, 'street, city'],
  ] as const)
    expect(problemsOf({ ...SELLER, ...change })).toEqual([`KREIDE_SELLER has wrong or missing values: ${field}.`]);
  expect(problemsOf('Kreide')).toEqual(['KREIDE_SELLER is no JSON.']);
});

it('prices without a tax need the reason that stands on invoices', () => {
  expect(problemsOf(SELLER, 0)).toEqual([expect.stringContaining('exemption')]);
  expect(problemsOf({ ...SELLER, exemption: 'Small business' }, 0)).toEqual([]);
});
