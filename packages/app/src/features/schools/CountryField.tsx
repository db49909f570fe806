import { COUNTRIES } from '@kreide/core/features/schools';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Select } from '../../ui/Select.tsx';

interface CountryFieldProps {
  value: string;
  onChange: (country: string) => void;
}

/** The country of an address, by its name in the reader's language. */
export function CountryField({ value, onChange }: CountryFieldProps) {
  const { t, language } = useTranslation('schools');
  const names = new Intl.DisplayNames(language, { type: 'region' });
  const known = COUNTRIES.some((one) => one === value) ? COUNTRIES : [value, ...COUNTRIES];
  const options = known.map((key) => ({ key: key as string, text: names.of(key) ?? key }));
  return <Select label={t('record.country')} options={options} value={value} onChange={onChange} />;
}
