import { Suspense, useState } from 'react';
import { Button as AriaButton } from 'react-aria-components/Button';
import type { Creation } from '../kernel/feature.ts';
import { useTranslation } from '../kernel/use-translation.ts';
import { classes } from '../ui/classes.ts';
import { Icon } from '../ui/Icon.tsx';
import { CreateSheet } from './late.ts';
import styles from './Notch.module.css';

/** The middle of the bottom bar: offers what can be made new (C-2.88, C-2.89). */
export function Notch({ creations }: { creations: readonly Creation[] }) {
  const { t } = useTranslation('shell');
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <AriaButton
        className={classes(styles.notch)}
        aria-label={t('create.label')}
        aria-haspopup="dialog"
        onPress={() => setOpen(true)}
      >
        <Icon name="plus" />
      </AriaButton>
      {isOpen && (
        <Suspense fallback={null}>
          <CreateSheet creations={creations} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
