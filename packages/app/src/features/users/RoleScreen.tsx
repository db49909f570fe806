import type { SchoolRole } from '@kreide/core/features/users';
import { isAllowed, isRole } from '@kreide/core/kernel';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { Loaded } from '../../kernel/Loaded.tsx';
import { usePageHead } from '../../kernel/page-head.ts';
import { useSelf } from '../../kernel/session.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { WayBack } from '../../kernel/WayBack.tsx';
import { Button, LinkButton } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { EmptyState } from '../../ui/States.tsx';
import { toasts } from '../../ui/toast-store.ts';
import { RoleForm } from './RoleForm.tsx';
import styles from './Roles.module.css';
import { removeRole, rolesQuery } from './roles-queries.ts';

/** `/management/:schoolUuid/roles/:roleId`: the name, permissions and holders of a role; `new` makes one (T-2.89). */
export function RoleScreen() {
  const { t } = useTranslation('users');
  const { roleId = '' } = useParams();
  const { permissions, school } = useSelf();
  const manages = permissions.includes('manage-users');
  const isNew = roleId === 'new';
  const roles = useQuery({ ...rolesQuery(school.id), enabled: manages && !isNew });
  if (!manages) return <EmptyState icon="lock" title={t('refusedTitle')} text={t('refusedText')} />;
  const back = `/management/${school.uuid}/roles`;
  const show = (role: SchoolRole | undefined) =>
    role ? (
      <Role key={role.id} role={role} back={back} />
    ) : (
      <EmptyState icon="search" title={t('role.missingTitle')} text={t('role.missingText')} />
    );
  return (
    <div className={styles.screen}>
      <WayBack href={back} label={t('role.back')} />
      {isNew ? (
        <NewRole back={back} />
      ) : (
        <Loaded
          query={roles}
          skeleton={{ items: 3, label: t('roleList.loading') }}
          errorTitle={t('roleList.errorTitle')}
        >
          {(all) => show(all.find(({ id }) => `${id}` === roleId))}
        </Loaded>
      )}
    </div>
  );
}

function NewRole({ back }: { back: string }) {
  const { t } = useTranslation('users');
  usePageHead({ title: t('role.newTitle') });
  return <RoleForm known={null} back={back} />;
}

function Role({ role, back }: { role: SchoolRole; back: string }) {
  usePageHead({ title: role.name });
  return (
    <>
      <RoleForm key={role.id} known={role} back={back} />
      <RolePeople role={role} back={back} />
    </>
  );
}

/** How many have the role, the way to them, and the end of a role that nobody has. */
function RolePeople({ role, back }: { role: SchoolRole; back: string }) {
  const { t } = useTranslation(['users', 'shell']);
  const navigate = useNavigate();
  const schoolId = useSelf().school.id;
  const [isAsking, setAsking] = useState(false);
  const remove = useMutation(removeRole);
  const { id, key, name, users_count } = role;
  const isOfKind = isRole(key);
  const end = () =>
    remove.mutate(
      { params: { id: `${schoolId}`, roleId: `${id}` } },
      {
        onSuccess: () => {
          toasts.show('success', t('role.removed', { name }));
          navigate(back);
        },
        onSettled: () => setAsking(false),
      },
    );
  const what = isOfKind ? t('role.kindStays') : users_count > 0 ? t('role.inUse') : t('role.give');
  return (
    <Card>
      <section className={styles.part} aria-labelledby="role-people">
        <h2 id="role-people">{t('role.people')}</h2>
        <p className={styles.about}>
          {t('roleList.people', { count: users_count })}. {what}
        </p>
        <div className={styles.buttons}>
          {users_count > 0 && (
            <LinkButton icon="user" href={isOfKind ? `/users?role=${key}` : `/users?role_id=${id}`}>
              {t('role.showPeople')}
            </LinkButton>
          )}
          {isAllowed(role.can, 'remove') && users_count === 0 && (
            <Button icon="trash" onPress={() => setAsking(true)}>
              {t('role.remove')}
            </Button>
          )}
        </div>
        {isAsking && (
          <ConfirmDialog
            title={t('role.removeTitle', { name })}
            icon="trash"
            texts={{ confirm: t('role.remove'), cancel: t('actions.keep'), close: t('shell:close') }}
            isPending={remove.isPending}
            onConfirm={end}
            onClose={() => setAsking(false)}
          >
            <p>{t('role.removeQuestion')}</p>
          </ConfirmDialog>
        )}
      </section>
    </Card>
  );
}
