import fc from 'fast-check';
import { expect, it } from 'vitest';
import { amountsOf, lastDayOf, toInvoiceNumber } from './quotations.ts';

it('what a year costs is whole cents that add up, with the tax rounded to the nearest [T-7.84]', () => {
  const whole = (max: number) => fc.integer({ min: 0, max });
  fc.assert(
    fc.property(
      whole(1e8),
      whole(1e5),
      whole(1e4),
      whole(20_000),
      (base_cents, pupil_cents, tax_basis_points, pupils) => {
        const prices = { currency: 'EUR', base_cents, pupil_cents, tax_basis_points };
        const { net_cents, tax_cents, gross_cents } = amountsOf(prices, pupils);
        expect([net_cents, tax_cents, gross_cents].every(Number.isSafeInteger)).toBe(true);
        expect(gross_cents).toBe(net_cents + tax_cents);
        expect(Math.abs(tax_cents * 10_000 - net_cents * tax_basis_points)).toBeLessThanOrEqual(5_000);
      },
    ),
  );
});

it('a contract ends the day before it began, a year later', () => {
  expect(lastDayOf('2026-11-18')).toBe('2027-11-17');
  expect(lastDayOf('2027-01-01')).toBe('2027-12-31');
  expect(lastDayOf('2028-02-29')).toBe('2029-02-28');
});

it('numbers of invoices are written with their year', () => {
  expect(toInvoiceNumber(2026, 7)).toBe('2026-00007');
  expect(toInvoiceNumber(2026, 123456)).toBe('2026-123456');
});
