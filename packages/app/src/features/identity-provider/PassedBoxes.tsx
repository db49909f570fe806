import { PASSED, type Passed } from '@kreide/core/features/identity-provider';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Checkbox } from '../../ui/Checkbox.tsx';
import styles from './IdentityProvider.module.css';

interface PassedBoxesProps {
  label: string;
  /** Those that are offered. */
  offered?: readonly Passed[];
  value: readonly Passed[];
  onChange: (value: Passed[]) => void;
  isDisabled?: boolean;
}

/** What is passed on, as boxes to tick. */
export function PassedBoxes({ label, offered = PASSED, value, onChange, isDisabled = false }: PassedBoxesProps) {
  const { t } = useTranslation('identity-provider');
  return (
    <fieldset className={styles.boxes}>
      <legend>{label}</legend>
      {offered.map((one) => (
        <Checkbox
          key={one}
          isDisabled={isDisabled}
          isSelected={value.includes(one)}
          onChange={(isTicked) => onChange(PASSED.filter((each) => (each === one ? isTicked : value.includes(each))))}
        >
          {t(`passed.${one}`)}
        </Checkbox>
      ))}
    </fieldset>
  );
}
