import { useNavigate } from 'react-router';
import { useSelf } from '../../kernel/session.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { IconButton } from '../../ui/Button.tsx';

/** Begins a channel or a conversation; who may do neither is told so (C-2.66, C-2.67). */
export function AddButton() {
  const { t } = useTranslation('channels');
  const navigate = useNavigate();
  const { permissions } = useSelf();
  const may = permissions.includes('create-channel') || permissions.includes('create-conversation');
  return (
    <IconButton
      icon="plus"
      label={t(may ? 'creation.title' : 'creation.disabled')}
      isDisabled={!may}
      onPress={() => navigate('/channels/creation/list')}
    />
  );
}
