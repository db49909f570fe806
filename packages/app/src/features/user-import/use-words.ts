import type { ChangedField, ImportRun, PersonField } from '@kreide/core/features/user-import';
import { writeDate } from '@kreide/core/kernel';
import { useTranslation } from '../../kernel/use-translation.ts';

const DELIMITERS = { ';': 'semicolon', ',': 'comma', '\t': 'tab', '|': 'bar' } as const;
const isDate = (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text);

/** The words of an import that several of its parts say. */
export function useWords() {
  const { t, language } = useTranslation('user-import');

  /** A field as it is called in lists: that of a child or a parent names whose it is. */
  function nameField(field: PersonField): string {
    const guardian = /^g([12])_(id|lastname|firstname|email|phone|relation|custody)$/.exec(field);
    const own = (part: string) =>
      t(
        `fields.${(part === 'id' ? 'external_id' : part) as 'external_id' | 'lastname' | 'firstname' | 'email' | 'phone' | 'relation' | 'custody' | 'class'}`,
      );
    if (guardian) return t('fields.ofGuardian', { number: guardian[1] ?? '', field: own(guardian[2] ?? '') });
    if (field.startsWith('child_')) return t('fields.ofChild', { field: own(field.slice('child_'.length)) });
    return t(`fields.${field as Exclude<PersonField, `g${string}` | `child_${string}`>}`);
  }

  /** One side of a change. */
  function nameValue(field: ChangedField, value: string | null): string {
    if (value === null) return t('lines.nothing');
    if (field === 'archived') return t(value === 'true' ? 'lines.archived' : 'lines.active');
    return isDate(value) ? writeDate(language, value, 'medium') : value;
  }

  /** How a file was read: encoding, delimiter, header, rows. */
  function describe({ encoding, delimiter, has_header, rows }: ImportRun['tables'][number]): string {
    const between = DELIMITERS[delimiter as keyof typeof DELIMITERS];
    return [
      encoding === null ? t('read.workbook') : encoding.toUpperCase(),
      between && t(`read.delimiter.${between}`),
      t(has_header ? 'read.header' : 'read.noHeader'),
      t('read.rows', { rows }),
    ]
      .filter(Boolean)
      .join(' · ');
  }

  const born = (date: string | null) =>
    date === null ? null : t('lines.born', { date: writeDate(language, date, 'medium') });
  return { nameField, nameValue, describe, born };
}
