import { type CalendarEvent, calendarApi, type EventProblem, eventProblems } from '@kreide/core/features/calendar';
import { useMutation } from '@tanstack/react-query';
import { writeQuery } from '../../kernel/data.ts';
import { type FormOf, useForm } from '../../kernel/form/use-form.ts';
import { queries } from '../../kernel/query.ts';
import { useSelf } from '../../kernel/session.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { createEvent, eventQuery, updateEvent } from './calendar-queries.ts';
import { type EventValues, isSameEvent, toEventDraft, toEventValues } from './event-form.ts';

interface EventFormOptions {
  /** The event that is edited; null: a new one. */
  event: CalendarEvent | null;
  initial: EventValues;
  onSaved: (event: CalendarEvent) => void;
}

/** Those that show what is wrong with them; everything else concerns the whole event. */
const FIELDS = ['name', 'begins_at', 'ends_at'] as const satisfies readonly EventProblem['field'][];

/** The form of an event: values, what is wrong with them, and sending them. */
export function useEventForm({ event, initial, onSaved }: EventFormOptions) {
  const { t } = useTranslation('calendar');
  const zone = useSelf().school.time_zone;
  const create = useMutation(createEvent);
  const update = useMutation(updateEvent);
  return useForm({
    initial,
    item: event,
    fields: FIELDS,
    isSame: isSameEvent,
    problems: (values) =>
      eventProblems(toEventDraft(values, zone)).map(({ field, rule, params }) => ({
        field,
        text: t(`rules.${rule}`, params),
      })),
    send: async (values, item) => {
      const body = toEventDraft(values, zone, item);
      const saved = item
        ? await update.mutateAsync({
            params: { id: String(item.id) },
            body: { ...body, updated_at: item.updated_at, ...(item.series && { scope: values.scope }) },
          })
        : await create.mutateAsync({ body });
      await writeQuery(calendarApi.get, { params: { id: String(saved.id) } }, saved);
      return saved;
    },
    onSaved,
    newest: async () => {
      const item = await queries.fetchQuery({ ...eventQuery(String(event?.id)), staleTime: 0 });
      return { item, values: toEventValues(item, zone) };
    },
  });
}

export type EventFormState = FormOf<EventValues, (typeof FIELDS)[number], CalendarEvent | null>;
