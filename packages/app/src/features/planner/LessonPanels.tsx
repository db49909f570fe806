import type { Demand, PlannedLesson } from '@kreide/core/features/planner';
import { useId } from 'react';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button } from '../../ui/Button.tsx';
import styles from './Editor.module.css';
import type { Editor } from './use-editor.ts';
import { usePlaceWords } from './use-words.ts';
import { describeLesson, type Edited } from './week.ts';

/** The best free times of a lesson, each a way to put it there. */
function BestTimes({ editor, lesson }: { editor: Editor; lesson: PlannedLesson }) {
  const { t } = useTranslation('planner');
  const toWords = usePlaceWords();
  const label = useId();
  const best = editor.bestOf(lesson);
  if (best.length === 0) return <p className={styles.muted}>{t('editor.noBest')}</p>;
  return (
    <div className={styles.times}>
      <p id={label}>{t('editor.best')}</p>
      <ul className={styles.best} aria-labelledby={label}>
        {best.map((place) => (
          <li key={`${place.weekday}|${place.hour}`}>
            <Button look="quiet" onPress={() => editor.move(lesson, place)}>
              {toWords(place)}
            </Button>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** The chosen lesson: its best times, what can be made of it, and how it leaves the week or the choice. */
export function ChosenLesson({
  editor,
  lesson,
  onEdit,
}: {
  editor: Editor;
  lesson: PlannedLesson;
  onEdit: (lesson: PlannedLesson) => void;
}) {
  const { t } = useTranslation('planner');
  return (
    <div className={styles.panel}>
      <p role="status">
        <b>{t('editor.chosen', { lesson: editor.nameOf(lesson) })}</b>
      </p>
      <BestTimes editor={editor} lesson={lesson} />
      <div className={styles.bar}>
        {lesson.weekday !== null && <Button onPress={() => editor.move(lesson, null)}>{t('editor.takeOut')}</Button>}
        <Button icon="edit" onPress={() => onEdit(lesson)}>
          {t('editor.edit')}
        </Button>
        <Button onPress={() => editor.copy(lesson)}>{t('editor.copy')}</Button>
        {lesson.length > 1 && <Button onPress={() => editor.split(lesson)}>{t('editor.split')}</Button>}
        {lesson.length > 1 && (
          <Button onPress={() => editor.setDivisible(lesson)}>
            {t(lesson.is_divisible ? 'editor.makeWhole' : 'editor.makeDivisible')}
          </Button>
        )}
        {editor.canJoin(lesson) && <Button onPress={() => editor.join(lesson)}>{t('editor.join')}</Button>}
        {lesson.weekday !== null && (
          <Button onPress={() => editor.pin(lesson)}>{t(lesson.is_pinned ? 'editor.unpin' : 'editor.pin')}</Button>
        )}
        <Button icon="trash" onPress={() => editor.remove(lesson)}>
          {t('editor.remove')}
        </Button>
        <Button look="quiet" onPress={() => editor.choose(null)}>
          {t('editor.release')}
        </Button>
      </div>
    </div>
  );
}

interface TrayProps {
  editor: Editor;
  entity: Edited;
  lessons: readonly PlannedLesson[];
}

/** Lessons without a time, each with the best three that there are. */
export function Tray({ editor, entity, lessons }: TrayProps) {
  const { t } = useTranslation('planner');
  return (
    <section className={styles.panel} aria-label={t('editor.tray')}>
      <h2>{t('editor.tray')}</h2>
      {lessons.length === 0 && <p className={styles.muted}>{t('editor.trayEmpty')}</p>}
      <ul className={styles.tray}>
        {lessons.map((lesson) => (
          <li key={lesson.lesson_id}>
            <button
              type="button"
              className={styles.lesson}
              aria-pressed={editor.chosen === lesson}
              onClick={() => editor.choose(editor.chosen === lesson ? null : lesson)}
            >
              <b>{editor.nameOf(lesson)}</b>
              <span>{describeLesson(lesson, entity, editor.units)}</span>
            </button>
            <BestTimes editor={editor} lesson={lesson} />
          </li>
        ))}
      </ul>
    </section>
  );
}

interface OpenDemandsProps {
  editor: Editor;
  entity: Edited;
  demands: readonly Demand[];
}

/** What of the demand has no lesson yet, each a way to put one into the tray. */
export function OpenDemands({ editor, entity, demands }: OpenDemandsProps) {
  const { t } = useTranslation('planner');
  if (demands.length === 0) return null;
  return (
    <section className={styles.panel} aria-label={t('demand.title')}>
      <h2>{t('demand.title')}</h2>
      <p className={styles.muted}>{t('demand.about')}</p>
      <ul className={styles.tray}>
        {demands.map((demand) => {
          const name = editor.nameOf(demand);
          const blocks = demand.blocks.join(' + ');
          return (
            <li key={JSON.stringify(demand)} className={styles.times}>
              <p>
                <b>{name}</b> {describeLesson(demand, entity, editor.units)}
              </p>
              <p>{t('demand.blocks', { blocks })}</p>
              <Button
                look="quiet"
                aria-label={t('demand.takeOf', { lesson: name })}
                onPress={() => editor.take(demand)}
              >
                {t('demand.take')}
              </Button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
