import type { ManagedUser } from '@kreide/core/features/users';
import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { Loaded } from '../../kernel/Loaded.tsx';
import { usePageHead } from '../../kernel/page-head.ts';
import { useSelf } from '../../kernel/session.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { WayBack } from '../../kernel/WayBack.tsx';
import { Avatar } from '../../ui/Avatar.tsx';
import { LinkButton } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/States.tsx';
import { PersonActions } from './PersonActions.tsx';
import { PersonFacts } from './PersonFacts.tsx';
import { PersonFamily } from './PersonFamily.tsx';
import { PersonPermissions } from './PersonPermissions.tsx';
import { PersonRoles } from './PersonRoles.tsx';
import styles from './PersonScreen.module.css';
import { PersonTag } from './PersonTag.tsx';
import { personQuery } from './people-queries.ts';
import { useRoleNames } from './use-role-names.ts';

/** `/users/:id`: one account, and what can be done with it. */
export function PersonScreen() {
  const { t } = useTranslation('users');
  const { id = '' } = useParams();
  const { permissions, school } = useSelf();
  const manages = permissions.includes('manage-users');
  const isNumber = /^[1-9]\d{0,14}$/.test(id);
  const person = useQuery({ ...personQuery(id), enabled: manages && isNumber });
  if (!manages) return <EmptyState icon="lock" title={t('refusedTitle')} text={t('refusedText')} />;
  if (!isNumber || person.error?.code === 'not_found')
    return (
      <EmptyState
        icon="search"
        title={t('person.missingTitle')}
        text={t('person.missingText')}
        action={<LinkButton href="/users">{t('person.back')}</LinkButton>}
      />
    );
  return (
    <div className={styles.screen}>
      <WayBack href="/users" also={`/management/${school.uuid}/users`} label={t('person.back')} />
      <Loaded query={person} skeleton={{ items: 3, label: t('person.loading') }} errorTitle={t('person.errorTitle')}>
        {(shown) => <Person key={shown.id} person={shown} />}
      </Loaded>
    </div>
  );
}

function Person({ person }: { person: ManagedUser }) {
  const { id, firstname, lastname, displayname, role, deleted_at } = person;
  const { t } = useTranslation('users');
  const nameOf = useRoleNames();
  const seesChannels = useSelf().permissions.includes('view-all-channels');
  usePageHead({ title: displayname });
  return (
    <>
      <div className={styles.who}>
        <Avatar id={id} name={[firstname, lastname]} size="l" />
        <div className={styles.words}>
          <b>{displayname}</b>
          <span>{nameOf(role)}</span>
        </div>
        <PersonTag person={person} />
      </div>
      <div className={styles.columns}>
        <div className={styles.column}>
          <PersonFacts person={person} />
          {deleted_at === null && <PersonFamily person={person} />}
          <PersonActions person={person} />
          {deleted_at === null && seesChannels && (
            <LinkButton icon="chat" href={`/channels/type/${id}`}>
              {t('person.channels')}
            </LinkButton>
          )}
        </div>
        {deleted_at === null && (
          <div className={styles.column}>
            <PersonRoles person={person} />
            <PersonPermissions person={person} />
          </div>
        )}
      </div>
    </>
  );
}
