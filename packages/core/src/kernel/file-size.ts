/** Bytes of a unit: 1 MB is 1024 × 1024 bytes (P-9.24). */
const UNITS = { megabyte: 1024 ** 2, gigabyte: 1024 ** 3 } as const;
export type SizeUnit = keyof typeof UNITS;

/** The unit in which a lot of room is told. */
export const sizeUnitOf = (bytes: number): SizeUnit => (bytes >= UNITS.gigabyte ? 'gigabyte' : 'megabyte');

/**
 * Bytes in MB, or in GB when asked, with 2 decimals: `1,40 MB` (P-9.24). Of something that is there at least one hundredth is
 * said: a small file is not nothing.
 */
export function writeSize(language: string, bytes: number, unit: SizeUnit = 'megabyte'): string {
  const format = { style: 'unit', unit, minimumFractionDigits: 2, maximumFractionDigits: 2 } as const;
  const number = bytes / UNITS[unit];
  return new Intl.NumberFormat(language, format).format(bytes > 0 ? Math.max(0.01, number) : 0);
}
