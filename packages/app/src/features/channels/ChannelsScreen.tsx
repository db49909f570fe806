import { Redirect } from '../../kernel/Redirect.tsx';
import { useSelf } from '../../kernel/session.ts';
import { useMedia } from '../../kernel/use-media.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { EmptyState } from '../../ui/States.tsx';
import { AddButton } from './AddButton.tsx';
import beside from './Beside.module.css';
import { ChannelList } from './ChannelList.tsx';
import { IS_BESIDE } from './is-beside.ts';
import { LiveChannels } from './LiveChannels.tsx';

/** `/channels`: one’s channels, pinned first, then the newest activity (C-2.01, C-2.02); where it is wide a chat opens beside. */
export function ChannelsScreen() {
  const { t } = useTranslation('channels');
  const isBeside = useMedia(IS_BESIDE);
  // A kept answer may be older than the property (C-2.03, P-2.05).
  const isOff = useSelf().school.properties.channels === false;
  if (isOff) return <Redirect to="/lite-channels" />;
  return (
    <div className={beside.place}>
      <LiveChannels />
      <AddButton />
      <ChannelList isBeside={isBeside} />
      {isBeside && (
        <div className={beside.page}>
          <EmptyState icon="chat" title={t('list.chooseTitle')} text={t('list.chooseText')} />
        </div>
      )}
    </div>
  );
}
