import type { ManagedUser, UserPermissions } from '@kreide/core/features/users';
import { isAllowed } from '@kreide/core/kernel';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Loaded } from '../../kernel/Loaded.tsx';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Card } from '../../ui/Card.tsx';
import { SegmentedControl } from '../../ui/SegmentedControl.tsx';
import { Tag } from '../../ui/Tag.tsx';
import styles from './PersonScreen.module.css';
import { permissionsQuery, setPermission } from './people-queries.ts';
import { toNameKey } from './permission-words.ts';
import { useRoleNames } from './use-role-names.ts';

type Held = UserPermissions['permissions'][number];
const CHOICES = ['role', 'allowed', 'denied'] as const;

/** The permissions of a person and their reasons: kind of account, school, further roles and person, and a choice for the person. */
export function PersonPermissions({ person }: { person: ManagedUser }) {
  const { t } = useTranslation('users');
  const nameOf = useRoleNames();
  const query = useQuery(permissionsQuery(`${person.id}`));
  return (
    <Card>
      <section className={styles.part} aria-labelledby="person-permissions">
        <h2 id="person-permissions">{t('permissions.title')}</h2>
        <p className={styles.muted}>{t('permissions.about')}</p>
        <Loaded
          query={query}
          skeleton={{ type: 'list', label: t('permissions.loading') }}
          errorTitle={t('permissions.errorTitle')}
        >
          {({ role, permissions }) => (
            <ul className={styles.permissions}>
              {permissions.map((held) => (
                <Permission key={held.permission} id={person.id} role={nameOf(role)} held={held} />
              ))}
            </ul>
          )}
        </Loaded>
      </section>
    </Card>
  );
}

function Permission({ id, role, held }: { id: number; role: string; held: Held }) {
  const { t } = useTranslation('users');
  const change = useMutation(setPermission);
  const { permission, is_allowed, by_role, by_school, by_roles, by_person, can } = held;
  const name = t(toNameKey(permission));
  const chain = [
    t(by_role ? 'permissions.roleYes' : 'permissions.roleNo', { role }),
    by_school !== null && t(by_school ? 'permissions.schoolYes' : 'permissions.schoolNo'),
    ...by_roles.map((given) => t('permissions.further', { role: given.name })),
    by_person !== null && t(by_person ? 'permissions.personYes' : 'permissions.personNo'),
  ].filter((step) => step !== false);
  // The choice stands at once, and goes back when the server refuses it.
  const chosen = change.isPending ? change.variables.body.is_allowed : by_person;
  const value = chosen === null ? 'role' : chosen ? 'allowed' : 'denied';
  return (
    <li>
      <div className={styles.permission}>
        <b>{name}</b>
        <Tag look={is_allowed ? 'success' : 'plain'}>{t(is_allowed ? 'permissions.yes' : 'permissions.no')}</Tag>
      </div>
      <p>{chain.join(' → ')}</p>
      {isAllowed(can, 'set') && (
        <SegmentedControl
          label={name}
          segments={CHOICES.map((key) => ({ key, label: t(`permissions.${key}`) }))}
          value={value}
          onChange={(key) =>
            change.mutate({
              params: { id: `${id}` },
              body: { permission, is_allowed: key === 'role' ? null : key === 'allowed' },
            })
          }
        />
      )}
    </li>
  );
}
