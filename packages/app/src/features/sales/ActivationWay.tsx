import type { Lead } from '@kreide/core/features/sales';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useParams } from 'react-router';
import { Loaded } from '../../kernel/Loaded.tsx';
import { StepFrame } from '../../kernel/StepFrame.tsx';
import { useSelf } from '../../kernel/session.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { LinkButton } from '../../ui/Button.tsx';
import { activationQuery } from './leads-queries.ts';
import styles from './Sales.module.css';

/** The pages of an activation, in their order, with their addresses. */
export const ACTIVATION_PAGES = ['details', 'properties', 'signIn', 'done'] as const;
export type ActivationPage = (typeof ACTIVATION_PAGES)[number];

/** Where a page of an activation is (T-2.109). */
function toActivation(schoolUuid: string, uuid: string, page: ActivationPage): string {
  if (page === 'details') return `/management/${schoolUuid}/activation/${uuid}/details`;
  if (page === 'properties') return `/management/${schoolUuid}/activation/${uuid}/data/properties`;
  if (page === 'signIn') return `/management/${schoolUuid}/activation/${uuid}/auth-drivers`;
  return `/management/${schoolUuid}/activation/${uuid}/done`;
}

interface ActivationWayProps {
  page: ActivationPage;
  children: (lead: Lead) => ReactNode;
}

/** The steps by which a school is made of a lead, round each of its pages, with the way back and on. */
export function ActivationWay({ page, children }: ActivationWayProps) {
  const { t } = useTranslation(['sales', 'form']);
  const { school } = useSelf();
  const { uuid = '' } = useParams();
  const lead = useQuery(activationQuery(uuid));
  const at = ACTIVATION_PAGES.indexOf(page);
  const [before, after] = [ACTIVATION_PAGES[at - 1], ACTIVATION_PAGES[at + 1]];
  const to = (one: ActivationPage) => toActivation(school.uuid, uuid, one);
  return (
    <div className={styles.narrow}>
      <StepFrame
        label={t('activation.steps')}
        steps={ACTIVATION_PAGES.map((key) => ({ key, name: t(`activation.page_${key}`), to: to(key) }))}
        current={page}
        foot={
          <>
            <LinkButton href={before ? to(before) : `/management/${school.uuid}/leads`}>
              {t(before ? 'form:steps.back' : 'activation.list')}
            </LinkButton>
            {after && (
              <LinkButton look="primary" href={to(after)}>
                {t('form:steps.next')}
              </LinkButton>
            )}
          </>
        }
      >
        <Loaded
          query={lead}
          skeleton={{ items: 3, label: t('activation.loading') }}
          errorTitle={t('activation.errorTitle')}
        >
          {(found) => (
            <>
              <h2>{found.name}</h2>
              {children(found)}
            </>
          )}
        </Loaded>
      </StepFrame>
    </div>
  );
}
