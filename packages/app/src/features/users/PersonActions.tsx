import type { ManagedUser, UserAbility } from '@kreide/core/features/users';
import { isAllowed } from '@kreide/core/kernel';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button, LinkButton } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import type { IconName } from '../../ui/Icon.tsx';
import { ExpireDialog } from './ExpireDialog.tsx';
import { MoveDialog } from './MoveDialog.tsx';
import styles from './PersonScreen.module.css';
import { moveSchoolsQuery } from './people-queries.ts';
import { usePersonChanges } from './use-person-changes.ts';

type Asked = 'lock' | 'logout' | 'secondStep' | 'delete' | 'erase';
type Key = Asked | 'unlock' | 'expire' | 'undoExpire' | 'recover';

const ABILITY: Record<Key, UserAbility> = {
  lock: 'lock',
  unlock: 'lock',
  expire: 'expire',
  undoExpire: 'expire',
  logout: 'logout',
  secondStep: 'second_step',
  delete: 'delete',
  recover: 'recover',
  erase: 'hard_delete',
};
const ICONS: Record<Key, IconName> = {
  lock: 'lock',
  unlock: 'checkCircle',
  expire: 'clock',
  undoExpire: 'clock',
  logout: 'logout',
  secondStep: 'lock',
  delete: 'trash',
  recover: 'refresh',
  erase: 'trash',
};

/** What fits the state of an account, in the order in which it is shown. */
function keysOf({ is_locked, expire_at, deleted_at, sessions, is_tfa_enabled }: ManagedUser): Key[] {
  if (deleted_at !== null) return ['recover', 'erase'];
  return [
    is_locked ? 'unlock' : 'lock',
    expire_at === null ? 'expire' : 'undoExpire',
    ...(sessions.count > 0 ? (['logout'] as const) : []),
    ...(is_tfa_enabled ? (['secondStep'] as const) : []),
    'delete',
  ];
}

/** The actions for an account: those that others notice ask first, those that can be undone offer that. */
export function PersonActions({ person }: { person: ManagedUser }) {
  const { t } = useTranslation(['users', 'shell']);
  const [asked, setAsked] = useState<Asked | 'expire' | 'move' | null>(null);
  const isMovable = isAllowed(person.can, 'delete');
  const schools = useQuery({ ...moveSchoolsQuery(`${person.id}`), enabled: isMovable }).data ?? [];
  const changes = usePersonChanges(person);
  const { displayname: name } = person;
  const keys = keysOf(person).filter((key) => isAllowed(person.can, ABILITY[key]));
  if (keys.length === 0) return null;
  const close = () => setAsked(null);
  const press = (key: Key) => {
    if (key === 'unlock' || key === 'undoExpire' || key === 'recover') changes[key]();
    else setAsked(key);
  };
  return (
    <Card>
      <section className={styles.part} aria-labelledby="person-actions">
        <h2 id="person-actions">{t('actions.title')}</h2>
        <ul className={styles.actions}>
          {keys.map((key) => (
            <li key={key}>
              <Button icon={ICONS[key]} wide onPress={() => press(key)}>
                {t(`actions.${key}`)}
              </Button>
              <p>{t(`actions.${key}About`)}</p>
            </li>
          ))}
          {isMovable && schools.length > 0 && (
            <li>
              <Button icon="school" wide onPress={() => setAsked('move')}>
                {t('actions.move')}
              </Button>
              <p>{t('actions.moveAbout')}</p>
            </li>
          )}
          {person.deleted_at === null && isAllowed(person.can, 'personal_data') && (
            <li>
              <LinkButton icon="download" wide href={`/users/${person.id}/personal-data`}>
                {t('person.data')}
              </LinkButton>
              <p>{t('person.dataAbout')}</p>
            </li>
          )}
        </ul>
        {asked === 'expire' && <ExpireDialog person={person} onSave={changes.expire} onClose={close} />}
        {asked === 'move' && <MoveDialog person={person} schools={schools} onClose={close} />}
        {asked !== null && asked !== 'expire' && asked !== 'move' && (
          <ConfirmDialog
            title={t(`actions.${asked}Title`, { name })}
            icon={ICONS[asked]}
            texts={{ confirm: t(`actions.${asked}`), cancel: t('actions.keep'), close: t('shell:close') }}
            onConfirm={() => {
              close();
              changes[asked]();
            }}
            onClose={close}
          >
            <p>{t(`actions.${asked}Question`, { name })}</p>
          </ConfirmDialog>
        )}
      </section>
    </Card>
  );
}
