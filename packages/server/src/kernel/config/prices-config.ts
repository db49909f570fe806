/** What a school pays for a year: whole cents, and a tax in hundredths of a percent. */
export interface PriceSettings {
  /** ISO 4217: `EUR`. */
  readonly currency: string;
  readonly base_cents: number;
  readonly pupil_cents: number;
  readonly tax_basis_points: number;
}

/** Reads what the operator asks of a school for a year; without it nothing is quoted. */
export function readPrices(text: (name: string) => string | null, problems: string[]): PriceSettings | null {
  const given = text('KREIDE_PRICES');
  if (given === null) return null;
  const prices = toPrices(given);
  if (!prices)
    problems.push(
      'KREIDE_PRICES is not like {"currency":"EUR","base_cents":9900,"pupil_cents":150,"tax_basis_points":1900}: whole cents, and the tax in hundredths of a percent.',
    );
  return prices;
}

const isUpTo = (value: unknown, most: number): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= most;

function toPrices(given: string): PriceSettings | null {
  let parsed: unknown;
  try {
    parsed = JSON.parse(given);
  } catch {
    return null;
  }
  if (typeof parsed !== 'object' || parsed === null) return null;
  const { currency, base_cents, pupil_cents, tax_basis_points } = parsed as Record<string, unknown>;
  if (typeof currency !== 'string' || !Intl.supportedValuesOf('currency').includes(currency)) return null;
  const isWhole = isUpTo(base_cents, 100_000_000) && isUpTo(pupil_cents, 100_000) && isUpTo(tax_basis_points, 10_000);
  return isWhole ? { currency, base_cents, pupil_cents, tax_basis_points } : null;
}
