import type { PlanVersion, RailPin, RailRun } from '@kreide/core/features/planner';
import { isAllowed, writeMoment } from '@kreide/core/kernel';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { toSaid } from '../../kernel/reason.ts';
import { useSelf } from '../../kernel/session.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Tag } from '../../ui/Tag.tsx';
import { toasts } from '../../ui/toast-store.ts';
import styles from './Proposal.module.css';
import { stopRails } from './planner-queries.ts';
import { RailedCourses } from './RailedCourses.tsx';
import { RailedPupils } from './RailedPupils.tsx';
import type { OnPin } from './RailPins.tsx';
import { RailsActions } from './RailsActions.tsx';

interface RailsCardProps {
  run: RailRun;
  version: PlanVersion;
  /** Older ones are folded. */
  isNewest: boolean;
  pins: readonly RailPin[];
  onPin: OnPin;
}

/** A search for rails: how far it is, what came of it, and what can be done with that. */
export function RailsCard({ run, version, isNewest, pins, onPin }: RailsCardProps) {
  const { t, language } = useTranslation('planner');
  const { school } = useSelf();
  const stop = useMutation(stopRails);
  const { state, progress, outcome, settings } = run;
  const write = (at: string) => writeMoment(language, new Date(at), school.time_zone, 'medium');
  const isOn = state === 'WAITING' || state === 'RUNNING';
  const made = {
    mode: t('rails.run', { count: settings.rails }),
    name: run.created_by ?? t('somebody'),
    at: write(run.created_at),
  };
  return (
    <Card>
      <div className={styles.proposal}>
        <p>
          <Tag look={state === 'DONE' ? 'success' : 'plain'}>
            {run.is_stopping ? t('proposal.stopping') : t(`proposal.state.${state}`)}
          </Tag>{' '}
          {t('proposal.madeBy', made)}
        </p>
        {isOn && progress && <p role="status">{t('rails.progress', progress)}</p>}
        {isAllowed(run.can, 'stop') && (
          <div>
            <Button
              isPending={stop.isPending}
              onPress={() =>
                stop.mutate(
                  { params: { id: `${run.id}` } },
                  { onError: (error) => toasts.show('error', toSaid(error)) },
                )
              }
            >
              {t('proposal.stop')}
            </Button>
          </div>
        )}
        {state === 'FAILED' && <p className={styles.warning}>{t('rails.failed')}</p>}
        {outcome && (
          <>
            <p>
              {outcome.open === 0
                ? t('rails.allPlaced')
                : t('rails.notPlaced', { open: outcome.open, pupils: outcome.pupils })}{' '}
              {t('rails.moved', { count: outcome.moved })}
            </p>
            {outcome.clashes.map(({ rail, name, courses }) => (
              <p key={`${rail} ${name}`} className={styles.warning}>
                {t('rails.clash', { rail, name, courses: courses.join(', ') })}
              </p>
            ))}
            {run.enrolled_at && <p>{t('rails.enrolled', { at: write(run.enrolled_at) })}</p>}
            <RailsActions run={run} version={version} moved={outcome.moved} />
            <Folded summary={t('rails.table')} isOpen={isNewest}>
              <RailedCourses courses={outcome.courses} pins={pins} onPin={onPin} />
            </Folded>
            <Folded summary={t('rails.pupils')} isOpen={isNewest}>
              <RailedPupils runId={run.id} first={outcome.open > 0 ? 'OPEN' : 'MOVED'} />
            </Folded>
          </>
        )}
      </div>
    </Card>
  );
}

/** What is fetched and measured once somebody opens it. */
function Folded({ summary, isOpen, children }: { summary: string; isOpen: boolean; children: ReactNode }) {
  const [isShown, setShown] = useState(isOpen);
  return (
    <details open={isShown} onToggle={(event) => setShown(event.currentTarget.open)}>
      <summary>{summary}</summary>
      {isShown && children}
    </details>
  );
}
