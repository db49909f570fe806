import type { DeskDay, DeskReaders } from '@kreide/core/features/desk';
import { useQuery } from '@tanstack/react-query';
import { Loaded } from '../../kernel/Loaded.tsx';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { Tag, type TagLook } from '../../ui/Tag.tsx';
import styles from './Desk.module.css';
import { readersQuery } from './desk-queries.ts';
import { toText, useDeskWords } from './use-desk-words.ts';

const LOOKS: Readonly<Record<DeskReaders['teachers'][number]['state'], TagLook>> = {
  READ: 'success',
  TOLD: 'warning',
  NONE: 'plain',
};

/** Who has read what is published of the day: teachers by name, pupils and parents as numbers. */
export function ReadersDialog({ day, onClose }: { day: DeskDay; onClose: () => void }) {
  const { t } = useTranslation(['desk', 'shell']);
  const readers = useQuery(readersQuery(day.date));
  const { nameLesson, placeLesson } = useDeskWords();
  const nameOf = (id: number) => {
    const lesson = day.lessons.find(({ decision }) => decision?.id === id);
    if (lesson) return `${nameLesson(lesson)} · ${placeLesson(lesson)}`;
    return day.notes.find((note) => note.id === id)?.comment ?? t('notes.title');
  };
  const sayCount = (who: 'pupils' | 'parents', count: DeskReaders['pupils']) =>
    count && t(`readers.${who}`, { read: count.read, told: count.told });
  return (
    <Dialog isOpen title={t('readers.open')} closeLabel={t('shell:close')} onClose={onClose}>
      <p className={styles.muted}>{t('readers.text')}</p>
      <Loaded
        query={readers}
        headingLevel={3}
        skeleton={{ items: 3, label: t('loading') }}
        errorTitle={t('errorTitle')}
      >
        {(all) =>
          all.length === 0 ? (
            <p>{t('readers.none')}</p>
          ) : (
            <ul className={styles.list}>
              {all.map(({ decision_id, teachers, pupils, parents }) => (
                <li key={decision_id} className={styles.read}>
                  <b>{nameOf(decision_id)}</b>
                  {teachers.map(({ teacher, state }) => (
                    <span key={teacher.id} className={styles.bar}>
                      <span>{toText(teacher)}</span>
                      <Tag look={LOOKS[state]}>{t(`readers.state.${state}`)}</Tag>
                    </span>
                  ))}
                  <span className={styles.muted}>
                    {[sayCount('pupils', pupils), sayCount('parents', parents)].filter(Boolean).join(' · ') ||
                      t('readers.few')}
                  </span>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </Dialog>
  );
}
