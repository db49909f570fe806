import type { SchoolRole } from '@kreide/core/features/users';
import { isRole } from '@kreide/core/kernel';
import { useQuery } from '@tanstack/react-query';
import { Loaded } from '../../kernel/Loaded.tsx';
import { useSelf } from '../../kernel/session.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { LinkButton } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { LinkRow, RowList } from '../../ui/RowList.tsx';
import { EmptyState } from '../../ui/States.tsx';
import styles from './Roles.module.css';
import { rolesQuery } from './roles-queries.ts';

/** `/management/:schoolUuid/roles`: what each kind of account may do, and what is given to single people (T-2.89). */
export function RolesScreen() {
  const { t } = useTranslation('users');
  const { permissions, school } = useSelf();
  const manages = permissions.includes('manage-users');
  const roles = useQuery({ ...rolesQuery(school.id), enabled: manages });
  if (!manages) return <EmptyState icon="lock" title={t('refusedTitle')} text={t('refusedText')} />;
  return (
    <div className={styles.screen}>
      <Loaded
        query={roles}
        skeleton={{ type: 'list', label: t('roleList.loading') }}
        errorTitle={t('roleList.errorTitle')}
      >
        {(all) => (
          <>
            <Roles title={t('roleList.kinds')} about={t('roleList.kindsAbout')} roles={all.filter(isOfKind)} />
            <Roles
              title={t('roleList.further')}
              about={t('roleList.furtherAbout')}
              roles={all.filter((role) => !isOfKind(role))}
            />
            <div>
              <LinkButton look="primary" icon="plus" href={`/management/${school.uuid}/roles/new`}>
                {t('roleList.add')}
              </LinkButton>
            </div>
          </>
        )}
      </Loaded>
    </div>
  );
}

const isOfKind = ({ key }: SchoolRole) => isRole(key);

function Roles({ title, about, roles }: { title: string; about: string; roles: readonly SchoolRole[] }) {
  const { t } = useTranslation('users');
  const { uuid } = useSelf().school;
  if (roles.length === 0) return null;
  return (
    <section className={styles.part} aria-label={title}>
      <div>
        <h2>{title}</h2>
        <p className={styles.about}>{about}</p>
      </div>
      <Card>
        <RowList label={title}>
          {roles.map(({ id, name, users_count, permissions }) => (
            <LinkRow
              key={id}
              icon="user"
              href={`/management/${uuid}/roles/${id}`}
              text={name}
              about={[
                t('roleList.people', { count: users_count }),
                t('roleList.permissions', { count: permissions.length }),
              ].join(' · ')}
            />
          ))}
        </RowList>
      </Card>
    </section>
  );
}
