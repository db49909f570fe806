import { Suspense, useState } from 'react';
import { late } from '../../kernel/late.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { IconButton } from '../../ui/Button.tsx';
import type { ChannelActionsProps } from './ChannelActions.tsx';

const ChannelActions = late(async () => (await import('./late-screens.ts')).ChannelActions);

/** The actions that the user may take with a channel; the code loads on the first press. */
export function ChannelMenu({ channel }: Omit<ChannelActionsProps, 'label'>) {
  const { t } = useTranslation('channels');
  const [isWanted, setWanted] = useState(false);
  const label = t('menu.label', { name: channel.meta.displayname });
  const button = <IconButton icon="dots" label={label} aria-haspopup="menu" onPress={() => setWanted(true)} />;
  if (!isWanted) return button;
  return (
    <Suspense fallback={button}>
      <ChannelActions channel={channel} label={label} />
    </Suspense>
  );
}
