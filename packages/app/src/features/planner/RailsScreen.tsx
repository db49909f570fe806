import type { EditorState, RailRun } from '@kreide/core/features/planner';
import { useQuery } from '@tanstack/react-query';
import { Navigate, useParams } from 'react-router';
import { Loaded } from '../../kernel/Loaded.tsx';
import { useSelf } from '../../kernel/session.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import styles from './Proposal.module.css';
import { currentQuery, overviewQuery, railsQuery } from './planner-queries.ts';
import { RailsCard } from './RailsCard.tsx';
import { RailsForm } from './RailsForm.tsx';
import { useKeptRails } from './use-kept-rails.ts';

/** Pause between two looks at a search, ms. */
const LOOK_EVERY = 1_000;
const isWorkedOn = ({ state }: RailRun) => state === 'WAITING' || state === 'RUNNING';

/** `/management/:schoolUuid/advanced-timetable/:id/rails`: courses of the upper school on rails, and taking them over (D-8.18). */
export function RailsScreen() {
  const { t } = useTranslation('planner');
  const { permissions } = useSelf();
  const { id = '' } = useParams();
  const overview = useQuery(overviewQuery);
  const version = overview.data?.versions.find((one) => `${one.id}` === id);
  const current = useQuery({ ...currentQuery(version?.uuid), enabled: version !== undefined });
  if (!permissions.includes('view-timetable-planner')) return <Navigate to="/feed" replace />;
  if (overview.data && !version) return <p>{t('proposal.gone')}</p>;
  const query = version ? current : { ...overview, data: undefined };
  return (
    <Loaded query={query} skeleton={{ items: 3, label: t('rails.loading') }} errorTitle={t('rails.errorTitle')}>
      {(state: EditorState) => <Desk state={state} />}
    </Loaded>
  );
}

function Desk({ state }: { state: EditorState }) {
  const { t } = useTranslation('planner');
  const { id } = state.version;
  const runs = useQuery({
    ...railsQuery(`${id}`),
    refetchInterval: ({ state: { data } }) => (data?.some(isWorkedOn) ? LOOK_EVERY : false),
  });
  const isBusy = runs.data?.some(isWorkedOn) ?? false;
  const kept = useKeptRails(state.version, runs.data?.[0]?.settings);
  return (
    <div className={styles.screen}>
      <p className={styles.muted}>{t('rails.intro')}</p>
      <section className={styles.part} aria-labelledby="rails-results">
        <h2 id="rails-results">{t('rails.results')}</h2>
        <Loaded query={runs} skeleton={{ items: 1, label: t('rails.loading') }} errorTitle={t('rails.errorTitle')}>
          {(list) =>
            list.length === 0 ? (
              <p>{t('rails.none')}</p>
            ) : (
              <ul className={styles.list}>
                {list.map((run, at) => (
                  <li key={run.id}>
                    <RailsCard
                      run={run}
                      version={state.version}
                      isNewest={at === 0}
                      pins={kept.pins}
                      onPin={kept.pin}
                    />
                  </li>
                ))}
              </ul>
            )
          }
        </Loaded>
      </section>
      <RailsForm state={state} isBusy={isBusy} kept={kept} />
    </div>
  );
}
