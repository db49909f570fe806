import { auditApi } from '@kreide/core/features/audit';
import { writeMoment } from '@kreide/core/kernel';
import { useIsMutating, useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { queryOf } from '../../kernel/data.ts';
import { useSelf } from '../../kernel/session.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { classes } from '../../ui/classes.ts';
import { Link } from '../../ui/Link.tsx';
import styles from './AuditFacts.module.css';
import type { AuditWish } from './use-audit-wish.ts';

interface LastRecordedProps {
  wish: AuditWish;
  /** The page is as wide as a text. */
  isNarrow?: boolean | undefined;
}

/** Who changed the settings of a page last, with the way to all that was changed there; nothing where nobody has. */
export function LastRecorded({ wish, isNarrow = false }: LastRecordedProps) {
  const { t, language } = useTranslation('audit');
  const { school } = useSelf();
  const { data, refetch } = useQuery(queryOf(auditApi.list, { params: { id: `${school.id}` }, query: wish }));
  // What is saved on the page above is the last change then.
  const isSaving = useIsMutating() > 0;
  const wasSaving = useRef(isSaving);
  useEffect(() => {
    if (wasSaving.current && !isSaving) void refetch();
    wasSaving.current = isSaving;
  }, [isSaving, refetch]);
  const last = data?.[0];
  if (!last) return null;
  const at = writeMoment(language, new Date(last.at), school.time_zone, 'medium');
  const name = last.user?.displayname ?? t(`origins.${last.origin}`);
  return (
    <p className={classes(styles.last, isNarrow && styles.narrow)}>
      {t('last', { name, at })}{' '}
      <Link to={`/management/${school.uuid}/audit-log?${new URLSearchParams(wish)}`}>{t('lastAll')}</Link>
    </p>
  );
}
