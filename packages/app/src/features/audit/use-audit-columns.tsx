import type { AuditLogEntry } from '@kreide/core/features/audit';
import { writeMoment } from '@kreide/core/kernel';
import { useMemo } from 'react';
import { useSelf } from '../../kernel/session.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import type { Column } from '../../ui/table/column.ts';
import { RowButton } from '../../ui/table/RowButton.tsx';

/** What the log says of each entry at a glance; its title opens the rest. */
export function useAuditColumns(onOpen: (entry: AuditLogEntry) => void): readonly Column<AuditLogEntry>[] {
  const { t, language } = useTranslation('audit');
  const zone = useSelf().school.time_zone;
  return useMemo(
    () => [
      {
        key: 'what',
        name: t('filters.action'),
        width: 'minmax(0, 3fr)',
        card: 'title',
        cell: (entry) => <RowButton onPress={() => onOpen(entry)}>{entry.what}</RowButton>,
      },
      {
        key: 'subject',
        name: t('entry.record'),
        width: 'minmax(0, 2fr)',
        card: 'below',
        cell: ({ subject, user }) => (subject === user?.displayname ? null : subject),
      },
      {
        key: 'who',
        name: t('filters.search'),
        width: 'minmax(0, 2fr)',
        card: 'below',
        cell: ({ user, origin }) => user?.displayname ?? t(`origins.${origin}`),
      },
      {
        key: 'address',
        name: t('entry.address'),
        width: 'minmax(0, 1.5fr)',
        card: 'none',
        cell: ({ address }) => address,
      },
      {
        key: 'at',
        name: t('list.at'),
        width: 'minmax(10rem, 1fr)',
        isOrdered: true,
        card: 'below',
        cell: ({ at }) => <time dateTime={at}>{writeMoment(language, new Date(at), zone, 'seconds')}</time>,
      },
    ],
    [t, language, zone, onOpen],
  );
}
