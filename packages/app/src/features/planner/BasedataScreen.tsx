import { BASEDATA, type Basedata, type BasedataRow } from '@kreide/core/features/planner';
import type { Unit } from '@kreide/core/features/structure';
import type { ApiError } from '@kreide/core/kernel';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { Loaded } from '../../kernel/Loaded.tsx';
import { Redirect } from '../../kernel/Redirect.tsx';
import { useSelf } from '../../kernel/session.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button } from '../../ui/Button.tsx';
import { Select } from '../../ui/Select.tsx';
import styles from './Basedata.module.css';
import { BasedataTable } from './BasedataTable.tsx';
import { toUnit, type Units } from './basedata-fields.ts';
import { BASEDATA_QUERIES } from './basedata-queries.ts';
import { FreeDaysDialog } from './FreeDaysDialog.tsx';
import { yearsQuery } from './planner-queries.ts';

/** Subjects, teachers, rooms, classes and courses as tables (T-2.83). */
export function BasedataScreen() {
  const { t } = useTranslation('planner');
  const { permissions } = useSelf();
  const named = useParams().entity;
  const entity = BASEDATA.find((one) => one === named) ?? 'subjects';
  const lists: Record<Basedata, { data?: readonly BasedataRow[] | undefined }> = {
    subjects: useQuery(BASEDATA_QUERIES.subjects),
    teachers: useQuery(BASEDATA_QUERIES.teachers),
    bookables: useQuery(BASEDATA_QUERIES.bookables),
    grades: useQuery(BASEDATA_QUERIES.grades),
    courses: useQuery(BASEDATA_QUERIES.courses),
    holidays: useQuery(BASEDATA_QUERIES.holidays),
  };
  const years = useQuery(yearsQuery);
  if (!permissions.includes('view-timetable-planner')) return <Redirect to="/feed" />;
  const unitsOf = (one: Basedata): Unit[] => (lists[one].data ?? []).map(toUnit);
  const units = {
    ...(Object.fromEntries(BASEDATA.map((one) => [one, unitsOf(one)])) as Record<Basedata, Unit[]>),
    years: (years.data ?? []).map(({ id, name }) => ({ id, shortcut: name, name: null })),
  };
  const query = lists[entity] as ReturnType<typeof useQuery<readonly BasedataRow[], ApiError>>;
  return (
    <Loaded query={query} skeleton={{ items: 4, label: t('basedata.loading') }} errorTitle={t('basedata.errorTitle')}>
      {(rows) => <Tables key={entity} entity={entity} rows={rows} units={units} />}
    </Loaded>
  );
}

interface TablesProps {
  entity: Basedata;
  rows: readonly BasedataRow[];
  units: Units;
}

function Tables({ entity, rows, units }: TablesProps) {
  const { t } = useTranslation('planner');
  const { school } = useSelf();
  const navigate = useNavigate();
  const [editedId, setEditedId] = useState<number | null>(null);
  const [isFetching, setFetching] = useState(false);
  return (
    <div className={styles.screen}>
      <p className={styles.muted}>{t('basedata.intro')}</p>
      <div className={styles.bar}>
        <Select
          label={t('basedata.entity')}
          value={entity}
          options={BASEDATA.map((key) => ({ key, text: t(`basedata.kinds.${key}`) }))}
          onChange={(key) => navigate(`/management/${school.uuid}/basedata/${key}`, { replace: true })}
        />
        {editedId === null && (
          <Button look="primary" icon="plus" onPress={() => setEditedId(0)}>
            {t('basedata.add')}
          </Button>
        )}
        {entity === 'holidays' && (
          <Button icon="calendar" onPress={() => setFetching(true)}>
            {t('basedata.freeDays.open')}
          </Button>
        )}
      </div>
      {isFetching && <FreeDaysDialog onClose={() => setFetching(false)} />}
      <BasedataTable entity={entity} rows={rows} units={units} editedId={editedId} onEdit={setEditedId} />
    </div>
  );
}
