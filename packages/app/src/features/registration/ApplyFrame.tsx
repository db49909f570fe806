import type { ApiError } from '@kreide/core/kernel';
import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { applyBrandOfSchool } from '../../kernel/branding.ts';
import { Loaded } from '../../kernel/Loaded.tsx';
import { useTranslation } from '../../kernel/use-translation.ts';
import { LinkButton } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/States.tsx';
import styles from './Apply.module.css';

interface ApplyFrameProps<T> {
  query: UseQueryResult<T, ApiError>;
  /** The branding of the school, once it is known. */
  brand: string | null | undefined;
  children: (data: T) => ReactNode;
}

/** A page of the applications: in the look of its school, or the words that there is nothing here. */
export function ApplyFrame<T>({ query, brand, children }: ApplyFrameProps<T>) {
  const { t } = useTranslation('registration');
  useEffect(() => {
    if (brand !== undefined)
      applyBrandOfSchool(brand).catch((error: unknown) => console.warn('The brand did not load', error));
  }, [brand]);
  const isClosed = ['not_found', 'malformed', 'invalid'].includes(query.error?.code ?? '');
  return (
    <div className={styles.screen}>
      <Card isRoomy>
        {isClosed ? (
          <EmptyState
            icon="school"
            headingLevel={1}
            title={t('apply.closedTitle')}
            text={t('apply.closedText')}
            action={<LinkButton href="/select-school">{t('apply.search')}</LinkButton>}
          />
        ) : (
          <Loaded
            query={query}
            skeleton={{ items: 3, label: t('apply.loading') }}
            errorTitle={t('apply.errorTitle')}
            headingLevel={1}
          >
            {children}
          </Loaded>
        )}
      </Card>
    </div>
  );
}
