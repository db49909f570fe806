import type { Channel, ChannelMember } from '@kreide/core/features/channels';
import { isAllowed } from '@kreide/core/kernel';
import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { InfiniteList } from '../../kernel/InfiniteList.tsx';
import { useSelf } from '../../kernel/session.ts';
import { useDebounced } from '../../kernel/use-debounced.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { Menu } from '../../ui/Menu.tsx';
import { SearchField } from '../../ui/SearchField.tsx';
import { EmptyState } from '../../ui/States.tsx';
import { Tag } from '../../ui/Tag.tsx';
import styles from './Channels.module.css';
import { membersQuery, removeUsers, toggleAdmin } from './channels-queries.ts';
import { Mark } from './Mark.tsx';
import { describeMember } from './member-words.ts';

/** Who is in a channel, its administrators marked (C-5.28); those who may change it also change who is in it. */
export function MemberList({ channel }: { channel: Pick<Channel, 'id' | 'type' | 'can'> }) {
  const { t, language } = useTranslation('channels');
  const [typed, setTyped] = useState('');
  const [search, setSearch] = useState('');
  useDebounced(typed, (text) => setSearch(text.trim()));
  const query = useInfiniteQuery(membersQuery(String(channel.id), search));
  const words = { t, language, timeZone: useSelf().school.time_zone };
  const changes = channel.type !== 'GLOBAL' && isAllowed(channel.can, 'update');
  return (
    <>
      <SearchField label={t('people.search')} value={typed} onChange={setTyped} />
      <InfiniteList
        query={query}
        idOf={({ id }) => id}
        className={styles.list}
        label={t('edit.users')}
        skeleton={{ type: 'list', label: t('people.loading') }}
        errorTitle={t('people.errorTitle')}
        empty={<EmptyState icon="search" title={t('people.noneTitle')} text={t('people.noneText')} />}
      >
        {(member) => (
          <div className={styles.plain}>
            <Avatar id={member.id} name={[member.firstname, member.lastname]} />
            <span className={styles.words}>
              <span className={styles.name}>{member.displayname}</span>
              <span className={styles.about}>{describeMember(member, words)}</span>
            </span>
            {member.meta.is_paused && <Mark icon="moon" text={t('member.paused')} />}
            {member.is_admin && <Tag look="accent">{t('people.admin')}</Tag>}
            {changes && <MemberMenu channelId={channel.id} member={member} />}
          </div>
        )}
      </InfiniteList>
    </>
  );
}

function MemberMenu({ channelId, member }: { channelId: number; member: ChannelMember }) {
  const { t } = useTranslation('channels');
  const toggle = useMutation(toggleAdmin);
  const remove = useMutation(removeUsers);
  const params = { id: String(channelId) };
  const { id, is_admin, displayname } = member;
  return (
    <Menu
      icon="dots"
      label={t('menu.label', { name: displayname })}
      entries={[
        {
          key: 'admin',
          icon: 'lock',
          text: t(is_admin ? 'people.noAdmin' : 'people.makeAdmin'),
          onAction: () => toggle.mutate({ params, body: { user: id, is_admin: !is_admin } }),
        },
        {
          key: 'remove',
          icon: 'trash',
          text: t('people.remove'),
          onAction: () => remove.mutate({ params, body: { users: [id] } }),
        },
      ]}
    />
  );
}
