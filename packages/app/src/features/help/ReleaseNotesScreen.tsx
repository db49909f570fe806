import { writeDate } from '@kreide/core/kernel';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Card } from '../../ui/Card.tsx';
import styles from './Help.module.css';
import { RELEASES } from './releases.ts';

const POINTS = ['point1', 'point2', 'point3'] as const;

/** The changes of the last releases, the newest first (P-2.65). */
export function ReleaseNotesScreen() {
  const { t, language } = useTranslation('help');
  return (
    <div className={styles.screen}>
      {RELEASES.map(({ key, date }) => (
        <Card key={key}>
          <article className={styles.release} aria-labelledby={key}>
            <h2 id={key}>{t(`release.${key}.title`)}</h2>
            <time dateTime={date}>{writeDate(language, date, 'long')}</time>
            <ul>
              {POINTS.map((point) => (
                <li key={point}>{t(`release.${key}.${point}`)}</li>
              ))}
            </ul>
          </article>
        </Card>
      ))}
    </div>
  );
}
