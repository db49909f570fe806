import {
  CHECK_DAYS,
  CHECK_MAXIMUM_DAYS,
  CLASSBOOK_PAGE,
  CONTRADICTIONS,
  type Contradiction,
  classbookApi,
  mendingPlaces,
  rangeProblems,
} from '@kreide/core/features/classbook';
import { addDays, isDate, toLocal, writeDate, writeMoment } from '@kreide/core/kernel';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useParams, useSearchParams } from 'react-router';
import { infiniteQueryOf } from '../../kernel/data.ts';
import { InfiniteList } from '../../kernel/InfiniteList.tsx';
import { useSelf } from '../../kernel/session.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { LinkButton } from '../../ui/Button.tsx';
import { DatePicker } from '../../ui/DatePicker.tsx';
import { Select } from '../../ui/Select.tsx';
import { EmptyState } from '../../ui/States.tsx';
import { rangeText } from '../absences/index.ts';
import styles from './Classbook.module.css';

/** What class book and absences of the school contradict each other in, each with the way to where it is mended (D-6.09). */
export function ContradictionsScreen() {
  const { t } = useTranslation('classbook');
  const { classbook = '' } = useParams();
  const { school } = useSelf();
  const [search, setSearch] = useSearchParams();
  const [today] = useState(() => toLocal(new Date(), school.time_zone).date);
  const year = school.timetable.schoolyears.find((one) => String(one.classbook.id) === classbook);
  const last = year && today > year.ends_at ? year.ends_at : today;
  const dayOf = (name: string, fallback: string) => {
    const text = search.get(name) ?? '';
    return isDate(text) ? text : fallback;
  };
  const ends_at = dayOf('ends_at', last);
  const begins_at = dayOf('begins_at', addDays(ends_at, 1 - CHECK_DAYS));
  const kind = CONTRADICTIONS.find((one) => one === search.get('kind'));
  const [problem] = rangeProblems({ begins_at, ends_at }, CHECK_MAXIMUM_DAYS);
  const query = useInfiniteQuery({
    ...infiniteQueryOf(
      classbookApi.listContradictions,
      { params: { id: classbook }, query: { begins_at, ends_at, ...(kind && { kind }) } },
      CLASSBOOK_PAGE,
    ),
    enabled: problem === undefined,
  });
  const change = (values: Record<string, string>) => {
    const next = new URLSearchParams({ begins_at, ends_at, ...(kind && { kind }), ...values });
    if (next.get('kind') === '') next.delete('kind');
    setSearch(next, { replace: true });
  };
  return (
    <div className={styles.page}>
      <p className={styles.muted}>{t('checks.intro')}</p>
      <div className={styles.days}>
        <DatePicker
          label={t('filters.from')}
          value={begins_at}
          fallback={begins_at}
          onChange={(day) => isDate(day) && change({ begins_at: day })}
        />
        <DatePicker
          label={t('filters.to')}
          value={ends_at}
          fallback={ends_at}
          errorMessage={problem && t(`rules.${problem.rule}`, problem.params)}
          onChange={(day) => isDate(day) && change({ ends_at: day })}
        />
      </div>
      <Select
        label={t('checks.which')}
        value={kind ?? ''}
        options={[
          { key: '', text: t('checks.all') },
          ...CONTRADICTIONS.map((key) => ({ key, text: t(`checks.kind.${key}`) })),
        ]}
        onChange={(key) => change({ kind: key })}
      />
      {problem === undefined && (
        <InfiniteList
          query={query}
          idOf={({ id }) => id}
          className={styles.rows}
          label={t('checks.title')}
          skeleton={{ items: 3, label: t('list.loading') }}
          errorTitle={t('list.errorTitle')}
          empty={<EmptyState icon="check" title={t('checks.emptyTitle')} text={t('checks.emptyText')} />}
        >
          {(one) => <Card one={one} book={Number(classbook)} />}
        </InfiniteList>
      )}
    </div>
  );
}

function Card({ one, book }: { one: Contradiction; book: number }) {
  const { t, language } = useTranslation('classbook');
  const absences = useTranslation('absences');
  const { school } = useSelf();
  const moment = (at: string) => writeMoment(language, new Date(at), school.time_zone, 'short');
  const nameOf = (of: 'lesson' | 'absence', index: number): string => {
    const lesson = one.lessons[index];
    const absence = one.absences[index];
    if (of === 'lesson' && lesson) {
      const grades = lesson.grades.map(({ shortcut }) => shortcut).join(', ');
      return t('checks.lesson', { name: lesson.name, grades, at: moment(lesson.begins_at) });
    }
    if (!absence) return '';
    const when = rangeText(absence, { t: absences.t, language, zone: school.time_zone });
    return t('checks.absence', { type: absence.type, when });
  };
  return (
    <div className={styles.contradiction}>
      <b>{one.user.meta.displayname}</b>
      <span>{t(`checks.kind.${one.kind}`)}</span>
      <span className={styles.muted}>{writeDate(language, one.date, 'medium')}</span>
      {mendingPlaces(book, one).map(({ of, index, path }) => (
        <LinkButton key={path} look="quiet" href={path}>
          {nameOf(of, index)}
        </LinkButton>
      ))}
    </div>
  );
}
