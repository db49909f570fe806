import type { QuietRule } from '@kreide/core/features/notifications';
import { useTranslation } from '../../kernel/use-translation.ts';
import { ChoiceList } from '../../ui/ChoiceList.tsx';
import { QuietRuleFields } from './QuietRuleFields.tsx';

interface QuietFieldsProps {
  /** Null: as the school has it. */
  value: QuietRule | null;
  ofSchool: QuietRule;
  onChange: (value: QuietRule | null) => void;
  errorOf: (field: 'begins_at' | 'ends_at') => string | undefined;
}

/** Quiet hours: those of the school, or one's own. */
export function QuietFields({ value, ofSchool, onChange, errorOf }: QuietFieldsProps) {
  const { t } = useTranslation('notifications');
  const { begins_at, ends_at } = ofSchool;
  const school = begins_at && ends_at ? `${t('settings.asSchool')} (${begins_at}–${ends_at})` : t('settings.asSchool');
  return (
    <>
      <ChoiceList
        label={t('settings.quiet')}
        options={[
          { key: 'school', text: school },
          { key: 'own', text: t('settings.own') },
        ]}
        value={value === null ? 'school' : 'own'}
        onChange={(key) => onChange(key === 'own' ? { ...ofSchool } : null)}
      />
      {value && <QuietRuleFields value={value} onChange={onChange} errorOf={errorOf} />}
    </>
  );
}
