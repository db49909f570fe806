import { asPlanned, type DeskDay, type DeskLesson, type LessonState, withSubstitute } from '@kreide/core/features/desk';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queries } from '../../kernel/query.ts';
import { toSaid } from '../../kernel/reason.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button } from '../../ui/Button.tsx';
import { Select } from '../../ui/Select.tsx';
import { Tag, type TagLook } from '../../ui/Tag.tsx';
import { toasts } from '../../ui/toast-store.ts';
import styles from './Desk.module.css';
import { DraftTags } from './DraftTags.tsx';
import { askAgain, decide, lessonsQuery, proposalQuery, showDay } from './desk-queries.ts';
import { useDeskWords } from './use-desk-words.ts';
import { rowId } from './use-kept-focus.ts';

const LOOKS: Readonly<Record<LessonState, TagLook>> = {
  OPEN: 'danger',
  SOLVED: 'success',
  DROPPED: 'warning',
  PLANNED: 'plain',
};

interface LessonListProps {
  day: DeskDay;
  chosen: DeskLesson | null;
  onChoose: (lesson: DeskLesson) => void;
}

function LessonRow({ lesson, isChosen, onPress }: { lesson: DeskLesson; isChosen: boolean; onPress: () => void }) {
  const { t } = useTranslation('desk');
  const { nameLesson, placeLesson } = useDeskWords();
  return (
    <li>
      <button
        type="button"
        id={rowId(lesson.lesson_id)}
        className={styles.lesson}
        aria-pressed={isChosen}
        onClick={onPress}
      >
        <span className={styles.words}>
          <b>{nameLesson(lesson)}</b>
          <span className={styles.muted}>{placeLesson(lesson)}</span>
        </span>
        <span className={styles.tags}>
          <Tag look={LOOKS[lesson.state]}>{t(`state.${lesson.state}`)}</Tag>
          <DraftTags decision={lesson.decision} />
        </span>
      </button>
    </li>
  );
}

/** The affected lessons of the day with their state; those of a class where another one is to be changed. */
export function LessonList({ day, chosen, onChoose }: LessonListProps) {
  const { t } = useTranslation('desk');
  const { toRead } = useDeskWords();
  const [gradeId, setGradeId] = useState(0);
  const others = useQuery({ ...lessonsQuery(day.date, gradeId), enabled: gradeId !== 0 });
  const [isAsking, setAsking] = useState(false);
  const save = useMutation(decide);
  const open = day.lessons.filter(({ state }) => state === 'OPEN');
  const known = new Set(day.lessons.map(({ lesson_id }) => lesson_id));

  const missed = open.filter(({ absent_ids }) => absent_ids.grades.length > 0);
  const dropMissed = () =>
    save.mutate(
      {
        body: {
          date: day.date,
          decisions: missed.map((lesson) => ({ ...asPlanned(lesson), kind: 'CANCLED' as const })),
        },
      },
      {
        onSuccess: showDay,
        onError: (error) => {
          toasts.show('error', toSaid(error));
          void askAgain();
        },
      },
    );

  async function propose(): Promise<void> {
    setAsking(true);
    try {
      const proposed = await queries.fetchQuery(proposalQuery(day.date));
      const drafts = proposed.flatMap(({ lesson_id, teacher_id }) => {
        const lesson = open.find((one) => one.lesson_id === lesson_id);
        return lesson && teacher_id !== null ? [withSubstitute(lesson, teacher_id)] : [];
      });
      const left = open.length - drafts.length;
      if (drafts.length > 0) showDay(await save.mutateAsync({ body: { date: day.date, decisions: drafts } }));
      toasts.show(left === 0 ? 'success' : 'warning', t('proposed', { count: drafts.length, left }));
    } catch (error) {
      toasts.show('error', (error as Error).message);
      void askAgain();
    } finally {
      setAsking(false);
    }
  }

  const rowOf = (lesson: DeskLesson) => (
    <LessonRow
      key={lesson.lesson_id}
      lesson={lesson}
      isChosen={chosen?.lesson_id === lesson.lesson_id}
      onPress={() => onChoose(lesson)}
    />
  );
  return (
    <section className={styles.part} aria-labelledby="desk-lessons">
      <h2 id="desk-lessons" tabIndex={-1}>
        {t('lessons.title')}
      </h2>
      {day.lessons.length === 0 && <p className={styles.muted}>{t('lessons.none')}</p>}
      {open.length > 1 && (
        <Button icon="star" isPending={isAsking} onPress={() => void propose()}>
          {t('propose')}
        </Button>
      )}
      {missed.length > 0 && (
        <Button icon="close" isPending={save.isPending} onPress={dropMissed}>
          {t('dropMissed', { total: missed.length })}
        </Button>
      )}
      <ul className={styles.list} aria-labelledby="desk-lessons">
        {day.lessons.map(rowOf)}
      </ul>
      {day.stranded.length > 0 && (
        <>
          <h3 id="desk-stranded">{t('stranded')}</h3>
          <ul className={styles.list} aria-labelledby="desk-stranded">
            {day.stranded.map((one) => {
              const { whom, title, when } = toRead(one);
              return (
                <li key={one.uuid} className={styles.row}>
                  <span className={styles.words}>
                    <b>{title}</b>
                    <span className={styles.muted}>{[whom, when].filter(Boolean).join(' · ')}</span>
                  </span>
                  <Tag look="danger">{t('state.OPEN')}</Tag>
                </li>
              );
            })}
          </ul>
        </>
      )}
      {day.grades.length > 0 && day.is_school_day && (
        <Select
          label={t('lessons.other')}
          value={`${gradeId}`}
          options={[
            { key: '0', text: t('lessons.choose') },
            ...day.grades.map(({ id, shortcut }) => ({ key: `${id}`, text: shortcut })),
          ]}
          onChange={(key) => setGradeId(Number(key))}
        />
      )}
      <ul className={styles.list}>
        {gradeId !== 0 && (others.data ?? []).filter(({ lesson_id }) => !known.has(lesson_id)).map(rowOf)}
      </ul>
    </section>
  );
}
