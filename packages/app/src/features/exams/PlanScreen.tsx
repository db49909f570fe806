import { EXAMS_PAGE, type Exam, examEvents, examName } from '@kreide/core/features/exams';
import { addDays, writeDate } from '@kreide/core/kernel';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useSearchParams } from 'react-router';
import { Loaded } from '../../kernel/Loaded.tsx';
import { usePageHead } from '../../kernel/page-head.ts';
import { useRealtime } from '../../kernel/realtime.ts';
import { useSelf } from '../../kernel/session.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button } from '../../ui/Button.tsx';
import { Select } from '../../ui/Select.tsx';
import { EmptyState } from '../../ui/States.tsx';
import { useNow } from '../timetable/index.ts';
import styles from './Exams.module.css';
import { examPagesQuery, optionsQuery, refreshExams } from './exams-queries.ts';
import { useExamWords } from './use-exam-words.ts';

/** `/exams/plan`: all exams of a class, or the own ones, until the end of the school year, to be read and printed (D-6.01). */
export function PlanScreen() {
  const { t, language } = useTranslation(['exams', 'shell']);
  const { school, childs, firstname } = useSelf();
  const today = useNow(school.time_zone).date;
  const [query, setQuery] = useSearchParams();
  const grades = useQuery(optionsQuery()).data?.grades ?? [];
  const grade = grades.find(({ id }) => `${id}` === query.get('grade'));
  const child = childs.find(({ id }) => `${id}` === query.get('user'));
  const years = school.timetable.schoolyears;
  const year = years.find(({ begins_at, ends_at }) => begins_at <= today && today <= ends_at) ?? years.at(-1);
  const days = { from: today, until: year && year.ends_at > today ? year.ends_at : addDays(today, 300) };
  const exams = useInfiniteQuery(
    examPagesQuery({ ...days, grade: grade && `${grade.id}`, user: child && `${child.id}` }),
  );
  useRealtime(examEvents.changed, refreshExams, refreshExams);
  const { hasNextPage, isFetching, fetchNextPage } = exams;
  useEffect(() => {
    if (hasNextPage && !isFetching) void fetchNextPage();
  }, [hasNextPage, isFetching, fetchNextPage]);
  const whose = grade?.shortcut ?? child?.firstname ?? (grades.length > 0 ? null : firstname);
  const title = whose === null ? t('plan.title') : t('plan.titleOf', { grade: whose });
  usePageHead({ title });
  const span = { from: writeDate(language, days.from, 'long'), until: writeDate(language, days.until, 'long') };
  return (
    <div className={styles.screen}>
      <div className={styles.bar}>
        {grades.length > 0 && (
          <div className={styles.filter}>
            <Select
              label={t('class')}
              options={[
                { key: '', text: t('allClasses') },
                ...grades.map(({ id, shortcut }) => ({ key: `${id}`, text: shortcut })),
              ]}
              value={grade ? `${grade.id}` : ''}
              onChange={(key) => setQuery(key === '' ? {} : { grade: key }, { replace: true })}
            />
          </div>
        )}
        <Button look="primary" icon="print" isDisabled={(exams.data?.length ?? 0) === 0} onPress={() => print()}>
          {t('plan.print')}
        </Button>
      </div>
      <Loaded
        query={exams}
        skeleton={{ type: 'list', label: t('loading'), items: Math.min(EXAMS_PAGE, 6) }}
        errorTitle={t('errorTitle')}
        empty={<EmptyState icon="checkCircle" title={t('emptyTitle')} text={t('plan.emptyText')} />}
      >
        {(list) => (
          <section className={styles.sheet} aria-label={title}>
            <header>
              <h1>{title}</h1>
              <p>
                {school.name} · {t('plan.span', span)}
              </p>
            </header>
            <Table list={list} />
          </section>
        )}
      </Loaded>
    </div>
  );
}

function Table({ list }: { list: readonly Exam[] }) {
  const { t, language } = useTranslation('exams');
  const { timeOf } = useExamWords();
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">{t('plan.day')}</th>
          <th scope="col">{t('plan.time')}</th>
          <th scope="col">{t('plan.what')}</th>
          <th scope="col">{t('plan.where')}</th>
          <th scope="col">{t('plan.topic')}</th>
        </tr>
      </thead>
      <tbody>
        {list.map((exam) => {
          const what = `${examName(exam)} (${t(`kinds.${exam.kind}`)})`;
          return (
            <tr key={exam.id}>
              <td data-label={t('plan.day')}>{writeDate(language, exam.date, 'weekdayShort')}</td>
              <td data-label={t('plan.time')}>{timeOf(exam)}</td>
              <td data-label={t('plan.what')}>
                {exam.is_cancelled ? (
                  <>
                    <s>{what}</s> {t('states.cancelled')}
                  </>
                ) : (
                  what
                )}
              </td>
              <td data-label={t('plan.where')}>{exam.room?.shortcut}</td>
              <td data-label={t('plan.topic')}>{exam.topic}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
