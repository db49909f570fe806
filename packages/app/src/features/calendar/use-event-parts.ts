import { toEventSpan } from '@kreide/core/features/calendar';
import type { ConflictPart } from '../../kernel/form/FormConflict.tsx';
import { useTranslation } from '../../kernel/use-translation.ts';
import type { EventValues } from './event-form.ts';
import { useRepeatWords } from './use-repeat-words.ts';
import { useWords } from './use-words.ts';

/** An event in words, part by part: how two versions of it are compared. */
export function useEventParts(): ConflictPart<EventValues>[] {
  const { t } = useTranslation(['calendar', 'form']);
  const { zone, whenOf } = useWords();
  const { repeatsOf } = useRepeatWords();
  const answer = (isOn: boolean) => t(isOn ? 'form:conflict.yes' : 'form:conflict.no');
  const invited = ({ participants: { channels, users } }: EventValues) =>
    [...channels, ...users].map(({ meta }) => meta.displayname).join(', ');
  return [
    { label: t('form.name'), show: ({ name }) => name },
    { label: t('details.when'), show: ({ times }) => whenOf(toEventSpan(times, zone)) },
    { label: t('repeat.label'), show: ({ repeats, times }) => repeatsOf(repeats, times.begins_date) },
    { label: t('form.category'), show: ({ category }) => t(`category_${category}`) },
    { label: t('form.location'), show: ({ location }) => location },
    { label: t('form.participants'), show: invited },
    { label: t('form.description'), show: ({ description }) => description },
    { label: t('form.visible'), show: ({ participants_visible }) => answer(participants_visible) },
    {
      label: t('form.ask'),
      show: ({ answers_for }) => (answers_for ? t(`form.answers_${answers_for}`) : answer(false)),
    },
    { label: t('form.notify'), show: ({ is_notifiable }) => answer(is_notifiable) },
  ];
}
