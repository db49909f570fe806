import { createPortal } from 'react-dom';
import { useLocation, useNavigate } from 'react-router';
import { useStore } from 'zustand';
import { pageHead } from '../../kernel/page-head.ts';
import { useSelf } from '../../kernel/session.ts';
import { useMedia } from '../../kernel/use-media.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button, IconButton } from '../../ui/Button.tsx';

/** Where the header has room for words. */
const WIDE = '(min-width: 64rem)';

/**
 * In the header of the list of channels only: begins a channel or a conversation; who may do neither is told so (C-2.66,
 * C-2.67).
 */
export function AddButton() {
  const { t } = useTranslation('channels');
  const navigate = useNavigate();
  const { permissions } = useSelf();
  const may = permissions.includes('create-channel') || permissions.includes('create-conversation');
  const { pathname } = useLocation();
  const place = useStore(pageHead, ({ after }) => after);
  const isWide = useMedia(WIDE);
  if (!place || pathname !== '/channels') return null;
  const begin = { isDisabled: !may, onPress: () => navigate('/channels/creation/list') };
  const label = t(may ? 'creation.title' : 'creation.disabled');
  return createPortal(
    isWide && may ? (
      <Button look="primary" icon="plus" {...begin}>
        {label}
      </Button>
    ) : (
      <IconButton icon="plus" label={label} {...begin} />
    ),
    place,
  );
}
