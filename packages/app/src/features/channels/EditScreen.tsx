import { seesMembers } from '@kreide/core/features/channels';
import { isAllowed } from '@kreide/core/kernel';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from 'react-router';
import { Loaded } from '../../kernel/Loaded.tsx';
import { usePageHead } from '../../kernel/page-head.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { EmptyState } from '../../ui/States.tsx';
import { Tabs } from '../../ui/Tabs.tsx';
import styles from './Channels.module.css';
import { addUsers, channelQuery } from './channels-queries.ts';
import { GeneralForm } from './GeneralForm.tsx';
import { LiveChannels } from './LiveChannels.tsx';
import { MemberList } from './MemberList.tsx';
import { PeoplePicker } from './PeoplePicker.tsx';

const VIEWS = ['general', 'users', 'search'] as const;
type View = (typeof VIEWS)[number];

/** `view=members` opens the users too (C-2.13); without one it is what the channel says. */
const toView = (view: string | undefined): View =>
  view === 'members' ? 'users' : (VIEWS.find((one) => one === view) ?? 'general');

/**
 * `/channels/:id/edit/:view?`: what a channel is and who is in it (C-2.12); for those who do not manage it who is in it
 * alone, as far as that is for them; the same below the administration of the
 * school (T-2.99).
 */
export function EditScreen() {
  const { t } = useTranslation('channels');
  const navigate = useNavigate();
  const { id = '', view, schoolUuid } = useParams();
  const base = schoolUuid ? `/management/${schoolUuid}/channels/${id}` : `/channels/${id}/edit`;
  const query = useQuery(channelQuery(id));
  const add = useMutation(addUsers);
  usePageHead({ title: query.data?.meta.displayname ?? '' });
  return (
    <div className={styles.screen}>
      <LiveChannels />
      <Loaded query={query} skeleton={{ type: 'list', label: t('edit.loading') }} errorTitle={t('edit.errorTitle')}>
        {(channel) => {
          if (!isAllowed(channel.can, 'update') && seesMembers(channel, channel.can))
            return <MemberList channel={channel} />;
          if (!isAllowed(channel.can, 'update'))
            return <EmptyState icon="lock" title={t('edit.refusedTitle')} text={t('edit.refusedText')} />;
          // Everybody is in that of the whole school.
          const views = VIEWS.filter((one) => one !== 'search' || channel.type !== 'GLOBAL');
          const shown = views.find((one) => one === toView(view)) ?? 'general';
          return (
            <Tabs
              label={t('edit.views')}
              tabs={views.map((one) => ({ id: one, text: t(`edit.${one}`) }))}
              value={shown}
              onChange={(next) => navigate(`${base}/${next}`, { replace: true })}
            >
              <div className={styles.screen}>
                {shown === 'general' && <GeneralForm key={channel.id} channel={channel} />}
                {shown === 'users' && <MemberList channel={channel} />}
                {shown === 'search' && (
                  <PeoplePicker
                    action={t('people.add')}
                    channelId={id}
                    isPending={add.isPending}
                    onPick={({ id: user }) => add.mutate({ params: { id }, body: { users: [user] } })}
                    onPickAll={(people) =>
                      add.mutate({ params: { id }, body: { users: people.map(({ id: user }) => user) } })
                    }
                  />
                )}
              </div>
            </Tabs>
          );
        }}
      </Loaded>
    </div>
  );
}
