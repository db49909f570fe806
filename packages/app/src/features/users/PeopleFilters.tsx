import { isRole, ROLES } from '@kreide/core/kernel';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSelf } from '../../kernel/session.ts';
import { useDebounced } from '../../kernel/use-debounced.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button } from '../../ui/Button.tsx';
import { SearchField } from '../../ui/SearchField.tsx';
import { Select } from '../../ui/Select.tsx';
import styles from './PeopleScreen.module.css';
import { gradesQuery } from './people-queries.ts';
import { STATUSES, type toAddress } from './people-wish.ts';
import { rolesQuery } from './roles-queries.ts';
import type { usePeopleWish } from './use-people-wish.ts';
import { ViewActions, ViewSelect } from './Views.tsx';

const ALL = 'all';

/** Who, in which role, grade and state. What is typed counts after a pause. */
export function PeopleFilters({ wish, change, reset }: ReturnType<typeof usePeopleWish>) {
  const { t } = useTranslation('users');
  const { search = '', role, role_id, grade_id = ALL, status = ALL } = wish;
  const grades = useQuery(gradesQuery).data ?? [];
  const roles = useQuery(rolesQuery(useSelf().school.id)).data ?? [];
  const further = roles.filter(({ key }) => !isRole(key)).map(({ id, name }) => ({ key: `${id}`, text: name }));
  const [typed, setTyped] = useState(search);
  useDebounced(typed, (text) => text.trim() !== search && change({ search: text.trim() }));
  const chosen = (key: string) => (key === ALL ? '' : key);
  const open = (filters: ReturnType<typeof toAddress>) => {
    setTyped(filters.search);
    change(filters);
  };
  return (
    <search className={styles.filters} aria-label={t('list.filters')}>
      <div className={styles.fields}>
        <SearchField label={t('list.search')} placeholder={t('list.searchHint')} value={typed} onChange={setTyped} />
        <Select
          label={t('list.role')}
          options={[
            { key: ALL, text: t('list.allRoles') },
            ...ROLES.map((key) => ({ key, text: roles.find((one) => one.key === key)?.name ?? t(`roles.${key}`) })),
            ...further,
          ]}
          value={role_id ?? role ?? ALL}
          onChange={(key) => change(isRole(key) ? { role: key, role_id: '' } : { role: '', role_id: chosen(key) })}
        />
        <Select
          label={t('list.grade')}
          options={[
            { key: ALL, text: t('list.allGrades') },
            ...grades.map(({ id, shortcut }) => ({ key: `${id}`, text: shortcut })),
          ]}
          value={grade_id}
          onChange={(key) => change({ grade_id: chosen(key) })}
        />
        <Select
          label={t('list.status')}
          options={[
            { key: ALL, text: t('list.status_all') },
            ...STATUSES.map((key) => ({ key, text: t(`list.status_${key}`) })),
          ]}
          value={status}
          onChange={(key) => change({ status: chosen(key) })}
        />
        <ViewSelect wish={wish} onOpen={open} />
      </div>
      <div className={styles.buttons}>
        {Object.keys(wish).length > 0 && (
          <Button
            look="quiet"
            icon="close"
            onPress={() => {
              setTyped('');
              reset();
            }}
          >
            {t('list.reset')}
          </Button>
        )}
        <ViewActions wish={wish} />
      </div>
    </search>
  );
}
