import type { PeopleView } from '@kreide/core/features/users';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button } from '../../ui/Button.tsx';
import { Select } from '../../ui/Select.tsx';
import { toasts } from '../../ui/toast-store.ts';
import { isSameChoice, type PeopleWish, toAddress, toFilters } from './people-wish.ts';
import { SaveViewDialog, ViewsDialog } from './ViewDialogs.tsx';
import { removeView, restoreView, viewsQuery } from './views-queries.ts';

const EVERYBODY = 'all';
const OWN = 'own';

/** The kept views and which of them the list shows. */
function useViews(wish: PeopleWish) {
  const views = useQuery(viewsQuery).data ?? [];
  const filters = toFilters(wish);
  return { views, filters, shown: views.find((view) => isSameChoice(view.filters, filters)) };
}

interface ViewSelectProps {
  wish: PeopleWish;
  onOpen: (filters: ReturnType<typeof toAddress>) => void;
}

/** Opens a view that was kept; nothing for those who have none. */
export function ViewSelect({ wish, onOpen }: ViewSelectProps) {
  const { t } = useTranslation('users');
  const { views, shown } = useViews(wish);
  if (views.length === 0) return null;
  const isOwn = !shown && Object.keys(wish).length > 0;
  return (
    <Select
      label={t('views.choose')}
      options={[
        { key: EVERYBODY, text: t('views.all') },
        ...(isOwn ? [{ key: OWN, text: t('views.own') }] : []),
        ...views.map(({ id, name }) => ({ key: `${id}`, text: name })),
      ]}
      value={shown ? `${shown.id}` : isOwn ? OWN : EVERYBODY}
      onChange={(key) => key !== OWN && onOpen(toAddress(views.find(({ id }) => `${id}` === key)?.filters ?? {}))}
    />
  );
}

/** Keeps the filters of the list, and leads to the views that were kept. */
export function ViewActions({ wish }: { wish: PeopleWish }) {
  const { t } = useTranslation('users');
  const { views, filters, shown } = useViews(wish);
  const [opened, setOpened] = useState<'save' | 'manage' | null>(null);
  const close = () => setOpened(null);
  const remove = useMutation(removeView);
  const restore = useMutation(restoreView);
  /** The dialog closes: nobody reaches what takes it back from behind it. */
  const end = ({ id, name, filters: kept }: PeopleView) =>
    remove.mutate(
      { params: { id: `${id}` } },
      {
        onSuccess: () => {
          close();
          const onAction = () => restore.mutate({ body: { name, filters: kept } });
          toasts.show('success', t('views.removed', { name }), {
            topic: `view ${id}`,
            action: { label: t('done.undo'), onAction },
          });
        },
      },
    );
  return (
    <>
      {!shown && Object.keys(wish).length > 0 && (
        <Button look="quiet" icon="pin" onPress={() => setOpened('save')}>
          {t('views.save')}
        </Button>
      )}
      {views.length > 0 && (
        <Button look="quiet" icon="edit" onPress={() => setOpened('manage')}>
          {t('views.manage')}
        </Button>
      )}
      {opened === 'save' && <SaveViewDialog filters={filters} onClose={close} />}
      {opened === 'manage' && <ViewsDialog isEnding={remove.isPending} onRemove={end} onClose={close} />}
    </>
  );
}
