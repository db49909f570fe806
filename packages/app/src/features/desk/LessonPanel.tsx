import {
  asPlanned,
  type DecisionDraft,
  type DeskDay,
  type DeskLesson,
  partnerOf,
  type SecondRowAnswer,
  toUndo,
  withSubstitute,
} from '@kreide/core/features/desk';
import { type ApiError, isDate, writeMoment } from '@kreide/core/kernel';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Suspense, useEffect, useRef, useState } from 'react';
import { toSaid } from '../../kernel/reason.ts';
import { useSelf } from '../../kernel/session.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button } from '../../ui/Button.tsx';
import { toasts } from '../../ui/toast-store.ts';
import { LessonTask } from '../timetable/index.ts';
import { Answers } from './Answers.tsx';
import styles from './Desk.module.css';
import { answersQuery, askAgain, decide, rankingQuery, showDay } from './desk-queries.ts';
import { PartnerNote, SecondRow } from './SecondRow.tsx';
import { Suggestions } from './Suggestions.tsx';
import { toText, useDeskWords } from './use-desk-words.ts';
import { useSecondRowWords } from './use-second-row-words.ts';
import { roomsOf, type Words, wordsOf } from './written-words.ts';

interface LessonPanelProps {
  day: DeskDay;
  lesson: DeskLesson;
  /** What was written about lessons of the day and is not saved, by lesson: whoever looks at another one finds it again. */
  written: Map<number, Words>;
  /** With what the day is afterwards. */
  onDone: (day: DeskDay) => void;
  onClose: () => void;
}

/** One lesson: who can take it and why, and every other answer. */
export function LessonPanel({ day, lesson, written, onDone, onClose }: LessonPanelProps) {
  const { t, language } = useTranslation('desk');
  const { school } = useSelf();
  const { nameLesson, placeLesson, toRead } = useDeskWords();
  const { nameAnswer } = useSecondRowWords();
  const heading = useRef<HTMLHeadingElement>(null);
  const ranking = useQuery(rankingQuery(day.date, lesson.lesson_id));
  const change = useMutation(decide);
  const answers = useQuery(answersQuery(day.date, lesson.lesson_id));
  // What it is made from, until a refusal has told of another one.
  const [version, setVersion] = useState<number | null>(lesson.decision?.version ?? 0);
  const { decision, absent_ids } = lesson;
  const rooms = roomsOf(lesson);
  const [words, setWords] = useState<Words>(written.get(lesson.lesson_id) ?? wordsOf(lesson));
  const write = (next: Words) => {
    written.set(lesson.lesson_id, next);
    setWords(next);
  };
  // On a phone it takes the place of the list: who reads with their ears is told.
  useEffect(() => heading.current?.focus(), []);

  const partner = partnerOf(lesson, day);
  /** Decides; whatever hung together with the lesson before and is not decided anew is as planned again. */
  const save = (decisions: DecisionDraft[], onSaved: (answer: DeskDay) => void) => {
    const isLeft = partner && !decisions.some(({ lesson_id }) => lesson_id === partner.lesson_id);
    const all = isLeft ? [...decisions, asPlanned(partner)] : decisions;
    change.mutate(
      { body: { date: day.date, decisions: all } },
      {
        onSuccess: (answer) => {
          written.delete(lesson.lesson_id);
          showDay(answer);
          onSaved(answer);
        },
        onError: (error) => {
          toasts.show('error', toSaid(error));
          void askAgain().then(() => setVersion(null));
        },
      },
    );
  };
  const send = (draft: Partial<DecisionDraft>, teacherId: number | null = null) => {
    const base = withSubstitute(lesson, teacherId);
    // A lesson of several rooms keeps the others.
    const others = rooms.slice(1).flatMap(({ id }) => (id === words.bookableId ? [] : [id]));
    const bookable_ids = words.bookableId === null ? [] : [words.bookableId, ...others];
    const full = {
      ...base,
      version: version ?? base.version,
      comment: words.comment.trim() || null,
      bookable_ids,
      ...draft,
    };
    save([full], onDone);
  };
  /** An answer as it was offered; what is written here is read instead of its own words. */
  const answer = (one: SecondRowAnswer) =>
    save(
      one.decisions.map((draft) => ({ ...draft, comment: words.comment.trim() || draft.comment })),
      (after) => {
        const ids = [...one.decisions.map(({ lesson_id }) => lesson_id ?? 0), ...(partner ? [partner.lesson_id] : [])];
        // A toast outlives the panel.
        const undo = () =>
          change
            .mutateAsync({ body: { date: day.date, decisions: toUndo(day, after, [...new Set(ids)]) } })
            .then(showDay, (error: ApiError) => {
              toasts.show('error', toSaid(error));
              return askAgain();
            });
        toasts.show('success', t('second.done', { name: nameAnswer(one) }), {
          action: { label: t('second.undo'), onAction: () => void undo() },
        });
        onDone(after);
      },
    );
  const missing = [
    ...lesson.teachers.filter(({ id }) => absent_ids.teachers.includes(id)),
    ...lesson.bookables.filter(({ id }) => absent_ids.bookables.includes(id)),
    ...lesson.grades.filter(({ id }) => absent_ids.grades.includes(id)),
  ];
  const at = decision && writeMoment(language, new Date(decision.changed_at), school.time_zone, 'medium');
  return (
    <section className={styles.panel} aria-labelledby="desk-lesson">
      <div>
        <Button look="quiet" icon="arrowLeft" onPress={onClose}>
          {t('back')}
        </Button>
      </div>
      <h2 id="desk-lesson" ref={heading} tabIndex={-1}>
        {nameLesson(lesson)}
      </h2>
      <p className={styles.muted}>{placeLesson(lesson)}</p>
      {missing.length > 0 && <p>{t('missing', { names: missing.map(toText).join(', ') })}</p>}
      {lesson.imported.map((one) => {
        const { title, difference } = toRead(one);
        return <p key={one.uuid}>{t('imported', { text: [title, difference].filter(Boolean).join(', ') })}</p>;
      })}
      {decision && (
        <div className={styles.decided}>
          {decision.reads.map((one) => {
            const { title, difference, comment } = toRead(one);
            return <p key={one.uuid}>{[title, difference, comment].filter(Boolean).join(', ')}</p>;
          })}
          {decision.kind === 'NONE' && <p>{t('reset')}</p>}
          <p className={styles.muted}>{t('decidedBy', { name: decision.by ?? t('somebody'), at: at ?? '' })}</p>
        </div>
      )}
      {partner && <PartnerNote partner={partner} onReset={() => send({ kind: 'NONE' })} />}
      <Suspense fallback={null}>
        <LessonTask place={{ lesson_id: lesson.lesson_id, date: day.date }} />
      </Suspense>
      <Suggestions day={day} ranking={ranking} onChoose={(teacherId) => send({}, teacherId)} />
      <SecondRow answers={answers} comment={words.comment} onAnswer={answer} />
      <Answers
        day={day}
        lesson={lesson}
        words={words}
        rooms={[...rooms, ...day.bookables.filter(({ id }) => ranking.data?.free_bookable_ids.includes(id))]}
        onWords={write}
        onMove={(target) => isDate(target.date) && send({ kind: 'MOVED', target })}
        onAnswer={(kind) => {
          if (kind === 'ALONE') send({ kind: 'CHANGED', teacher_ids: [] });
          else if (kind !== 'KEEP') send({ kind });
          else send(decision?.kind === 'CHANGED' ? { teacher_ids: decision.teacher_ids } : {});
        }}
      />
    </section>
  );
}
