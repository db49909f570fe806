import type { EditorState, Obstacle, Proposal } from '@kreide/core/features/planner';
import { isAllowed } from '@kreide/core/kernel';
import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { Loaded } from '../../kernel/Loaded.tsx';
import { Redirect } from '../../kernel/Redirect.tsx';
import { useSelf } from '../../kernel/session.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import styles from './Proposal.module.css';
import { ProposalCard } from './ProposalCard.tsx';
import { ProposalForm } from './ProposalForm.tsx';
import { currentQuery, obstaclesQuery, overviewQuery, proposalsQuery } from './planner-queries.ts';
import { usePlaceWords } from './use-words.ts';

/** Pause between two looks at a plan that is being computed, ms. */
const LOOK_EVERY = 1_000;
const isWorkedOn = ({ state }: Proposal) => state === 'WAITING' || state === 'RUNNING';

/** A plan that is computed from a version: what to keep to, what cannot work, how far it is, what came of it (D-8.03 to D-8.08). */
export function ProposalScreen() {
  const { t } = useTranslation('planner');
  const { permissions } = useSelf();
  const { id = '' } = useParams();
  const overview = useQuery(overviewQuery);
  const version = overview.data?.versions.find((one) => `${one.id}` === id);
  const current = useQuery({ ...currentQuery(version?.uuid), enabled: version !== undefined });
  if (!permissions.includes('view-timetable-planner')) return <Redirect to="/feed" />;
  if (overview.data && !version) return <p>{t('proposal.gone')}</p>;
  if (version && !isAllowed(version.can, 'propose')) return <p>{t('proposal.off')}</p>;
  const query = version ? current : { ...overview, data: undefined };
  return (
    <Loaded query={query} skeleton={{ items: 3, label: t('proposal.loading') }} errorTitle={t('proposal.errorTitle')}>
      {(state: EditorState) => <Desk state={state} />}
    </Loaded>
  );
}

function Desk({ state }: { state: EditorState }) {
  const { t } = useTranslation('planner');
  const { number, id } = state.version;
  const obstacles = useQuery(obstaclesQuery(`${id}`));
  const proposals = useQuery({
    ...proposalsQuery(`${id}`),
    refetchInterval: ({ state: { data } }) => (data?.some(isWorkedOn) ? LOOK_EVERY : false),
  });
  const labels = { skeleton: { items: 1, label: t('proposal.loading') }, errorTitle: t('proposal.errorTitle') };
  const isBusy = proposals.data?.some(isWorkedOn) ?? false;
  return (
    <div className={styles.screen}>
      <p className={styles.muted}>{t('proposal.intro', { number })}</p>
      <section className={styles.part} aria-labelledby="proposal-ahead">
        <h2 id="proposal-ahead">{t('proposal.ahead')}</h2>
        <Loaded query={obstacles} {...labels}>
          {(found: readonly Obstacle[]) => <Obstacles found={found} />}
        </Loaded>
      </section>
      <section className={styles.part} aria-labelledby="proposal-latest">
        <h2 id="proposal-latest">{t('proposal.latest')}</h2>
        <Loaded query={proposals} {...labels}>
          {(list) =>
            list.length === 0 ? (
              <p>{t('proposal.none')}</p>
            ) : (
              <ul className={styles.list}>
                {list.map((one) => (
                  <li key={one.id}>
                    <ProposalCard proposal={one} />
                  </li>
                ))}
              </ul>
            )
          }
        </Loaded>
      </section>
      <ProposalForm state={state} isBusy={isBusy} />
    </div>
  );
}

function Obstacles({ found }: { found: readonly Obstacle[] }) {
  const { t } = useTranslation('planner');
  const toPlaceWords = usePlaceWords();
  const say = (one: Obstacle) => {
    const { kind, hours, times, lesson_count, lessons, place } = one;
    const more = lesson_count - lessons.length;
    const list = lessons.join('; ');
    const params = {
      names: one.names.join(', '),
      lessons:
        more > 0 && kind !== 'SERIES' && lessons.length > 7 ? t('proposal.andMore', { list, count: more }) : list,
    };
    if (kind === 'NO_TIME')
      return t(one.names.length > 0 ? 'proposal.obstacle.NO_TIME' : 'proposal.obstacle.tooLong', params);
    if (kind === 'PINNED') return t('proposal.obstacle.PINNED', { ...params, place: toPlaceWords(place) });
    return t(`proposal.obstacle.${kind}`, { ...params, hours, times });
  };
  if (found.length === 0) return <p>{t('proposal.aheadNone')}</p>;
  return (
    <>
      <p className={styles.muted}>{t('proposal.aheadAbout')}</p>
      <ul className={styles.sentences}>
        {[...new Set(found.map(say))].map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </>
  );
}
