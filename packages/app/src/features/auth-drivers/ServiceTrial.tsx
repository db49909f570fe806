import { authDriversApi } from '@kreide/core/features/auth-drivers';
import type { ApiError } from '@kreide/core/kernel';
import { useQuery } from '@tanstack/react-query';
import { queryOf } from '../../kernel/data.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { LinkButton } from '../../ui/Button.tsx';
import { CopyField } from '../../ui/CopyField.tsx';
import styles from './AuthDriver.module.css';
import { AuthDriverReport } from './AuthDriverReport.tsx';

/** How often it is looked whether the service has answered, ms. */
const LOOK_EVERY = 2000;

/** A line that is broken for a moment ends nothing. */
const isOver = (error: ApiError | null) => error?.code === 'not_found' || error?.code === 'forbidden';

interface ServiceTrialProps {
  trial: { uuid: string; url: string };
  params: { id: string };
  /** Where a service of OpenID Connect has to lead back to; null: SAML says it in its answer. */
  redirect: string | null;
}

/** Leads to the service in another window, and shows here what it has answered. */
export function ServiceTrial({ trial, params, redirect }: ServiceTrialProps) {
  const { t } = useTranslation('auth-drivers');
  const { data, error } = useQuery(
    queryOf(
      authDriversApi.getTrial,
      { params: { ...params, uuid: trial.uuid } },
      {
        retry: false,
        refetchInterval: ({ state }) => (state.data || isOver(state.error) ? false : LOOK_EVERY),
        // The administrator looks at the other window meanwhile.
        refetchIntervalInBackground: true,
      },
    ),
  );
  if (data) return <AuthDriverReport report={data} />;
  if (isOver(error)) return <p className={styles.hint}>{t('trialOver')}</p>;
  return (
    <>
      <p className={styles.hint}>{t('trialHint')}</p>
      <div>
        <LinkButton look="primary" icon="outside" href={trial.url} target="_blank" rel="noopener noreferrer">
          {t('trialOpen')}
        </LinkButton>
      </div>
      {redirect !== null && (
        <CopyField
          label={t('trialRedirect')}
          value={redirect}
          texts={{ copy: t('copy'), copied: t('copied'), byHand: t('byHand') }}
        />
      )}
    </>
  );
}
