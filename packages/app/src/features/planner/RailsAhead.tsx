import type { RailsAhead as Ahead, RailObstacle } from '@kreide/core/features/planner';
import { Loaded } from '../../kernel/Loaded.tsx';
import { useTranslation } from '../../kernel/use-translation.ts';
import styles from './Proposal.module.css';
import type { useRailsAhead } from './use-rails-ahead.ts';

interface RailsAheadProps {
  query: ReturnType<typeof useRailsAhead>;
  hasGrades: boolean;
}

/** Who takes what in some classes, and what cannot work whatever is tried: told before anything runs. */
export function RailsAhead({ query, hasGrades }: RailsAheadProps) {
  const { t } = useTranslation('planner');
  return (
    <section className={styles.part} aria-labelledby="rails-ahead">
      <h3 id="rails-ahead">{t('rails.ahead')}</h3>
      {!hasGrades ? (
        <p className={styles.muted}>{t('rails.aheadPick')}</p>
      ) : (
        <Loaded
          query={query}
          skeleton={{ items: 1, label: t('rails.loading') }}
          errorTitle={t('rails.errorTitle')}
          headingLevel={3}
        >
          {(ahead) => <Found ahead={ahead} />}
        </Loaded>
      )}
    </section>
  );
}

function Found({ ahead: { pupils, groups, obstacles } }: { ahead: Ahead }) {
  const { t } = useTranslation('planner');
  const say = ({ kind, names, people, courses, count, places }: RailObstacle) => {
    const more = people - names.length;
    const list = names.join('; ');
    const named = more > 0 ? t('proposal.andMore', { list, count: more }) : list;
    return t(`rails.obstacle.${kind}`, { names: named, courses: courses.join(', '), count, places });
  };
  return (
    <>
      <p>{t('rails.aheadCount', { pupils, groups: groups.length })}</p>
      {obstacles.length === 0 ? (
        <p>{t('rails.aheadNone')}</p>
      ) : (
        <ul className={styles.sentences}>
          {obstacles.map(say).map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      )}
      <details>
        <summary>{t('rails.groups')}</summary>
        <ul className={styles.sentences}>
          {groups.map(({ courses, pupils: count }) => (
            <li key={courses.join()}>{t('rails.group', { courses: courses.join(', '), count })}</li>
          ))}
        </ul>
      </details>
    </>
  );
}
