/** Seconds as people say them: 1 minute 7 seconds. */
export function writeLength(language: string, seconds: number): string {
  const whole = Math.floor(seconds);
  const parts = [
    { unit: 'minute', value: Math.floor(whole / 60) },
    { unit: 'second', value: whole % 60 },
  ].filter(({ value, unit }) => value > 0 || (unit === 'second' && whole === 0));
  const write = ({ unit, value }: (typeof parts)[number]) =>
    new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' }).format(value);
  return parts.map(write).join(' ');
}
