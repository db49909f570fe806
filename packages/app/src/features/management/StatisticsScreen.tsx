import { managementApi, SMALL_GROUP, STATISTICS_DAYS, type Statistics } from '@kreide/core/features/management';
import { writeDate } from '@kreide/core/kernel';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { queryOf } from '../../kernel/data.ts';
import { Loaded } from '../../kernel/Loaded.tsx';
import { useSelf } from '../../kernel/session.ts';
import { useAddressFilters } from '../../kernel/use-address-filters.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Select } from '../../ui/Select.tsx';
import { type Column, NumbersTable } from './NumbersTable.tsx';
import styles from './Statistics.module.css';

const USUAL = '28';

/** `/management/:schoolUuid/school-stats`: how the school is used, in numbers without names (T-2.81). */
export function StatisticsScreen() {
  const { t } = useTranslation('management');
  const { school } = useSelf();
  const { search, change } = useAddressFilters(['days']);
  const days = STATISTICS_DAYS.find((one) => one === search.get('days')) ?? USUAL;
  const statistics = useQuery({
    ...queryOf(managementApi.getStatistics, { params: { id: `${school.id}` }, query: { days } }, { staleTime: 0 }),
    placeholderData: keepPreviousData,
  });
  return (
    <div className={styles.screen}>
      <Select
        label={t('stats.span')}
        value={days}
        options={STATISTICS_DAYS.map((key) => ({ key, text: t(`stats.span_${key}`) }))}
        onChange={(key) => change({ days: key === USUAL ? '' : key })}
      />
      <Loaded query={statistics} skeleton={{ items: 3, label: t('stats.loading') }} errorTitle={t('stats.errorTitle')}>
        {(counted) => <Numbers counted={counted} />}
      </Loaded>
      <p className={styles.about}>{t('stats.fewText', { number: SMALL_GROUP })}</p>
    </div>
  );
}

function Numbers({ counted }: { counted: Statistics }) {
  const { t, language } = useTranslation(['management', 'users']);
  const { roles, days, news, grades } = counted;
  const roleColumns: Column<Statistics['roles'][number]>[] = [
    { name: t('stats.role'), text: ({ role }) => t(`users:roles.${role}`) },
    { name: t('stats.active'), number: ({ active }) => active },
    { name: t('stats.waiting'), number: ({ waiting }) => waiting },
    { name: t('stats.locked'), number: ({ locked }) => locked },
  ];
  const dayColumns: Column<Statistics['days'][number]>[] = [
    { name: t('stats.day'), text: ({ date }) => writeDate(language, date, 'medium') },
    { name: t('stats.people'), number: ({ people }) => people, hasBar: true },
    { name: t('stats.messages'), number: ({ messages }) => messages, hasBar: true },
  ];
  const gradeColumns: Column<Statistics['grades'][number]>[] = [
    { name: t('stats.grade'), text: ({ shortcut }) => shortcut },
    { name: t('stats.pupils'), number: ({ people }) => people },
    { name: t('stats.absent'), number: ({ absent }) => absent },
    { name: t('stats.absences'), number: ({ absences }) => absences, hasBar: true },
  ];
  return (
    <>
      <NumbersTable title={t('stats.roles')} columns={roleColumns} rows={roles} idOf={({ role }) => role} />
      <section className={styles.part}>
        <h2>{t('stats.news')}</h2>
        <p>
          {t('stats.newsText', {
            published: news.published.toLocaleString(language),
            confirmable: news.confirmable.toLocaleString(language),
            confirmed: news.confirmed.toLocaleString(language),
          })}
        </p>
      </section>
      <NumbersTable
        title={t('stats.grades')}
        columns={gradeColumns}
        rows={grades}
        idOf={({ grade_id }) => grade_id}
        empty={t('stats.noGrades')}
      />
      <NumbersTable title={t('stats.days')} columns={dayColumns} rows={days.toReversed()} idOf={({ date }) => date} />
    </>
  );
}
