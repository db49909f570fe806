import type { ActivatedLead, Lead } from '@kreide/core/features/sales';
import { type ApiError, isAllowed, writeMoment } from '@kreide/core/kernel';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { toReason } from '../../kernel/reason.ts';
import { useSelf } from '../../kernel/session.ts';
import { useCopyTexts } from '../../kernel/use-copy-texts.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { CopyField } from '../../ui/CopyField.tsx';
import { toasts } from '../../ui/toast-store.ts';
import { ActivationWay } from './ActivationWay.tsx';
import { LeadForm } from './LeadForm.tsx';
import { activateLead, fetchLead, forgetLead, visitLead } from './leads-queries.ts';
import styles from './Sales.module.css';

/** `/management/:schoolUuid/activation/:uuid/details`: who the school is, and whom one asks there (T-2.109). */
export const DetailsScreen = () => (
  <ActivationWay page="details">
    {(lead) => (
      <>
        <Facts lead={lead} />
        {isAllowed(lead.can, 'update') && (
          <Card>
            <LeadForm lead={lead} part="details" />
          </Card>
        )}
      </>
    )}
  </ActivationWay>
);

/** `…/data/properties`: what the school will be: its short link, kind, language and brand. */
export const PropertiesScreen = () => (
  <ActivationWay page="properties">{(lead) => <OwnPart lead={lead} part="properties" />}</ActivationWay>
);

/** `…/auth-drivers`: how its people will sign in, which its administrator sets up. */
export const AuthDriversScreen = () => (
  <ActivationWay page="signIn">{(lead) => <OwnPart lead={lead} part="signIn" />}</ActivationWay>
);

/** `…/done`: makes the school, once, and says which one it is. */
export const DoneScreen = () => <ActivationWay page="done">{(lead) => <Done lead={lead} />}</ActivationWay>;

function OwnPart({ lead, part }: { lead: Lead; part: 'properties' | 'signIn' }) {
  const { t } = useTranslation('sales');
  return (
    <Card>
      <section className={styles.card} aria-label={t(`activation.page_${part}`)}>
        <p className={styles.muted}>{t(`activation.about_${part}`)}</p>
        {isAllowed(lead.can, 'update') ? <LeadForm lead={lead} part={part} /> : <p>{t('activation.isMade')}</p>}
      </section>
    </Card>
  );
}

function useFailure() {
  const { t } = useTranslation(['sales', 'errors']);
  return { onError: (error: ApiError) => toasts.show('error', t('lead.failed', { reason: toReason(t, error) })) };
}

/** How far it is and where it comes from, and what is done with it. */
function Facts({ lead }: { lead: Lead }) {
  const { t, language } = useTranslation(['sales', 'shell']);
  const { school } = useSelf();
  const navigate = useNavigate();
  const failure = useFailure();
  const visit = useMutation(visitLead);
  const forget = useMutation(forgetLead);
  const params = { id: `${lead.id}` };
  const fetch = useMutation(fetchLead);
  const [isAsking, setAsking] = useState(false);
  const at = (moment: string) => writeMoment(language, new Date(moment), school.time_zone, 'medium');
  return (
    <Card>
      <section className={styles.card} aria-label={t('lead.facts')}>
        <dl className={styles.facts}>
          <dt>{t('lead.state')}</dt>
          <dd>{t(`state_${lead.state}`)}</dd>
          <dt>{t('lead.source')}</dt>
          <dd>{`${t(`source_${lead.source}`)}, ${at(lead.fetched_at)}`}</dd>
          {lead.visited_at && (
            <>
              <dt>{t('lead.visitedAt')}</dt>
              <dd>{at(lead.visited_at)}</dd>
            </>
          )}
          {lead.activated_at && (
            <>
              <dt>{t('lead.activatedAt')}</dt>
              <dd>{at(lead.activated_at)}</dd>
            </>
          )}
        </dl>
        <div className={styles.actions}>
          {isAllowed(lead.can, 'visit') && (
            <Button icon="check" isPending={visit.isPending} onPress={() => visit.mutate({ params }, failure)}>
              {t('lead.visit')}
            </Button>
          )}
          {isAllowed(lead.can, 'fetch') && (
            <Button icon="download" isPending={fetch.isPending} onPress={() => fetch.mutate({ params }, failure)}>
              {t('lead.fetch')}
            </Button>
          )}
          {isAllowed(lead.can, 'delete') && (
            <Button look="quiet" icon="trash" onPress={() => setAsking(true)}>
              {t('lead.forget')}
            </Button>
          )}
        </div>
        {isAsking && (
          <ConfirmDialog
            title={t('lead.forgetTitle', { name: lead.name })}
            texts={{ confirm: t('lead.forget'), cancel: t('lead.cancel'), close: t('shell:close') }}
            isPending={forget.isPending}
            onConfirm={() =>
              forget.mutate({ params }, { ...failure, onSuccess: () => navigate(`/management/${school.uuid}/leads`) })
            }
            onClose={() => setAsking(false)}
          >
            {t('lead.forgetText')}
          </ConfirmDialog>
        )}
      </section>
    </Card>
  );
}

/** What will be made, or has been; the link for its administrator is there once. */
function Done({ lead }: { lead: Lead }) {
  const { t } = useTranslation('sales');
  const copyTexts = useCopyTexts();
  const failure = useFailure();
  const [made, setMade] = useState<ActivatedLead | null>(null);
  const activate = useMutation(activateLead);
  const school = made?.school ?? lead.school;
  return (
    <Card>
      <section className={styles.card} aria-label={t('activation.page_done')}>
        {school ? (
          <>
            <p role="status">{t('activation.made', { name: school.name, slink: school.slink })}</p>
            {lead.sign_in !== 'none' && <p>{t('activation.signIn', { service: t(`signIn_${lead.sign_in}`) })}</p>}
            {made?.link && (
              <CopyField
                label={t('activation.link')}
                description={t('activation.linkHelp')}
                value={made.link}
                texts={copyTexts}
                autoFocus
              />
            )}
          </>
        ) : (
          <>
            <p>{t('activation.about', { name: lead.name })}</p>
            {lead.state === 'lost' && <p>{t('activation.isLost')}</p>}
            {isAllowed(lead.can, 'activate') && (
              <div className={styles.actions}>
                <Button
                  look="primary"
                  isPending={activate.isPending}
                  onPress={() =>
                    activate.mutate(
                      { params: { id: `${lead.id}` } },
                      { ...failure, onSuccess: (data) => setMade(data) },
                    )
                  }
                >
                  {t('activation.activate')}
                </Button>
              </div>
            )}
          </>
        )}
      </section>
    </Card>
  );
}
