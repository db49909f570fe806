import { predictSolution, REPORT_LESSON_MAXIMUM } from '@kreide/core/features/help';
import { type Occurrence, toLessonId } from '@kreide/core/features/timetable';
import type { ReactNode } from 'react';
import { useParams } from 'react-router';
import { Loaded } from '../../kernel/Loaded.tsx';
import { Redirect } from '../../kernel/Redirect.tsx';
import { useSelf } from '../../kernel/session.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button, LinkButton } from '../../ui/Button.tsx';
import { LinkRow, RowList } from '../../ui/RowList.tsx';
import { EmptyState } from '../../ui/States.tsx';
import styles from './Faq.module.css';
import { useChosen, useDialog, useLessonName, useLessons } from './use-dialog.ts';

/** Which lesson it is about (T-2.42); whoever comes from a lesson has chosen it. */
export function StartStep() {
  const { t } = useTranslation('help');
  const { unit } = useParams();
  const { userId, hrefOf } = useDialog();
  const zone = useSelf().school.time_zone;
  const toName = useLessonName();
  const { range, query, toOccurrences } = useLessons(userId);
  if (unit) return <Redirect to={hrefOf('selected', { unit })} />;
  return (
    <div className={styles.form}>
      <h2>{t('dialog.pick')}</h2>
      <Loaded
        query={query}
        skeleton={{ type: 'list', items: 6, label: t('dialog.loading') }}
        errorTitle={t('dialog.errorTitle')}
      >
        {({ lessons }) => {
          const shown = toOccurrences(lessons, range);
          return shown.length === 0 ? (
            <p>{t('dialog.noLessons')}</p>
          ) : (
            <RowList label={t('dialog.pick')}>
              {shown.map((one) => (
                <LinkRow
                  key={toLessonId(one, zone)}
                  href={hrefOf('selected', { unit: toLessonId(one, zone) })}
                  text={toName(one)}
                />
              ))}
            </RowList>
          );
        }}
      </Loaded>
      <RowList label={t('dialog.reason.other')}>
        <LinkRow
          icon="plus"
          href={hrefOf('confirm', { lesson: t('dialog.missingLesson'), reason: 'missing' })}
          text={t('dialog.missingLesson')}
        />
        <LinkRow icon="list" href={hrefOf('response')} text={t('dialog.responses')} />
      </RowList>
    </div>
  );
}

/** The chosen lesson, or the word that the plan has it no more. */
function ChosenLesson({ children }: { children: (occurrence: Occurrence) => ReactNode }) {
  const { t } = useTranslation('help');
  const { userId, unit, hrefOf } = useDialog();
  const { query, isValid, occurrence } = useChosen(userId, unit);
  const gone = (
    <EmptyState
      icon="timetable"
      title={t('dialog.gone')}
      action={<LinkButton href={hrefOf('start')}>{t('dialog.other')}</LinkButton>}
    />
  );
  if (!isValid) return gone;
  return (
    <Loaded query={query} skeleton={{ items: 2, label: t('dialog.loading') }} errorTitle={t('dialog.errorTitle')}>
      {() => (occurrence ? children(occurrence) : gone)}
    </Loaded>
  );
}

/** Says which lesson is chosen, and goes on to an explanation where there is one (T-2.45). */
export function SelectedStep() {
  const { t } = useTranslation('help');
  const { go, hrefOf } = useDialog();
  const toName = useLessonName();
  return (
    <ChosenLesson>
      {(occurrence) => {
        const lesson = toName(occurrence).slice(0, REPORT_LESSON_MAXIMUM);
        const next = predictSolution(occurrence.lesson) ? 'predicted-solution' : 'wrong-timetable';
        return (
          <div className={styles.form}>
            <h2>{t('dialog.selected')}</h2>
            <p>{lesson}</p>
            <div className={styles.steps}>
              <Button look="primary" onPress={() => go(next, { lesson })}>
                {t('dialog.next')}
              </Button>
              <LinkButton look="quiet" href={hrefOf('start')}>
                {t('dialog.other')}
              </LinkButton>
            </div>
          </div>
        );
      }}
    </ChosenLesson>
  );
}

/** What probably explains it (T-2.47). */
export function PredictedStep() {
  const { t } = useTranslation('help');
  const { hrefOf } = useDialog();
  return (
    <ChosenLesson>
      {({ lesson }) => {
        const solution = predictSolution(lesson);
        if (!solution) return <Redirect to={hrefOf('wrong-timetable')} />;
        return (
          <div className={styles.form}>
            <h2>{t('dialog.predicted')}</h2>
            <p>{t(`dialog.solution.${solution}`)}</p>
            <div className={styles.steps}>
              <LinkButton look="primary" href={hrefOf('solution')}>
                {t('dialog.isSolved')}
              </LinkButton>
              <LinkButton href={hrefOf('wrong-timetable')}>{t('dialog.isWrong')}</LinkButton>
            </div>
          </div>
        );
      }}
    </ChosenLesson>
  );
}

/** It is explained: nothing is sent (T-2.43). */
export function SolutionStep() {
  const { t } = useTranslation('help');
  const { userId } = useDialog();
  return (
    <EmptyState
      icon="checkCircle"
      title={t('dialog.solvedTitle')}
      text={t('dialog.solvedText')}
      action={<LinkButton href={`/timetable/users/${userId}`}>{t('dialog.toPlan')}</LinkButton>}
    />
  );
}
