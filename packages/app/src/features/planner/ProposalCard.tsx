import { HARD_RULES, type Proposal, SOFT_RULES } from '@kreide/core/features/planner';
import { isAllowed, writeMoment } from '@kreide/core/kernel';
import { useMutation } from '@tanstack/react-query';
import { toSaid } from '../../kernel/reason.ts';
import { useSelf } from '../../kernel/session.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button, LinkButton } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Tag } from '../../ui/Tag.tsx';
import { toasts } from '../../ui/toast-store.ts';
import { OpenLessons } from './OpenLessons.tsx';
import styles from './Proposal.module.css';
import { stopProposal } from './planner-queries.ts';
import { usePlaceWords } from './use-words.ts';

/** A proposal: how far it is while it is computed, what came of it then. */
export function ProposalCard({ proposal }: { proposal: Proposal }) {
  const { t, language } = useTranslation('planner');
  const { school } = useSelf();
  const stop = useMutation(stopProposal);
  const { state, progress, result, outcome, settings } = proposal;
  const made = {
    mode: t(`proposal.modes.${settings.mode}`),
    name: proposal.created_by ?? t('somebody'),
    at: writeMoment(language, new Date(proposal.created_at), school.time_zone, 'medium'),
  };
  const isOn = state === 'WAITING' || state === 'RUNNING';
  return (
    <Card>
      <div className={styles.proposal}>
        <p>
          <Tag look={state === 'DONE' ? 'success' : 'plain'}>
            {proposal.is_stopping ? t('proposal.stopping') : t(`proposal.state.${state}`)}
          </Tag>{' '}
          {t('proposal.madeBy', made)}
        </p>
        {isOn && progress && (
          <div>
            <p role="status">
              {progress.open === 0 ? t('proposal.allPlaced') : t('proposal.stillOpen', { count: progress.open })}
            </p>
            <p className={styles.muted}>{t('proposal.cost', progress)}</p>
            {progress.lessons.length > 0 && <p className={styles.muted}>{progress.lessons.join('; ')}</p>}
          </div>
        )}
        {isAllowed(proposal.can, 'stop') && (
          <div>
            <Button
              isPending={stop.isPending}
              onPress={() =>
                stop.mutate(
                  { params: { id: `${proposal.id}` } },
                  { onError: (error) => toasts.show('error', toSaid(error)) },
                )
              }
            >
              {t('proposal.stop')}
            </Button>
          </div>
        )}
        {state === 'FAILED' && <p className={styles.warning}>{t('proposal.failed')}</p>}
        {state === 'DONE' && proposal.is_base_changed && <p className={styles.warning}>{t('proposal.baseChanged')}</p>}
        {outcome && (
          <>
            <p>
              {outcome.after.unplaced === 0
                ? t('proposal.allPlaced')
                : t('proposal.stillOpen', { count: outcome.after.unplaced })}
            </p>
            {result ? (
              <div>
                <LinkButton
                  href={`/management/${school.uuid}/timetable/grades/first?version=${result.uuid}`}
                  look="primary"
                  icon="edit"
                >
                  {t('proposal.openDraft', { number: result.number })}
                </LinkButton>
              </div>
            ) : (
              <p className={styles.muted}>{t('proposal.resultGone')}</p>
            )}
            <Divided lessons={outcome.divided} />
            <Comparison outcome={outcome} />
            <OpenLessons lessons={outcome.open} />
          </>
        )}
      </div>
    </Card>
  );
}

/** What was wished whole and is two, with the times of both parts. */
function Divided({ lessons }: { lessons: NonNullable<Proposal['outcome']>['divided'] }) {
  const { t } = useTranslation('planner');
  const toWords = usePlaceWords();
  if (lessons.length === 0) return null;
  return (
    <div>
      <p>{t('proposal.divided', { count: lessons.length })}</p>
      <ul>
        {lessons.map(({ lesson, places }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a finished list that never changes
          <li key={index}>{t('proposal.dividedAt', { lesson, places: places.map(toWords).join('; ') })}</li>
        ))}
      </ul>
    </div>
  );
}

/** Rule by rule what the plan cost before and costs now. */
function Comparison({ outcome: { before, after } }: { outcome: NonNullable<Proposal['outcome']> }) {
  const { t } = useTranslation('planner');
  const rows: [string, number, number][] = [
    [t('proposal.unplaced'), before.unplaced, after.unplaced],
    [t('proposal.moved'), before.moved, after.moved],
    ...HARD_RULES.map((rule): [string, number, number] => [
      t(`proposal.hard.${rule}`),
      before.hard[rule],
      after.hard[rule],
    ]),
    ...SOFT_RULES.map((rule): [string, number, number] => [
      t(`proposal.soft.${rule}`),
      before.soft[rule],
      after.soft[rule],
    ]),
  ];
  return (
    <details>
      <summary>{t('proposal.compared')}</summary>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{t('proposal.rule')}</th>
            <th scope="col">{t('proposal.before')}</th>
            <th scope="col">{t('proposal.after')}</th>
          </tr>
        </thead>
        <tbody>
          {rows
            .filter(([, one, other]) => one !== 0 || other !== 0)
            .map(([name, one, other]) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                <td>{one}</td>
                <td>{other}</td>
              </tr>
            ))}
        </tbody>
      </table>
    </details>
  );
}
