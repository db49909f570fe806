import type { CalendarEvent } from '@kreide/core/features/calendar';
import { isAllowed, toLocal } from '@kreide/core/kernel';
import { useQuery } from '@tanstack/react-query';
import type { BlockerFunction } from 'react-router';
import { Form } from '../../kernel/form/Form.tsx';
import { useOpened } from '../../kernel/form/use-opened.ts';
import { Loaded } from '../../kernel/Loaded.tsx';
import { useSelf } from '../../kernel/session.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { EmptyState } from '../../ui/States.tsx';
import { toasts } from '../../ui/toast-store.ts';
import { CategoryStep } from './CategoryStep.tsx';
import { eventQuery } from './calendar-queries.ts';
import { EventFields } from './EventFields.tsx';
import styles from './EventForm.module.css';
import { type EventValues, newEvent, toEventValues } from './event-form.ts';
import { LocationStep } from './LocationStep.tsx';
import { ParticipantsStep } from './ParticipantsStep.tsx';
import { useEventForm } from './use-event-form.ts';
import { useEventParts } from './use-event-parts.ts';
import { CREATION, useSteps } from './use-steps.ts';

/** Creates an event, or edits the one that the address names, over the page on screen (C-2.51, C-2.52, C-4.52). */
export function EventDialog() {
  const { t } = useTranslation(['calendar', 'shell']);
  const { permissions, school } = useSelf();
  const { id, close } = useSteps();
  const query = useQuery({ ...eventQuery(id ?? ''), enabled: id !== null && /^[1-9]\d{0,14}$/.test(id), staleTime: 0 });
  // What others change meanwhile, or delete, does not take away what is being written.
  const opened = useOpened(query, id);
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
  if (opened && isAllowed(opened.can, 'update'))
    return <EventForm key={opened.id} event={opened} initial={toEventValues(opened, school.time_zone)} />;
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

/** Closing, another page and the back button are one question; the pages of the form are none (C-4.54). */
const isLeaving: BlockerFunction = ({ currentLocation, nextLocation }) =>
  currentLocation.pathname !== nextLocation.pathname || !new URLSearchParams(nextLocation.search).has(CREATION);

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
  const parts = useEventParts();
  const title = t(event ? 'form.edit' : 'form.create');
  const titles = {
    'event-locations': t('form.location'),
    'event-categories': t('form.category'),
    'event-participants': t('form.participants'),
  };
  return (
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
              isDisabled={event !== null && !form.hasChanges}
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
      <Form
        // Enter on a page with one text leads back to the first, and does nothing where it searches.
        form={step ? { ...form, submit: async () => (step === 'event-participants' ? undefined : back()) } : form}
        className={styles.form}
        parts={parts}
        isLeaving={isLeaving}
        isDialog
      >
        {step === null && <EventFields form={form} onStep={open} />}
        {step === 'event-locations' && <LocationStep form={form} onDone={back} />}
        {step === 'event-categories' && <CategoryStep form={form} onDone={back} />}
        {step === 'event-participants' && <ParticipantsStep form={form} />}
      </Form>
    </Dialog>
  );
}
