import type { CalendarEvent } from '@kreide/core/features/calendar';
import { isAllowed, toLocal } from '@kreide/core/kernel';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useBlocker } from 'react-router';
import { Loaded } from '../../kernel/Loaded.tsx';
import { useSelf } from '../../kernel/session.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button } from '../../ui/Button.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { EmptyState } from '../../ui/States.tsx';
import { toasts } from '../../ui/toast-store.ts';
import { CategoryStep } from './CategoryStep.tsx';
import { eventQuery } from './calendar-queries.ts';
import { EventFields } from './EventFields.tsx';
import { type EventValues, newEvent, toEventValues } from './event-form.ts';
import { LocationStep } from './LocationStep.tsx';
import { ParticipantsStep } from './ParticipantsStep.tsx';
import { useEventForm } from './use-event-form.ts';
import { CREATION, useSteps } from './use-steps.ts';

/** Creates an event, or edits the one that the address names, over the page on screen (C-2.51, C-2.52, C-4.52). */
export function EventDialog() {
  const { t } = useTranslation(['calendar', 'shell']);
  const { permissions, school } = useSelf();
  const { id, close } = useSteps();
  const query = useQuery({ ...eventQuery(id ?? ''), enabled: id !== null && /^[1-9]\d{0,14}$/.test(id), staleTime: 0 });
  const frame = { isOpen: true, title: t('form.edit'), onClose: close, closeLabel: t('shell:close') };
  if (id === null) {
    const today = toLocal(new Date(), school.time_zone).date;
    if (permissions.includes('create-events')) return <EventForm event={null} initial={newEvent(today)} />;
    return (
      <Dialog {...frame} title={t('form.create')}>
        <EmptyState icon="lock" headingLevel={3} title={t('form.refused')} />
      </Dialog>
    );
  }
  const isMissing = !/^[1-9]\d{0,14}$/.test(id) || query.error?.code === 'not_found';
  const event = query.data;
  if (!isMissing && event && isAllowed(event.can, 'update') && !query.isFetching)
    return <Edited key={event.id} event={event} />;
  return (
    <Dialog {...frame}>
      {isMissing ? (
        <EmptyState
          icon="calendar"
          headingLevel={3}
          title={t('details.missingTitle')}
          text={t('details.missingText')}
        />
      ) : event && !query.isFetching ? (
        <EmptyState icon="lock" headingLevel={3} title={t('form.refused')} />
      ) : (
        <Loaded
          query={{ ...query, data: undefined }}
          headingLevel={3}
          skeleton={{ type: 'list', label: t('details.loading') }}
          errorTitle={t('details.errorTitle')}
        >
          {() => null}
        </Loaded>
      )}
    </Dialog>
  );
}

/** The form begins with what was loaded; what others change meanwhile does not take away what is being written. */
function Edited({ event }: { event: CalendarEvent }) {
  const { school } = useSelf();
  const [first] = useState(event);
  return <EventForm event={first} initial={toEventValues(first, school.time_zone)} />;
}

function EventForm({ event, initial }: { event: CalendarEvent | null; initial: EventValues }) {
  const { t } = useTranslation(['calendar', 'shell']);
  const { step, open, back, close } = useSteps();
  const form = useEventForm({
    event,
    initial,
    onSaved: () => {
      toasts.show('success', t(event ? 'form.saved' : 'form.created'));
      close();
    },
  });
  // Closing, another page and the back button are one question (C-4.54).
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      form.isDirty() &&
      (currentLocation.pathname !== nextLocation.pathname || !new URLSearchParams(nextLocation.search).has(CREATION)),
  );
  const title = t(event ? 'form.edit' : 'form.create');
  const titles = {
    'event-locations': t('form.location'),
    'event-categories': t('form.category'),
    'event-participants': t('form.participants'),
  };
  return (
    <>
      <Dialog
        isOpen
        title={step ? titles[step] : title}
        onClose={close}
        closeLabel={t('shell:close')}
        actions={
          step ? (
            <Button look="primary" onPress={back}>
              {t('form.done')}
            </Button>
          ) : (
            <>
              <Button onPress={close}>{t('form.cancel')}</Button>
              <Button
                look="primary"
                isDisabled={event !== null && !form.isChanged}
                isPending={form.isPending}
                onPress={() => void form.submit()}
              >
                {t(event ? 'form.save' : 'form.send')}
              </Button>
            </>
          )
        }
      >
        {step && (
          <div>
            <Button look="quiet" icon="arrowLeft" onPress={back}>
              {t('form.back')}
            </Button>
          </div>
        )}
        {step === null && <EventFields form={form} onStep={open} />}
        {step === 'event-locations' && <LocationStep form={form} onDone={back} />}
        {step === 'event-categories' && <CategoryStep form={form} onDone={back} />}
        {step === 'event-participants' && <ParticipantsStep form={form} />}
      </Dialog>
      {blocker.state === 'blocked' && (
        <ConfirmDialog
          title={t('leave.title')}
          texts={{ confirm: t('leave.discard'), cancel: t('leave.stay'), close: t('shell:close') }}
          onConfirm={blocker.proceed}
          onClose={blocker.reset}
        >
          <p>{t('leave.text')}</p>
        </ConfirmDialog>
      )}
    </>
  );
}
