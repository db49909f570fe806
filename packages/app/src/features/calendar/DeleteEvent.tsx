import type { CalendarEvent, SeriesScope } from '@kreide/core/features/calendar';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { toReason } from '../../kernel/reason.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { Switch } from '../../ui/Switch.tsx';
import { toasts } from '../../ui/toast-store.ts';
import { removeEvent } from './calendar-queries.ts';
import { ScopeChoice } from './ScopeChoice.tsx';

interface DeleteEventProps {
  event: CalendarEvent;
  onClose: () => void;
  onDeleted: () => void;
}

/** Asks before an event goes, and whether whoever takes part is told (C-4.61). A failure says so, and all stays as it is. */
export function DeleteEvent({ event, onClose, onDeleted }: DeleteEventProps) {
  const { t } = useTranslation(['calendar', 'shell', 'errors']);
  const [isNotifiable, setNotifiable] = useState(true);
  const [scope, setScope] = useState<SeriesScope>('this');
  const remove = useMutation({
    ...removeEvent,
    onSuccess: () => {
      toasts.show('success', t('delete.done'));
      onDeleted();
    },
    onError: (error) => toasts.show('error', toReason(t, error)),
  });
  return (
    <ConfirmDialog
      title={t('delete.title')}
      icon="trash"
      texts={{ confirm: t('details.delete'), cancel: t('form.cancel'), close: t('shell:close') }}
      isPending={remove.isPending}
      onConfirm={() =>
        remove.mutate({
          params: { id: String(event.id) },
          body: { is_notifiable: isNotifiable, updated_at: event.updated_at, ...(event.series && { scope }) },
        })
      }
      onClose={onClose}
    >
      <p>{t('delete.text', { name: event.name })}</p>
      {event.series && <ScopeChoice value={scope} onChange={setScope} />}
      <Switch isSelected={isNotifiable} onChange={setNotifiable}>
        {t('delete.notify')}
      </Switch>
    </ConfirmDialog>
  );
}
