import { SERIES_SCOPES, type SeriesScope } from '@kreide/core/features/calendar';
import { useTranslation } from '../../kernel/use-translation.ts';
import { SegmentedControl } from '../../ui/SegmentedControl.tsx';
import styles from './EventForm.module.css';

interface ScopeChoiceProps {
  value: SeriesScope;
  onChange: (scope: SeriesScope) => void;
}

/** Which dates of a series a change or a deletion concerns. */
export function ScopeChoice({ value, onChange }: ScopeChoiceProps) {
  const { t } = useTranslation('calendar');
  return (
    <div className={styles.question}>
      <span aria-hidden="true">{t('repeat.scope.label')}</span>
      <SegmentedControl
        look="chips"
        label={t('repeat.scope.label')}
        segments={SERIES_SCOPES.map((key) => ({ key, label: t(`repeat.scope.${key}`) }))}
        value={value}
        onChange={onChange}
      />
    </div>
  );
}
