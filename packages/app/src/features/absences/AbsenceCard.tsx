import { type Absence, statusOf } from '@kreide/core/features/absences';
import { isAllowed, writeMoment } from '@kreide/core/kernel';
import { useSelf } from '../../kernel/session.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Tag } from '../../ui/Tag.tsx';
import { AbsenceMenu, useAbsenceActs } from './AbsenceMenu.tsx';
import styles from './Absences.module.css';
import { aboutOf, nameOf, rangeText, STATUS_LOOKS, typeLookOf } from './words.ts';

/** One absence in a list of few: its badge, whom it is about, why and when, and what can be done with it (T-2.147, T-6.08, T-6.09). */
export function AbsenceCard({ absence }: { absence: Absence }) {
  const { t, language } = useTranslation('absences');
  const zone = useSelf().school.time_zone;
  const { begin, dialogs } = useAbsenceActs();
  const { can, type, excuse_note, last_contacted_at } = absence;
  const status = statusOf(absence, isAllowed(can, 'notify-parents'));
  const name = nameOf(absence);
  const about = aboutOf(absence);
  return (
    <article className={styles.card} aria-label={`${name}: ${type.name}`}>
      <div className={styles.cardHead}>
        <span className={styles.tags}>
          <Tag {...typeLookOf(type)}>{type.name}</Tag>
          {status && <Tag {...STATUS_LOOKS[status]}>{t(`statuses.${status}`)}</Tag>}
        </span>
        <AbsenceMenu absence={absence} onAct={begin} />
      </div>
      <button type="button" className={styles.name} onClick={() => begin('details', absence)}>
        {about ? `${name}, ${about}` : name}
      </button>
      <span>{rangeText(absence, { t, language, zone })}</span>
      {excuse_note && <p className={styles.note}>{excuse_note}</p>}
      {isAllowed(can, 'notify-parents') && last_contacted_at !== null && (
        <span className={styles.small}>
          {t('info.contacted', { when: writeMoment(language, new Date(last_contacted_at), zone, 'short') })}
        </span>
      )}
      {dialogs}
    </article>
  );
}

/** Stands in a list while a new absence is being written; without a uuid it goes when its details are closed (T-4.18, T-4.21). */
export function DraftCard() {
  const { t } = useTranslation('absences');
  return (
    <article className={styles.card} aria-label={t('draft.title')}>
      <span className={styles.tags}>
        <Tag look="dashed">{t('draft.tag')}</Tag>
      </span>
      <b>{t('draft.title')}</b>
    </article>
  );
}
