import type { ManagedUser, UserRoles } from '@kreide/core/features/users';
import { isAllowed, isRole } from '@kreide/core/kernel';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Loaded } from '../../kernel/Loaded.tsx';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Card } from '../../ui/Card.tsx';
import { Switch } from '../../ui/Switch.tsx';
import { toasts } from '../../ui/toast-store.ts';
import styles from './PersonScreen.module.css';
import { personRolesQuery, setRoles } from './roles-queries.ts';

type Held = UserRoles['roles'][number];

/** The roles that can be given to a person in addition to that of the kind of account. */
export function PersonRoles({ person }: { person: ManagedUser }) {
  const { t } = useTranslation('users');
  const query = useQuery(personRolesQuery(`${person.id}`));
  return (
    <Card>
      <section className={styles.part} aria-labelledby="person-roles">
        <h2 id="person-roles">{t('personRoles.title')}</h2>
        <Loaded
          query={query}
          skeleton={{ type: 'list', label: t('roleList.loading') }}
          errorTitle={t('roleList.errorTitle')}
        >
          {({ roles }) => <Roles person={person} roles={roles} />}
        </Loaded>
      </section>
    </Card>
  );
}

function Roles({ person, roles }: { person: ManagedUser; roles: readonly Held[] }) {
  const { t } = useTranslation('users');
  const change = useMutation(setRoles);
  const { id, type, displayname: name } = person;
  // The choice stands at once, and goes back when the server refuses it.
  const held = new Set(
    change.isPending ? change.variables.body.role_ids : roles.flatMap((role) => (role.is_held ? role.id : [])),
  );
  const put = (role: Held, isHeld: boolean) => {
    const others = [...held].filter((one) => one !== role.id);
    const undo = () => put(role, !isHeld);
    change.mutate(
      { params: { id: `${id}` }, body: { role_ids: isHeld ? [...others, role.id] : others } },
      {
        onSuccess: () =>
          toasts.show('success', t(isHeld ? 'personRoles.given' : 'personRoles.taken', { name, role: role.name }), {
            topic: `role ${id} ${role.id}`,
            action: { label: t('done.undo'), onAction: undo },
          }),
      },
    );
  };
  const offered = roles.filter(({ key }) => key === 'ADMIN' || !isRole(key));
  const mayGive = (role: Held) => isAllowed(person.can, 'permissions') && isAllowed(role.can, 'assign');
  return (
    <>
      <p className={styles.muted}>
        {t('personRoles.about', { role: roles.find(({ key }) => key === type)?.name ?? t(`roles.${type}`) })}
      </p>
      <ul className={styles.permissions}>
        {offered.map((role) => (
          <li key={role.id}>
            <Switch
              isSelected={held.has(role.id)}
              isDisabled={!mayGive(role) || change.isPending}
              onChange={(isHeld) => put(role, isHeld)}
            >
              {role.name}
            </Switch>
          </li>
        ))}
      </ul>
      {!offered.every(mayGive) && <p className={styles.muted}>{t('personRoles.notHeld')}</p>}
    </>
  );
}
