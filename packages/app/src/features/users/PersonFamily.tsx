import type { ManagedUser, ParentLink } from '@kreide/core/features/users';
import { isAllowed } from '@kreide/core/kernel';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Loaded } from '../../kernel/Loaded.tsx';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { Button, IconButton } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Link } from '../../ui/Link.tsx';
import { Tag } from '../../ui/Tag.tsx';
import { toasts } from '../../ui/toast-store.ts';
import { AssignDialog } from './AssignDialog.tsx';
import styles from './PersonScreen.module.css';
import { assignChild, familyQuery, removeChild } from './people-queries.ts';

/** The parents of a pupil or the children of a parent; others have no family at the school. */
export function PersonFamily({ person }: { person: ManagedUser }) {
  const { t } = useTranslation('users');
  const [isAssigning, setAssigning] = useState(false);
  const side = person.type === 'STUDENT' ? 'parents' : 'childs';
  const query = useQuery(familyQuery(`${person.id}`));
  if (person.type !== 'STUDENT' && person.type !== 'PARENT') return null;
  return (
    <Card>
      <section className={styles.part} aria-labelledby="person-family">
        <h2 id="person-family">{t(`family.${side}`)}</h2>
        <Loaded
          query={query}
          skeleton={{ type: 'list', items: 2, label: t('family.loading') }}
          errorTitle={t('family.errorTitle')}
        >
          {(family) =>
            family[side].length === 0 ? (
              <p className={styles.muted}>{t(`family.${side}None`)}</p>
            ) : (
              <ul className={styles.family} aria-label={t(`family.${side}`)}>
                {family[side].map((link) => (
                  <Relative key={link.user.id} link={link} isParent={side === 'parents'} />
                ))}
              </ul>
            )
          }
        </Loaded>
        {isAllowed(person.can, 'update') && (
          <div>
            <Button icon="plus" onPress={() => setAssigning(true)}>
              {t(`family.${side}Add`)}
            </Button>
          </div>
        )}
        {isAssigning && <AssignDialog person={person} onClose={() => setAssigning(false)} />}
      </section>
    </Card>
  );
}

function Relative({ link, isParent }: { link: ParentLink; isParent: boolean }) {
  const { t } = useTranslation('users');
  const { user, relation, user_id, parent_id } = link;
  const { displayname: name } = user;
  const assign = useMutation(assignChild);
  const params = { id: `${parent_id}` };
  const undo = () => assign.mutate({ params, body: { child_id: user_id, relation } });
  const remove = useMutation({
    ...removeChild,
    // Of the mutation, not of the call: the row is gone before the other lists have answered, and its callbacks with it.
    onSuccess: () =>
      toasts.show('success', t('done.unlinked', { name }), {
        topic: `family ${user_id} ${parent_id}`,
        action: { label: t('done.undo'), onAction: undo },
      }),
  });
  const end = () => remove.mutate({ params, body: { child_id: user_id } });
  return (
    <li className={styles.relative}>
      <Avatar id={user.id} name={[user.firstname, user.lastname]} />
      <Link to={`/users/${user.id}`}>{name}</Link>
      {isParent && <Tag look="outline">{t(`relations.${relation}`)}</Tag>}
      {user.state === 'PENDING' && <Tag look="dashed">{t('states.pending')}</Tag>}
      {isAllowed(link.can, 'remove') && <IconButton icon="close" label={t('family.remove', { name })} onPress={end} />}
    </li>
  );
}
