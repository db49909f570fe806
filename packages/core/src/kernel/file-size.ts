const SIZES = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;

/** Bytes as people say them: `1,4 MB`. */
export function writeSize(language: string, bytes: number): string {
  const step = Math.min(SIZES.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3));
  const format = { style: 'unit', unit: SIZES[step], maximumFractionDigits: 1 } as const;
  return new Intl.NumberFormat(language, format).format(bytes / 1000 ** step);
}
