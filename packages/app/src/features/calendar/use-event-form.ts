import { type CalendarEvent, calendarApi, type EventProblem, eventProblems } from '@kreide/core/features/calendar';
import { ApiError } from '@kreide/core/kernel';
import { useMutation } from '@tanstack/react-query';
import { useCallback, useRef, useState } from 'react';
import { writeQuery } from '../../kernel/data.ts';
import { useSelf } from '../../kernel/session.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { createEvent, updateEvent } from './calendar-queries.ts';
import { type EventValues, isSameEvent, toEventDraft } from './event-form.ts';

type Problem = { field: EventProblem['field'] | string; text: string };

interface EventFormOptions {
  /** The event that is edited; null: a new one. */
  event: CalendarEvent | null;
  initial: EventValues;
  onSaved: (event: CalendarEvent) => void;
}

/** The form of an event: values, what is wrong with them, and sending them. */
export function useEventForm({ event, initial, onSaved }: EventFormOptions) {
  const { t } = useTranslation(['calendar', 'errors']);
  const zone = useSelf().school.time_zone;
  const [base] = useState(initial);
  const [values, setValues] = useState(initial);
  const [problems, setProblems] = useState<readonly Problem[]>([]);
  const [error, setError] = useState<ApiError | null>(null);
  const create = useMutation(createEvent);
  const update = useMutation(updateEvent);
  const isPending = create.isPending || update.isPending;
  const isChanged = !isSameEvent(base, values);
  const state = useRef({ isSaved: false });

  const change = useCallback((part: Partial<EventValues>) => {
    setValues((former) => ({ ...former, ...part }));
    setProblems([]);
    setError(null);
  }, []);

  async function submit() {
    if (isPending) return;
    const body = toEventDraft(values, zone);
    const found = eventProblems(body);
    setError(null);
    setProblems(found.map(({ field, rule, params }) => ({ field, text: t(`rules.${rule}`, params) })));
    if (found.length > 0) return;
    try {
      const saved = event
        ? await update.mutateAsync({
            params: { id: String(event.id) },
            body: { ...body, updated_at: event.updated_at },
          })
        : await create.mutateAsync({ body });
      state.current.isSaved = true;
      await writeQuery(calendarApi.get, { params: { id: String(saved.id) } }, saved);
      onSaved(saved);
    } catch (thrown) {
      const failure = ApiError.from(thrown);
      setProblems(failure.issues.map(({ path, message }) => ({ field: path.replace(/^body\./, ''), text: message })));
      if (failure.issues.length === 0) setError(failure);
    }
  }

  return {
    values,
    problems,
    error,
    isPending,
    isChanged,
    change,
    submit,
    textOf: (field: EventProblem['field']) => problems.find((one) => one.field === field)?.text,
    /** Whether leaving would lose something. */
    isDirty: () => isChanged && !state.current.isSaved,
  };
}

export type EventFormState = ReturnType<typeof useEventForm>;
