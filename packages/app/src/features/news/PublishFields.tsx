import { isDate } from '@kreide/core/kernel';
import { useTranslation } from '../../kernel/use-translation.ts';
import { ChoiceList } from '../../ui/ChoiceList.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { TimeField } from '../../ui/TimeField.tsx';
import styles from './NewsForm.module.css';
import type { NewsFormState } from './use-news-form.ts';

interface PublishFieldsProps {
  form: NewsFormState;
  errorMessage: string | undefined;
}

/** When it is published: at once, or at a time in the school's time zone. */
export function PublishFields({ form: { base, values, change }, errorMessage }: PublishFieldsProps) {
  const { t } = useTranslation('news');
  const isPublished = base.item !== null && !base.values.isLater;
  const isTimeMissing = isDate(values.date) && values.time === '';
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
        <div className={styles.when}>
          <TextField
            type="date"
            label={t('form.date')}
            value={values.date}
            onChange={(date) => change({ date })}
            errorMessage={isTimeMissing ? undefined : errorMessage}
          />
          <TimeField
            label={t('form.time')}
            value={values.time}
            onChange={(time) => change({ time })}
            errorMessage={isTimeMissing ? errorMessage : undefined}
          />
        </div>
      )}
    </div>
  );
}
