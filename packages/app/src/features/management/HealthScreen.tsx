import { HEALTH_PLAN_DAYS, type Health, type HealthKey, managementApi } from '@kreide/core/features/management';
import type { Permission } from '@kreide/core/kernel';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { queryOf } from '../../kernel/data.ts';
import { Loaded } from '../../kernel/Loaded.tsx';
import { useSelf } from '../../kernel/session.ts';
import { useAddressFilters } from '../../kernel/use-address-filters.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Card } from '../../ui/Card.tsx';
import type { IconName } from '../../ui/Icon.tsx';
import { LinkRow, RowList } from '../../ui/RowList.tsx';
import { Select } from '../../ui/Select.tsx';
import { EmptyState } from '../../ui/States.tsx';
import { Tag } from '../../ui/Tag.tsx';
import { NumbersTable } from './NumbersTable.tsx';
import styles from './Statistics.module.css';

const PLAN_DAYS = ['7', '14', '30', '90'] as const;
const USUAL = `${HEALTH_PLAN_DAYS}`;

/** Where each is mended: a page of the administration, or with a stroke one of the whole app, and what it needs. */
const MENDED: Record<HealthKey, readonly [string, IconName, Permission?]> = {
  plan_old: ['web-interface/upload', 'timetable', 'import-timetable'],
  plan_imports_failed: ['web-interface/status', 'upload', 'import-timetable'],
  people_imports_failed: ['upload', 'upload'],
  mails_given_up: ['/users', 'alert'],
  waiting: ['/users?status=pending', 'user'],
  parents_childless: ['/users?role=PARENT&status=without_family', 'user'],
  children_unreached: ['/users?role=STUDENT&status=without_family', 'user'],
  screens_silent: ['school-data/edit-settings', 'offline', 'edit-school'],
  rolls_open: ['/classbooks', 'list', 'view-entries'],
  deletion_requests: ['deletion-request-users', 'trash'],
  child_requests: ['child-requests', 'user'],
  applications: ['applications', 'user'],
};

/** `/management/:schoolUuid/health`: what is wrong at the school now, each with the way to mend it. */
export function HealthScreen() {
  const { t } = useTranslation('management');
  const { school } = useSelf();
  const { search, change } = useAddressFilters(['days']);
  const days = PLAN_DAYS.find((one) => one === search.get('days')) ?? USUAL;
  const health = useQuery({
    ...queryOf(
      managementApi.getHealth,
      { params: { id: `${school.id}` }, query: { plan_days: days } },
      { staleTime: 0 },
    ),
    placeholderData: keepPreviousData,
  });
  return (
    <div className={styles.screen}>
      <Select
        label={t('health.days')}
        value={days}
        options={PLAN_DAYS.map((key) => ({ key, text: t(`health.days_${key}`) }))}
        onChange={(key) => change({ days: key === USUAL ? '' : key })}
      />
      <Loaded query={health} skeleton={{ items: 3, label: t('health.loading') }} errorTitle={t('health.errorTitle')}>
        {(found) => <Found health={found} />}
      </Loaded>
    </div>
  );
}

function Found({ health: { findings, plan_days, waiting_by_grade } }: { health: Health }) {
  const { t } = useTranslation('management');
  const open = findings.filter(({ count }) => count > 0);
  if (open.length === 0)
    return <EmptyState icon="checkCircle" title={t('health.wellTitle')} text={t('health.wellText')} />;
  return (
    <>
      <Card>
        <RowList label={t('health.found')}>
          {open.map(({ key, count }) => (
            <FindingRow key={key} check={key} count={count} planDays={plan_days} />
          ))}
        </RowList>
      </Card>
      {waiting_by_grade.length > 0 && (
        <NumbersTable
          title={t('health.grades')}
          columns={[
            { name: t('stats.grade'), text: ({ shortcut }) => shortcut ?? t('health.noGrade') },
            { name: t('stats.pupils'), number: ({ count }) => count, hasBar: true },
          ]}
          rows={waiting_by_grade}
          idOf={({ grade_id }) => grade_id ?? 0}
        />
      )}
    </>
  );
}

/** One thing that is wrong, and the way to where it is mended for those who may go it. */
function FindingRow({ check, count, planDays }: { check: HealthKey; count: number; planDays: number | null }) {
  const { t, language } = useTranslation('management');
  const { school, permissions } = useSelf();
  const [path, icon, needs = 'manage-users'] = MENDED[check];
  const text = t(`health.key_${check}`);
  const end = check === 'plan_old' ? null : <Tag look="warning">{count.toLocaleString(language)}</Tag>;
  const plan = planDays === null ? t('health.noPlan') : t('health.planAge', { days: planDays });
  const about = check === 'plan_old' ? plan : t(`health.mend_${check}`);
  if (!permissions.includes(needs))
    return (
      <li className={styles.still}>
        {text} {end}
        <p className={styles.about}>{about}</p>
      </li>
    );
  const href = path.startsWith('/') ? path : `/management/${school.uuid}/${path}`;
  return <LinkRow icon={icon} text={text} about={about} href={href} end={end ?? undefined} />;
}
