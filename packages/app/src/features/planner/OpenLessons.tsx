import { type OpenLesson, RESOURCE_KINDS } from '@kreide/core/features/planner';
import { useTranslation } from '../../kernel/use-translation.ts';
import styles from './Proposal.module.css';
import { usePlaceWords } from './use-words.ts';

/** Lessons that could not be placed, each with what stands in its way: grouped, and time by time (D-8.08). */
export function OpenLessons({ lessons }: { lessons: readonly OpenLesson[] }) {
  const { t } = useTranslation('planner');
  const toWords = usePlaceWords();
  return lessons.map(({ lesson_id, lesson, times, reasons, loosened, places }) => (
    <details key={lesson_id}>
      <summary>{t('proposal.why', { lesson })}</summary>
      <p>{t('proposal.possible', { count: times })}</p>
      <ul className={styles.sentences}>
        {reasons.map(({ entity, name, ...counts }) => (
          <li key={`${entity} ${name}`}>{t('proposal.reason', { name, ...counts })}</li>
        ))}
        {RESOURCE_KINDS.filter((kind) => loosened[kind] > 0).map((kind) => (
          <li key={kind}>{t(`proposal.loosened.${kind}`, { count: loosened[kind] })}</li>
        ))}
      </ul>
      <details>
        <summary>{t('proposal.times')}</summary>
        <ul className={styles.sentences}>
          {places.map(({ place, names }) => (
            <li key={`${place.weekday} ${place.hour}`}>
              {t('proposal.blocked', { place: toWords(place), names: names.join(', ') })}
            </li>
          ))}
        </ul>
      </details>
    </details>
  ));
}
