import { NEWS_DAYS_AHEAD } from '@kreide/core/features/news';
import { addDays, pickedMomentAfter, toLocal } from '@kreide/core/kernel';
import { useSelf } from '../../kernel/session.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { ChoiceList } from '../../ui/ChoiceList.tsx';
import { DateTimePicker } from '../../ui/DateTimePicker.tsx';
import styles from './NewsForm.module.css';
import type { NewsFormState } from './use-news-form.ts';

interface PublishFieldsProps {
  form: NewsFormState;
  errorMessage: string | undefined;
}

/** When it is published: at once, or at a time in the school's time zone. */
export function PublishFields({ form: { item, base, values, change }, errorMessage }: PublishFieldsProps) {
  const { t } = useTranslation('news');
  const isPublished = item !== null && !base.isLater;
  const today = toLocal(new Date(), useSelf().school.time_zone).date;
  return (
    <div className={styles.publish}>
      <ChoiceList
        label={t('form.publishAt')}
        options={[
          { key: 'now', text: t(isPublished ? 'form.stays' : 'form.now') },
          { key: 'later', text: t('form.later') },
        ]}
        value={values.isLater ? 'later' : 'now'}
        onChange={(key) => change({ isLater: key === 'later' })}
      />
      {values.isLater && (
        <DateTimePicker
          label={t('form.date')}
          value={values}
          onChange={({ date, time }) => change({ date, time })}
          fallback={pickedMomentAfter(today)}
          min={today}
          max={addDays(today, NEWS_DAYS_AHEAD - 1)}
          errorMessage={errorMessage}
        />
      )}
    </div>
  );
}
