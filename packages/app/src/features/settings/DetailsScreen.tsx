import { listMissingDetails } from '@kreide/core/features/users';
import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { DEFAULT_ROUTE, toWantedPath } from '../../kernel/guards.ts';
import { useSelf } from '../../kernel/session.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Card } from '../../ui/Card.tsx';
import { NameForm } from './NameForm.tsx';
import styles from './Profile.module.css';

/** What is missing of sex, first name and last name; then on to the page that was wanted (P-2.57, P-5.25). */
export function DetailsScreen() {
  const { t } = useTranslation('settings');
  const self = useSelf();
  const navigate = useNavigate();
  const { state } = useLocation();
  const [missing] = useState(() => listMissingDetails(self));
  const wanted = toWantedPath(typeof state?.wanted === 'string' ? state.wanted : DEFAULT_ROUTE);
  return (
    <div className={styles.narrow}>
      <Card isRoomy>
        <div className={styles.content}>
          <p className={styles.muted}>{t('details.text')}</p>
          <NameForm
            known={self}
            {...(missing.length > 0 ? { fields: missing } : {})}
            submit={t('details.submit')}
            look="primary"
            onSaved={() => navigate(wanted, { replace: true })}
          />
        </div>
      </Card>
    </div>
  );
}
