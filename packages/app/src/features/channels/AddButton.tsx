import { createPortal } from 'react-dom';
import { useLocation, useNavigate } from 'react-router';
import { useStore } from 'zustand';
import { pageHead } from '../../kernel/page-head.ts';
import { useSelf } from '../../kernel/session.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { IconButton } from '../../ui/Button.tsx';

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
  const place = useStore(pageHead, ({ before }) => before);
  if (!place || pathname !== '/channels') return null;
  return createPortal(
    <IconButton
      icon="plus"
      label={t(may ? 'creation.title' : 'creation.disabled')}
      isDisabled={!may}
      onPress={() => navigate('/channels/creation/list')}
    />,
    place,
  );
}
