import { type Family, familyApi, type ParentLink, usersApi } from '@kreide/core/features/users';
import { isAllowed } from '@kreide/core/kernel';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useParams } from 'react-router';
import { mutationOf, queryOf } from '../../kernel/data.ts';
import { Loaded } from '../../kernel/Loaded.tsx';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { IconButton, LinkButton } from '../../ui/Button.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { EmptyState } from '../../ui/States.tsx';
import { Tag } from '../../ui/Tag.tsx';
import { toasts } from '../../ui/toast-store.ts';
import styles from './Family.module.css';
import { Section } from './Section.tsx';

type Side = keyof Family;

/** Parents and children of a person: one's own, or anybody's for those who manage people (P-2.61, P-7.23). */
export function FamilyScreen() {
  const { t } = useTranslation('settings');
  const { id = 'self' } = useParams();
  const family = useQuery(queryOf(familyApi.getFamily, { params: { id } }, { staleTime: 0 }));
  return (
    <Loaded query={family} skeleton={{ items: 2, label: t('family.loading') }} errorTitle={t('family.errorTitle')}>
      {(known) => (
        <div className={styles.page}>
          {known.childs.length + known.parents.length === 0 && (
            <EmptyState icon="user" title={t('family.emptyTitle')} text={t('family.emptyText')} />
          )}
          <Members id={id} side="childs" links={known.childs} />
          <Members id={id} side="parents" links={known.parents} />
          <div>
            <LinkButton icon="plus" href={`/settings/${id}/add-parent`}>
              {t('family.addParent')}
            </LinkButton>
          </div>
        </div>
      )}
    </Loaded>
  );
}

function Members({ id, side, links }: { id: string; side: Side; links: readonly ParentLink[] }) {
  const { t } = useTranslation('settings');
  const [leaving, setLeaving] = useState<ParentLink | null>(null);
  if (links.length === 0) return null;
  return (
    <Section title={t(`family.${side}`)}>
      <ul className={styles.list} aria-label={t(`family.${side}`)}>
        {links.map((link) => (
          <li key={`${link.user_id} ${link.parent_id}`} className={styles.row}>
            <Avatar name={[link.user.firstname, link.user.lastname]} id={link.user.id} />
            <span className={styles.words}>
              <span className={styles.name}>{link.user.displayname}</span>
              {side === 'parents' && <span className={styles.muted}>{t(`family.relation_${link.relation}`)}</span>}
            </span>
            {link.user.state === 'PENDING' && <Tag>{t('family.pending')}</Tag>}
            {isAllowed(link.can, 'remove') && (
              <IconButton
                icon="close"
                label={t('family.remove', { name: link.user.displayname })}
                onPress={() => setLeaving(link)}
              />
            )}
          </li>
        ))}
      </ul>
      {leaving && <RemoveDialog id={id} side={side} link={leaving} onClose={() => setLeaving(null)} />}
    </Section>
  );
}

interface RemoveDialogProps {
  id: string;
  side: Side;
  link: ParentLink;
  onClose: () => void;
}

/** Ends a link; the accounts of both stay (P-7.70). */
function RemoveDialog({ id, side, link, onClose }: RemoveDialogProps) {
  const { t } = useTranslation(['settings', 'shell']);
  const { displayname: name } = link.user;
  const settled = {
    onSuccess: () => {
      toasts.show('success', t('family.removed', { name }));
      onClose();
    },
    onError: onClose,
  };
  const touches = [familyApi.getFamily, usersApi.getSelf];
  const removeChild = useMutation({ ...mutationOf(familyApi.removeChild, { touches }), ...settled });
  const removeParent = useMutation({ ...mutationOf(familyApi.removeParent, { touches }), ...settled });
  const params = { id };
  const remove = () =>
    side === 'childs'
      ? removeChild.mutate({ params, body: { child_id: link.user_id } })
      : removeParent.mutate({ params, body: { parent_id: link.parent_id } });
  return (
    <ConfirmDialog
      title={t('family.removeTitle', { name })}
      texts={{ confirm: t('family.removeConfirm'), cancel: t('requests.back'), close: t('shell:close') }}
      isPending={removeChild.isPending || removeParent.isPending}
      onConfirm={remove}
      onClose={onClose}
    >
      <p>{t('family.removeText')}</p>
    </ConfirmDialog>
  );
}
