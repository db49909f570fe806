import type { Upload } from '@kreide/core/features/timetable-import';
import { writeMoment } from '@kreide/core/kernel';
import { useMemo } from 'react';
import { useSelf } from '../../kernel/session.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Link } from '../../ui/Link.tsx';
import { Tag, type TagLook } from '../../ui/Tag.tsx';
import type { Column } from '../../ui/table/column.ts';

const LOOKS: Readonly<Record<Upload['state'], TagLook>> = {
  QUEUED: 'info',
  PROCESSING: 'info',
  READY: 'accent',
  PUBLISHED: 'success',
  UNDONE: 'plain',
  DISCARDED: 'plain',
  FAILED: 'danger',
};

const BEYOND = new Set(['year', 'changes']);

/** What the list says of each upload; the title leads to its report. */
export function useUploadColumns(hrefOf: (uuid: string) => string, isBrief: boolean): readonly Column<Upload>[] {
  const { t, language } = useTranslation('timetable-import');
  const { time_zone } = useSelf().school;
  const columns = useMemo(
    (): readonly Column<Upload>[] => [
      {
        key: 'title',
        name: t('status.upload'),
        width: 'minmax(0, 2fr)',
        card: 'title',
        cell: ({ uuid, number }) => (
          <Link to={hrefOf(uuid)} tabIndex={-1}>
            {t('review.title', { number: String(number) })}
          </Link>
        ),
      },
      {
        key: 'at',
        name: t('status.at'),
        width: 'minmax(9.5rem, 2fr)',
        isOrdered: true,
        card: 'below',
        cell: ({ created_at }) => (
          <time dateTime={created_at}>{writeMoment(language, new Date(created_at), time_zone, 'medium')}</time>
        ),
      },
      {
        key: 'files',
        name: t('status.files'),
        width: 'minmax(0, 3fr)',
        card: 'below',
        cell: ({ files }) => files.map(({ name }) => name).join(', '),
      },
      {
        key: 'year',
        name: t('status.year'),
        width: 'minmax(0, 1.5fr)',
        card: 'none',
        cell: ({ school_year }) => school_year?.name,
      },
      {
        key: 'changes',
        name: t('status.result'),
        width: 'minmax(0, 4fr)',
        card: 'below',
        cell: ({ changes, error }) => error ?? (changes && t('status.changes', changes)),
      },
      {
        key: 'state',
        name: t('status.state'),
        width: 'minmax(8.5rem, 1fr)',
        card: 'end',
        cell: ({ state }) => <Tag look={LOOKS[state]}>{t(`state.${state}`)}</Tag>,
      },
    ],
    [t, language, time_zone, hrefOf],
  );
  // Beside a report only what tells the uploads apart.
  return useMemo(() => (isBrief ? columns.filter(({ key }) => !BEYOND.has(key)) : columns), [columns, isBrief]);
}
