import type { DeskDay, DeskRanking } from '@kreide/core/features/desk';
import type { ApiError } from '@kreide/core/kernel';
import { Loaded } from '../../kernel/Loaded.tsx';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button } from '../../ui/Button.tsx';
import styles from './Desk.module.css';
import { toText, useDeskWords } from './use-desk-words.ts';

/** So many stand at once: whoever cancels a lesson does not scroll past the whole staff first. */
const SHOWN = 6;

interface SuggestionsProps {
  day: DeskDay;
  ranking: { data: DeskRanking | undefined; error: ApiError | null; isFetching: boolean; refetch: () => unknown };
  onChoose: (teacherId: number) => void;
}

/** Who can take a lesson, the best first, with the sum in words; and who cannot, with the reason (D-8.10). */
export function Suggestions({ day, ranking, onChoose }: SuggestionsProps) {
  const { t } = useTranslation('desk');
  return (
    <Loaded query={ranking} headingLevel={3} skeleton={{ items: 3, label: t('loading') }} errorTitle={t('errorTitle')}>
      {(known) => <Ranked day={day} ranking={known} onChoose={onChoose} />}
    </Loaded>
  );
}

function Ranked({ day, ranking, onChoose }: { day: DeskDay; ranking: DeskRanking; onChoose: (id: number) => void }) {
  const { t } = useTranslation('desk');
  const { sayPart } = useDeskWords();
  const { suggestions, excluded } = ranking;
  const nameOf = (id: number) => {
    const teacher = day.teachers.find((one) => one.id === id);
    return teacher ? toText(teacher) : '';
  };
  const rowOf = ({ teacher_id, points, parts, tie }: DeskRanking['suggestions'][number]) => (
    <li key={teacher_id}>
      <button type="button" className={styles.lesson} onClick={() => onChoose(teacher_id)}>
        <span className={styles.words}>
          <b>{nameOf(teacher_id)}</b>
          <span className={styles.muted}>{parts.map(sayPart).join(', ') || t('noParts')}</span>
          {tie && <span className={styles.muted}>{t(`tie.${tie}`)}</span>}
        </span>
        <span className={styles.points}>{t('points', { points })}</span>
      </button>
    </li>
  );
  return (
    <>
      <h3 id="desk-who">{t('who')}</h3>
      {suggestions.length === 0 && <p className={styles.muted}>{t('nobody')}</p>}
      <ul className={styles.list} aria-labelledby="desk-who">
        {suggestions.slice(0, SHOWN).map(rowOf)}
      </ul>
      {suggestions.length > SHOWN && (
        <details>
          <summary>{t('further', { total: suggestions.length - SHOWN })}</summary>
          <ul className={styles.list}>{suggestions.slice(SHOWN).map(rowOf)}</ul>
        </details>
      )}
      {excluded.length > 0 && (
        <details>
          <summary>{t('excluded', { total: excluded.length })}</summary>
          <ul className={styles.list}>
            {excluded.map(({ teacher_id, reason }) => (
              <li key={teacher_id} className={styles.row}>
                <span className={styles.words}>
                  <span>{nameOf(teacher_id)}</span>
                  <span className={styles.muted}>{t(`reason.${reason}`)}</span>
                </span>
                {reason !== 'absent' && (
                  <Button
                    look="quiet"
                    aria-label={`${t(reason === 'teaching' ? 'bothRooms' : 'anyway')}: ${nameOf(teacher_id)}`}
                    onPress={() => onChoose(teacher_id)}
                  >
                    {t(reason === 'teaching' ? 'bothRooms' : 'anyway')}
                  </Button>
                )}
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}
