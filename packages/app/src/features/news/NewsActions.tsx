import type { NewsItem } from '@kreide/core/features/news';
import { isAllowed } from '@kreide/core/kernel';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Menu, type MenuEntry } from '../../ui/Menu.tsx';
import { BlockDialog } from './BlockDialog.tsx';
import { NewsTranslation } from './NewsTranslation.tsx';
import { ReportDialog } from './ReportDialog.tsx';
import { useNewsChanges } from './use-news-changes.ts';

export interface NewsActionsProps {
  item: NewsItem;
  /** Called before the item is deleted: for the page that shows nothing else. */
  onRemove?: (() => void) | undefined;
  /** It can be reported, and its author blocked (C-6.36). */
  isModerated: boolean;
  /** Name of the menu and its button. */
  label: string;
}

/** The menu of an item, with the actions that `can` allows. */
export function NewsActions({ item, onRemove, isModerated, label }: NewsActionsProps) {
  const { t } = useTranslation('news');
  const navigate = useNavigate();
  const { pin, remove } = useNewsChanges(item);
  const [asked, setAsked] = useState<'report' | 'block' | null>(null);
  const close = () => setAsked(null);
  const { id, can, is_pinned } = item;
  const [isTranslating, setTranslating] = useState(false);
  const entries: (MenuEntry & { needs: keyof typeof can })[] = [
    { key: 'edit', needs: 'update', text: t('menu.edit'), icon: 'edit', onAction: () => navigate(`/news/${id}/edit`) },
    {
      key: 'pin',
      needs: 'pin',
      icon: 'pin',
      text: t(is_pinned ? 'menu.unpin' : 'menu.pin'),
      onAction: () => pin(!is_pinned),
    },
    {
      key: 'delete',
      needs: 'delete',
      icon: 'trash',
      text: t('menu.delete'),
      onAction: () => {
        onRemove?.();
        remove();
      },
    },
  ];
  const allowed: MenuEntry[] = entries.filter(({ needs }) => isAllowed(can, needs));
  if (item.has_translations)
    allowed.unshift({
      key: 'translate',
      text: t('menu.translate'),
      icon: 'globe',
      onAction: () => setTranslating(true),
    });
  const report: MenuEntry = {
    key: 'report',
    icon: 'alert',
    text: t('menu.report'),
    onAction: () => setAsked('report'),
  };
  const block: MenuEntry = { key: 'block', icon: 'lock', text: t('menu.block'), onAction: () => setAsked('block') };
  const moderating = isModerated ? [report, ...(item.user_id === null ? [] : [block])] : [];
  return (
    <>
      <Menu icon="dots" label={label} defaultOpen entries={[...allowed, ...moderating]} />
      {asked === 'report' && <ReportDialog item={item} onClose={close} />}
      {asked === 'block' && <BlockDialog item={item} onClose={close} />}
      {isTranslating && <NewsTranslation item={item} onClose={() => setTranslating(false)} />}
    </>
  );
}
