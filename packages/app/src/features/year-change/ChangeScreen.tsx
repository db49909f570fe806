import type { YearChange } from '@kreide/core/features/year-change';
import { writeDate } from '@kreide/core/kernel';
import type { ReactNode } from 'react';
import { Loaded } from '../../kernel/Loaded.tsx';
import { Redirect } from '../../kernel/Redirect.tsx';
import { useSelf } from '../../kernel/session.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { useYearChange } from './use-change.ts';
import styles from './YearChange.module.css';

interface ChangeScreenProps {
  intro: string;
  children: (change: YearChange) => ReactNode;
}

/** The frame of the three pages of a change: which years, and from when on. */
export function ChangeScreen({ intro, children }: ChangeScreenProps) {
  const { t, language } = useTranslation('year-change');
  const { permissions } = useSelf();
  const query = useYearChange();
  if (!permissions.includes('change-schoolyear')) return <Redirect to="/feed" />;
  return (
    <div className={styles.screen}>
      <Loaded query={query} skeleton={{ items: 4, label: t('loading') }} errorTitle={t('errorTitle')}>
        {(change) => (
          <>
            <div className={styles.section}>
              {change.from && change.to && (
                <p className={styles.years}>{t('years', { from: change.from.name, to: change.to.name })}</p>
              )}
              <p className={styles.hint}>{intro}</p>
              {change.moves_on && <p>{t('movesOn', { date: writeDate(language, change.moves_on, 'long') })}</p>}
            </div>
            {children(change)}
          </>
        )}
      </Loaded>
    </div>
  );
}
