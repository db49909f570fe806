import { useTranslation } from '../../kernel/use-translation.ts';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { ReminderChoice } from '../calendar/index.ts';

interface ReminderFieldsProps {
  minutes: readonly number[];
  /** Null: this server sends no mails. */
  mail: boolean | null;
  onChange: (values: { reminders?: number[]; reminder_mail?: boolean }) => void;
}

/** When somebody is reminded of every event of which they choose nothing else, and on which ways. */
export function ReminderFields({ minutes, mail, onChange }: ReminderFieldsProps) {
  const { t } = useTranslation('notifications');
  return (
    <>
      <h2>{t('settings.reminders')}</h2>
      <p>{t('settings.remindersText')}</p>
      <ReminderChoice
        label={t('settings.reminders')}
        value={minutes}
        onChange={(reminders) => onChange({ reminders })}
      />
      {mail !== null && (
        <Checkbox isSelected={mail} onChange={(reminder_mail) => onChange({ reminder_mail })}>
          {t('settings.reminderMail')}
        </Checkbox>
      )}
    </>
  );
}
