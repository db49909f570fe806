import {
  type CalendarEvent,
  type EventReminders as Chosen,
  REMINDERS_MAXIMUM,
  toReminders,
} from '@kreide/core/features/calendar';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Loaded } from '../../kernel/Loaded.tsx';
import { toReason } from '../../kernel/reason.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button } from '../../ui/Button.tsx';
import { SegmentedControl } from '../../ui/SegmentedControl.tsx';
import { toasts } from '../../ui/toast-store.ts';
import styles from './Calendar.module.css';
import formStyles from './EventForm.module.css';
import { ReminderChoice } from './ReminderChoice.tsx';
import { remindersQuery, setReminders } from './reminder-queries.ts';

/** When the reader is reminded of an event: in words, and as a choice of their own. */
export function EventReminders({ event }: { event: CalendarEvent }) {
  const { t } = useTranslation('calendar');
  const query = useQuery(remindersQuery(String(event.id)));
  return (
    <section className={styles.answers} aria-label={t('reminders.title')}>
      <h3>{t('reminders.title')}</h3>
      <Loaded
        query={query}
        headingLevel={3}
        skeleton={{ type: 'list', items: 1, label: t('reminders.loading') }}
        errorTitle={t('reminders.errorTitle')}
      >
        {(chosen) => <Choosing event={event} chosen={chosen} />}
      </Loaded>
    </section>
  );
}

function Choosing({ event, chosen }: { event: CalendarEvent; chosen: Chosen }) {
  const { t } = useTranslation(['calendar', 'errors']);
  const [isOpen, setOpen] = useState(false);
  const [scope, setScope] = useState<'this' | 'all'>('this');
  const save = useMutation({ ...setReminders, onError: (error) => toasts.show('error', toReason(t, error)) });
  // What was just chosen stands there at once.
  const minutes = (save.isPending && save.variables.body.minutes) || chosen.minutes;
  const when =
    toReminders(minutes)
      .map((one) => t(`reminders.before_${one}`))
      .join(', ') || t('reminders.none');
  const choose = (next: number[] | null) =>
    save.mutate({ params: { id: String(event.id) }, body: { minutes: next, ...(event.series && { scope }) } });
  return (
    <>
      <p>{chosen.origin === 'event' ? when : t(`reminders.${chosen.origin}`, { when })}</p>
      {isOpen && (
        <>
          {event.series && (
            <SegmentedControl
              look="chips"
              label={t('repeat.scope.label')}
              segments={(['this', 'all'] as const).map((key) => ({ key, label: t(`repeat.scope.${key}`) }))}
              value={scope}
              onChange={setScope}
            />
          )}
          <ReminderChoice label={t('reminders.title')} value={minutes} isDisabled={save.isPending} onChange={choose} />
          <p className={styles.about}>{t('reminders.about', { maximum: REMINDERS_MAXIMUM })}</p>
        </>
      )}
      <div className={formStyles.chosen}>
        <Button look="quiet" icon="bell" aria-expanded={isOpen} onPress={() => setOpen(!isOpen)}>
          {t(isOpen ? 'reminders.done' : 'reminders.change')}
        </Button>
        {isOpen && chosen.origin !== 'usual' && (
          <Button look="quiet" isDisabled={save.isPending} onPress={() => choose(null)}>
            {t('reminders.reset')}
          </Button>
        )}
      </div>
    </>
  );
}
