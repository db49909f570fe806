import { type Channel, hueOf } from '@kreide/core/features/channels';
import { createPortal } from 'react-dom';
import { useLocation, useNavigate } from 'react-router';
import { useStore } from 'zustand';
import { pageHead } from '../../kernel/page-head.ts';
import { useMedia } from '../../kernel/use-media.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { IconButton } from '../../ui/Button.tsx';
import { IS_BESIDE } from '../channels/index.ts';

/** Before the name of a chat that has the page for itself: the way back to the list, as it was filtered, and the picture. */
export function ChatBack({ channel }: { channel: Pick<Channel, 'type' | 'avatar' | 'color'> }) {
  const { t } = useTranslation('chat');
  const navigate = useNavigate();
  const { search } = useLocation();
  const isBeside = useMedia(IS_BESIDE);
  const place = useStore(pageHead, ({ before }) => before);
  if (!place || isBeside) return null;
  return createPortal(
    <>
      <IconButton icon="arrowLeft" label={t('back')} onPress={() => navigate(`/channels${search}`)} />
      <Avatar
        id={channel.avatar.id}
        name={[channel.avatar.letters]}
        hue={hueOf(channel.color)}
        isGroup={channel.type !== 'CHAT'}
      />
    </>,
    place,
  );
}
