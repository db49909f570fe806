import { EVENT_ANSWERS_FOR, type EventTimes, moveStart, setAllDay } from '@kreide/core/features/calendar';
import { toLocal } from '@kreide/core/kernel';
import { useSelf } from '../../kernel/session.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { DatePicker } from '../../ui/DatePicker.tsx';
import { DateTimePicker } from '../../ui/DateTimePicker.tsx';
import { ActionRow, RowList } from '../../ui/RowList.tsx';
import { SegmentedControl } from '../../ui/SegmentedControl.tsx';
import { Switch } from '../../ui/Switch.tsx';
import { TextField } from '../../ui/TextField.tsx';
import styles from './EventForm.module.css';
import { ScopeChoice } from './ScopeChoice.tsx';
import { SuitableTimes } from './SuitableTimes.tsx';
import type { EventFormState } from './use-event-form.ts';
import { useRepeatWords } from './use-repeat-words.ts';
import type { EventStep } from './use-steps.ts';

interface EventFieldsProps {
  form: EventFormState;
  onStep: (step: EventStep) => void;
}

/** The first page of an event: name, times, the ways to its other pages, and the description. */
export function EventFields({ form, onStep }: EventFieldsProps) {
  const { t } = useTranslation('calendar');
  const { repeatsOf } = useRepeatWords();
  const { values, change, errorOf, item } = form;
  const { channels, users } = values.participants;
  const invited = [...channels, ...users].map(({ meta }) => meta.displayname).join(', ');
  return (
    <>
      <TextField
        label={t('form.name')}
        autoComplete="off"
        value={values.name}
        onChange={(name) => change({ name })}
        errorMessage={errorOf('name')}
      />
      {item?.series && <ScopeChoice value={values.scope} onChange={(scope) => change({ scope })} />}
      <Times form={form} />
      <RowList>
        <ActionRow
          icon="refresh"
          text={t('repeat.label')}
          about={repeatsOf(values.repeats, values.times.begins_date)}
          onPress={() => onStep('event-repeats')}
        />
        <ActionRow
          icon="list"
          text={t('form.category')}
          about={t(`category_${values.category}`)}
          onPress={() => onStep('event-categories')}
        />
        <ActionRow
          icon="place"
          text={t('form.location')}
          about={values.location || t('form.noLocation')}
          onPress={() => onStep('event-locations')}
        />
        <ActionRow
          icon="user"
          text={t('form.participants')}
          about={invited || t('form.nobody')}
          onPress={() => onStep('event-participants')}
        />
      </RowList>
      <SuitableTimes form={form} />
      <TextField
        label={t('form.description')}
        lines={4}
        value={values.description}
        onChange={(description) => change({ description })}
      />
      <Switch
        isSelected={values.participants_visible}
        onChange={(participants_visible) =>
          change({
            participants_visible,
            // Names are for those who see each other.
            ...(values.answers_for === 'names' && !participants_visible && { answers_for: 'numbers' }),
          })
        }
      >
        {t('form.visible')}
      </Switch>
      <Answers form={form} />
      <Switch isSelected={values.is_notifiable} onChange={(is_notifiable) => change({ is_notifiable })}>
        {t('form.notify')}
      </Switch>
    </>
  );
}

/** Whether those who take part are asked for an answer, and who sees it. */
function Answers({ form: { values, change } }: { form: EventFormState }) {
  const { t } = useTranslation('calendar');
  const { answers_for, participants_visible } = values;
  const kinds = EVENT_ANSWERS_FOR.filter((kind) => kind !== 'names' || participants_visible);
  return (
    <>
      <Switch
        isSelected={answers_for !== null}
        onChange={(asks) => change({ answers_for: asks ? EVENT_ANSWERS_FOR[0] : null })}
      >
        {t('form.ask')}
      </Switch>
      {answers_for && (
        <div className={styles.question}>
          <span aria-hidden="true">{t('form.answersFor')}</span>
          <SegmentedControl
            look="chips"
            label={t('form.answersFor')}
            segments={kinds.map((key) => ({ key, label: t(`form.answers_${key}`) }))}
            value={answers_for}
            onChange={(kind) => change({ answers_for: kind })}
          />
        </div>
      )}
    </>
  );
}

/** When it begins and ends; moving the start moves the end as `moveStart` says (C-4.55 to C-4.58). */
function Times({ form: { values, change, errorOf } }: { form: EventFormState }) {
  const { t } = useTranslation('calendar');
  const zone = useSelf().school.time_zone;
  const { times } = values;
  const begin = { date: times.begins_date, time: times.begins_time };
  const end = { date: times.ends_date, time: times.ends_time };
  const move = (start: Partial<Pick<EventTimes, 'begins_date' | 'begins_time'>>) =>
    change({ times: moveStart(times, start) });
  const bounds = { min: '1990-01-01', max: '2149-12-31' };
  return (
    <>
      <Switch
        isSelected={times.is_all_day}
        onChange={(isWhole) => change({ times: setAllDay(times, isWhole, toLocal(new Date(), zone).minutes) })}
      >
        {t('allDay')}
      </Switch>
      {times.is_all_day ? (
        <div className={styles.dates}>
          <DatePicker
            label={t('form.begins')}
            value={begin.date}
            fallback={begin.date}
            {...bounds}
            onChange={(begins_date) => move({ begins_date })}
            errorMessage={errorOf('begins_at')}
          />
          <DatePicker
            label={t('form.ends')}
            value={end.date}
            fallback={begin.date}
            {...bounds}
            onChange={(ends_date) => change({ times: { ...times, ends_date } })}
            errorMessage={errorOf('ends_at')}
          />
        </div>
      ) : (
        <>
          <DateTimePicker
            label={t('form.begins')}
            value={begin}
            fallback={begin}
            {...bounds}
            onChange={({ date, time }) => move({ begins_date: date, begins_time: time })}
            errorMessage={errorOf('begins_at')}
          />
          <DateTimePicker
            label={t('form.ends')}
            value={end}
            fallback={begin}
            {...bounds}
            onChange={({ date, time }) => change({ times: { ...times, ends_date: date, ends_time: time } })}
            errorMessage={errorOf('ends_at')}
          />
        </>
      )}
    </>
  );
}
