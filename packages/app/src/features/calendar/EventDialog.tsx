import type { CalendarEvent } from '@kreide/core/features/calendar';
import { isAllowed, toLocal } from '@kreide/core/kernel';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { BlockerFunction } from 'react-router';
import { Form } from '../../kernel/form/Form.tsx';
import { useOpened } from '../../kernel/form/use-opened.ts';
import { Loaded } from '../../kernel/Loaded.tsx';
import { StepFrame } from '../../kernel/StepFrame.tsx';
import { useSelf } from '../../kernel/session.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Problem } from '../../ui/Problem.tsx';
import { EmptyState } from '../../ui/States.tsx';
import { toasts } from '../../ui/toast-store.ts';
import { CategoryStep } from './CategoryStep.tsx';
import { eventQuery } from './calendar-queries.ts';
import { EventFields } from './EventFields.tsx';
import styles from './EventForm.module.css';
import { type EventValues, newEvent, toEventValues } from './event-form.ts';
import { LocationStep } from './LocationStep.tsx';
import { ParticipantsStep } from './ParticipantsStep.tsx';
import { RepeatStep } from './RepeatStep.tsx';
import { useEventForm } from './use-event-form.ts';
import { useEventParts } from './use-event-parts.ts';
import { CREATION, EVENT_STEPS, useSteps } from './use-steps.ts';

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
    const now = toLocal(new Date(), school.time_zone);
    if (permissions.includes('create-events')) return <EventForm event={null} initial={newEvent(now)} />;
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
  const { t } = useTranslation(['calendar', 'form', 'shell']);
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
  const names = {
    'event-repeats': t('repeat.title'),
    'event-categories': t('form.category'),
    'event-locations': t('form.location'),
    'event-participants': t('form.participants'),
  };
  const place = step ? EVENT_STEPS.indexOf(step) : -1;
  const [before, after] = [EVENT_STEPS[place - 1], EVENT_STEPS[place + 1]];
  // What can be wrong stands on the first page.
  const { tries } = form;
  const shown = useRef(tries);
  useEffect(() => {
    if (shown.current === tries) return;
    shown.current = tries;
    if (step) back();
  }, [tries, step, back]);
  return (
    <Dialog
      isOpen
      title={title}
      onClose={close}
      closeLabel={t('shell:close')}
      actions={
        <>
          {step ? (
            <Button onPress={() => (before ? open(before) : back())}>{t('form:steps.back')}</Button>
          ) : (
            <Button onPress={close}>{t('form.cancel')}</Button>
          )}
          {after && <Button onPress={() => open(after)}>{t('form:steps.next')}</Button>}
          <Button
            look="primary"
            isDisabled={event !== null && !form.hasChanges}
            isPending={form.isPending}
            onPress={() => void form.submit()}
          >
            {t(event ? 'form.save' : 'form.send')}
          </Button>
        </>
      }
    >
      <Form
        // Enter on a page with one text leads back to the first, and does nothing where it searches.
        form={step ? { ...form, submit: async () => (step === 'event-participants' ? undefined : back()) } : form}
        className={styles.form}
        parts={parts}
        isLeaving={isLeaving}
        isDialog
      >
        <StepFrame
          label={t('form.steps')}
          headingLevel={3}
          current={step ?? 'details'}
          steps={[
            { key: 'details', name: t('form.details'), to: back },
            ...EVENT_STEPS.map((key) => ({ key, name: names[key], to: () => open(key) })),
          ]}
        >
          <Problem text={form.failure} />
          {step === null && <EventFields form={form} onStep={open} />}
          {step === 'event-repeats' && <RepeatStep form={form} />}
          {step === 'event-locations' && <LocationStep form={form} onDone={back} />}
          {step === 'event-categories' && <CategoryStep form={form} onDone={back} />}
          {step === 'event-participants' && <ParticipantsStep form={form} />}
        </StepFrame>
      </Form>
    </Dialog>
  );
}
