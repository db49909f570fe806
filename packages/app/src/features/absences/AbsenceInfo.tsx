import { type Absence, shortIdOf } from '@kreide/core/features/absences';
import { writeMoment } from '@kreide/core/kernel';
import { useSelf } from '../../kernel/session.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import styles from './Absences.module.css';

/** Who wrote, changed and deleted an absence and when, and by what people call it (T-8.15, T-9.26). */
export function AbsenceInfo({ absence }: { absence: Absence }) {
  const { t, language } = useTranslation('absences');
  const zone = useSelf().school.time_zone;
  const { uuid, source, author, edited_by, deleted_by, created_at, deleted_at, last_contacted_at, meta } = absence;
  const moment = (at: string) => writeMoment(language, new Date(at), zone, 'medium');
  const somebody = t('info.somebody');
  return (
    <ul className={styles.info} aria-label={t('info.label')}>
      <li>
        {author === null && source === 'roll'
          ? t('info.roll', { when: moment(created_at) })
          : t('info.created', { name: author ?? somebody, when: moment(created_at) })}
      </li>
      {meta.last_updated_at !== null && (
        <li>{t('info.updated', { name: edited_by ?? somebody, when: moment(meta.last_updated_at) })}</li>
      )}
      {last_contacted_at !== null && <li>{t('info.contacted', { when: moment(last_contacted_at) })}</li>}
      {deleted_at !== null && <li>{t('info.deleted', { name: deleted_by ?? somebody, when: moment(deleted_at) })}</li>}
      <li>{t('info.number', { number: shortIdOf(uuid) })}</li>
    </ul>
  );
}
