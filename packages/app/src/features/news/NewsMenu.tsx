import { isModerated } from '@kreide/core/features/news';
import { isAllowed } from '@kreide/core/kernel';
import { type ReactNode, Suspense, useEffect, useState } from 'react';
import { late } from '../../kernel/late.ts';
import { useSelf } from '../../kernel/session.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { IconButton } from '../../ui/Button.tsx';
import { toasts } from '../../ui/toast-store.ts';
import type { NewsActionsProps } from './NewsActions.tsx';

const NewsActions = late(async () => (await import('./NewsActions.tsx')).NewsActions);

/** What the user may do with an item; its code loads on the first press. Nothing where they may do nothing (C-2.114). */
export function NewsMenu({ item, onRemove }: Omit<NewsActionsProps, 'label' | 'isModerated'>) {
  const { t } = useTranslation('news');
  const { id: user_id, school } = useSelf();
  const [isWanted, setWanted] = useState(false);
  const isSwitchedOn = school.properties.basic_admin_content_moderation;
  const hasModeration = item.id !== 0 && isModerated(item, { user_id, isSwitchedOn });
  const isChanging = ['update', 'pin', 'delete'].some((ability) => isAllowed(item.can, ability));
  if (!isChanging && !hasModeration && !item.has_translations) return null;
  const label = t('menu.label', { title: item.title });
  const button = <IconButton icon="dots" label={label} aria-haspopup="menu" onPress={() => setWanted(true)} />;
  if (!isWanted) return button;
  return (
    <Suspense fallback={<Waiting>{button}</Waiting>}>
      <NewsActions item={item} onRemove={onRemove} isModerated={hasModeration} label={label} />
    </Suspense>
  );
}

/** In place of the menu while its code is fetched: without a network it says so, or the button would seem dead. */
function Waiting({ children }: { children: ReactNode }) {
  const { t } = useTranslation('shell');
  useEffect(() => {
    if (!navigator.onLine) toasts.show('error', t('connectionLost.title'));
  }, [t]);
  return children;
}
