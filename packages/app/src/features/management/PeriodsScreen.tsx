import { managementApi } from '@kreide/core/features/management';
import { structureApi } from '@kreide/core/features/structure';
import { writeDate } from '@kreide/core/kernel';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from 'react-router';
import { queryOf } from '../../kernel/data.ts';
import { Loaded } from '../../kernel/Loaded.tsx';
import { useSelf } from '../../kernel/session.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { LinkButton } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { classes } from '../../ui/classes.ts';
import { Select } from '../../ui/Select.tsx';
import { EmptyState } from '../../ui/States.tsx';
import styles from './Policies.module.css';

const yearsQuery = queryOf(structureApi.listYears, {}, { staleTime: 60_000 });

/** `/management/:schoolUuid/periods/schoolyears/:schoolyear?`: free days and plans of a school year (T-2.88). */
export function PeriodsScreen() {
  const { t, language } = useTranslation('management');
  const { school } = useSelf();
  const navigate = useNavigate();
  const years = useQuery(yearsQuery).data ?? [];
  const { schoolyear = '' } = useParams();
  const wanted = /^[1-9]\d{0,14}$/.test(schoolyear) ? schoolyear : '';
  const shown = wanted || `${school.timetable.active_schoolyear_id ?? ''}`;
  const query = wanted ? { schoolyear_id: wanted } : {};
  const events = useQuery(
    queryOf(managementApi.listTimetableEvents, { params: { id: `${school.id}` }, query }, { staleTime: 0 }),
  );
  const day = (date: string) => writeDate(language, date, 'medium');
  return (
    <div className={styles.screen}>
      {years.length > 0 && (
        <Select
          label={t('periods.year')}
          value={shown}
          options={years.toReversed().map(({ id, name }) => ({ key: `${id}`, text: name }))}
          onChange={(key) => navigate(`/management/${school.uuid}/periods/schoolyears/${key}`, { replace: true })}
        />
      )}
      <Loaded
        query={events}
        skeleton={{ type: 'list', label: t('periods.loading') }}
        errorTitle={t('periods.errorTitle')}
        empty={<EmptyState icon="calendar" title={t('periods.emptyTitle')} text={t('periods.emptyText')} />}
      >
        {(all) => (
          <Card isRoomy>
            <ul className={classes(styles.list, styles.spans)} aria-label={t('periods.list')}>
              {all.map(({ kind, name, begins_at, ends_at }) => (
                <li key={`${kind} ${begins_at} ${name}`}>
                  <b>{name ?? t('periods.plan')}</b>
                  <span className={styles.about}>
                    {begins_at === ends_at
                      ? day(begins_at)
                      : t('periods.span', { from: day(begins_at), to: day(ends_at) })}
                  </span>
                </li>
              ))}
            </ul>
          </Card>
        )}
      </Loaded>
      <div className={styles.actions}>
        <LinkButton icon="edit" href={`/management/${school.uuid}/basedata/holidays`}>
          {t('periods.edit')}
        </LinkButton>
      </div>
    </div>
  );
}
