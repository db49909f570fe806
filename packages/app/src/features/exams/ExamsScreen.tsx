import { type Exam, examEvents, examWeekOf } from '@kreide/core/features/exams';
import { addDays, isDate, isoWeekOf, writeDate } from '@kreide/core/kernel';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { InfiniteList } from '../../kernel/InfiniteList.tsx';
import { useRealtime } from '../../kernel/realtime.ts';
import { useSelf } from '../../kernel/session.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button, IconButton, LinkButton } from '../../ui/Button.tsx';
import { SegmentedControl } from '../../ui/SegmentedControl.tsx';
import { Select } from '../../ui/Select.tsx';
import { EmptyState } from '../../ui/States.tsx';
import { useNow } from '../timetable/index.ts';
import { ExamActions } from './ExamActions.tsx';
import { type ExamAction, ExamItem } from './ExamItem.tsx';
import styles from './Exams.module.css';
import { examPagesQuery, optionsQuery, refreshExams } from './exams-queries.ts';

/** `/exams`: the exams of a week, own, of a child, or of the classes that one teaches (D-6.01). */
export function ExamsScreen() {
  const { t, language } = useTranslation(['exams', 'shell']);
  const { type, childs, school } = useSelf();
  const today = useNow(school.time_zone).date;
  const [query, setQuery] = useSearchParams();
  const [opened, setOpened] = useState<{ action: ExamAction | 'new'; exam: Exam | null } | null>(null);
  const day = query.get('day') ?? '';
  const week = examWeekOf(isDate(day) ? day : today);
  const options = useQuery(optionsQuery()).data;
  const children = type === 'PARENT' && childs.length > 1 ? childs : [];
  const child = children.find(({ id }) => `${id}` === query.get('user'));
  const grades = options?.grades ?? [];
  const grade = grades.find(({ id }) => `${id}` === query.get('grade'));
  const exams = useInfiniteQuery(
    examPagesQuery({ ...week, grade: grade && `${grade.id}`, user: child && `${child.id}` }),
  );
  useRealtime(examEvents.changed, refreshExams, refreshExams);
  const list = exams.data ?? [];
  const firsts = new Set(list.filter((one, at) => list[at - 1]?.date !== one.date).map(({ id }) => id));
  const go = (name: string, value: string) =>
    setQuery(
      (present) => {
        const next = new URLSearchParams(present);
        if (value === '') next.delete(name);
        else next.set(name, value);
        return next;
      },
      { replace: true },
    );
  const whose = new URLSearchParams({ ...(grade && { grade: `${grade.id}` }), ...(child && { user: `${child.id}` }) });
  const span = { from: writeDate(language, week.from, 'dayMonth'), until: writeDate(language, week.until, 'dayMonth') };
  return (
    <div className={styles.screen}>
      <div className={styles.bar}>
        <div className={styles.week}>
          <IconButton icon="chevronLeft" label={t('weekBefore')} onPress={() => go('day', addDays(week.from, -7))} />
          <h2>
            {t('week', { week: isoWeekOf(week.from) })}
            <span className={styles.muted}>{t('plan.span', span)}</span>
          </h2>
          <IconButton icon="chevronRight" label={t('weekAfter')} onPress={() => go('day', addDays(week.from, 7))} />
          {week.from !== examWeekOf(today).from && (
            <Button look="quiet" onPress={() => go('day', '')}>
              {t('thisWeek')}
            </Button>
          )}
        </div>
        <div className={styles.buttons}>
          <LinkButton icon="print" href={`/exams/plan?${whose}`}>
            {t('plan.title')}
          </LinkButton>
          {options?.can.create === 1 && (
            <Button look="primary" icon="plus" onPress={() => setOpened({ action: 'new', exam: null })}>
              {t('add')}
            </Button>
          )}
        </div>
      </div>
      {children.length > 0 && (
        <SegmentedControl
          label={t('forWhom')}
          segments={[
            { key: '', label: t('everybody') },
            ...children.map(({ id, firstname }) => ({ key: `${id}`, label: firstname })),
          ]}
          value={child ? `${child.id}` : ''}
          onChange={(key) => go('user', key)}
        />
      )}
      {grades.length > 1 && (
        <div className={styles.filter}>
          <Select
            label={t('class')}
            options={[
              { key: '', text: t('allClasses') },
              ...grades.map(({ id, shortcut }) => ({ key: `${id}`, text: shortcut })),
            ]}
            value={grade ? `${grade.id}` : ''}
            onChange={(key) => go('grade', key)}
          />
        </div>
      )}
      <InfiniteList
        query={exams}
        idOf={({ id }) => id}
        className={styles.list}
        label={t('title')}
        skeleton={{ type: 'list', label: t('loading') }}
        errorTitle={t('errorTitle')}
        empty={<EmptyState icon="checkCircle" title={t('emptyTitle')} text={t('emptyText')} />}
      >
        {(exam) => (
          <>
            {firsts.has(exam.id) && <h3 className={styles.day}>{writeDate(language, exam.date, 'weekday')}</h3>}
            <ExamItem exam={exam} onAction={(action, one) => setOpened({ action, exam: one })} />
          </>
        )}
      </InfiniteList>
      {opened && options && <ExamActions {...opened} options={options} today={today} onClose={() => setOpened(null)} />}
    </div>
  );
}
