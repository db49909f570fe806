import type { QuietRule } from '@kreide/core/features/notifications';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { TimeField } from '../../ui/TimeField.tsx';
import styles from './SettingsScreen.module.css';

interface QuietRuleFieldsProps {
  value: QuietRule;
  onChange: (value: QuietRule) => void;
  errorOf: (field: 'begins_at' | 'ends_at') => string | undefined;
}

/** When it is quiet: from when to when, and on which days as a whole. */
export function QuietRuleFields({ value, onChange, errorOf }: QuietRuleFieldsProps) {
  const { t } = useTranslation('notifications');
  return (
    <>
      <div className={styles.times}>
        <TimeField
          isRequired={value.ends_at !== null}
          label={t('settings.begins')}
          value={value.begins_at ?? ''}
          onChange={(time) => onChange({ ...value, begins_at: time || null })}
          errorMessage={errorOf('begins_at')}
        />
        <TimeField
          isRequired={value.begins_at !== null}
          label={t('settings.ends')}
          value={value.ends_at ?? ''}
          onChange={(time) => onChange({ ...value, ends_at: time || null })}
          errorMessage={errorOf('ends_at')}
        />
      </div>
      <div className={styles.kinds}>
        <Checkbox isSelected={value.weekends} onChange={(weekends) => onChange({ ...value, weekends })}>
          {t('settings.weekends')}
        </Checkbox>
        <Checkbox isSelected={value.holidays} onChange={(holidays) => onChange({ ...value, holidays })}>
          {t('settings.holidays')}
        </Checkbox>
      </div>
    </>
  );
}
