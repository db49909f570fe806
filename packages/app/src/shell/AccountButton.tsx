import type { Self } from '@kreide/core/features/users';
import { Button as AriaButton } from 'react-aria-components/Button';
import { useTranslation } from '../kernel/use-translation.ts';
import { classes } from '../ui/classes.ts';
import styles from './AccountButton.module.css';
import { PersonLine } from './PersonLine.tsx';

/** The user at the foot of the side navigation: opens the account panel (C-2.79). */
export function AccountButton({ self, onPress }: { self: Self; onPress: () => void }) {
  const { t } = useTranslation('shell');
  return (
    <AriaButton className={classes(styles.button)} aria-haspopup="dialog" onPress={onPress}>
      <PersonLine self={self} about={self.school.name} />
      <span className={styles.does}>{t('header.menu')}</span>
    </AriaButton>
  );
}
