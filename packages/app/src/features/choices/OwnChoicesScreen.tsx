import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { Loaded } from '../../kernel/Loaded.tsx';
import { useSelf } from '../../kernel/session.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { SegmentedControl } from '../../ui/SegmentedControl.tsx';
import { EmptyState } from '../../ui/States.tsx';
import styles from './Choices.module.css';
import { ownChoicesQuery } from './choices-queries.ts';
import { OwnChoiceCard } from './OwnChoiceCard.tsx';

/** `/choices`: what a pupil is asked, for the pupil and the parents, and what became of it (D-8.15). */
export function OwnChoicesScreen() {
  const { t } = useTranslation('choices');
  const { id, type, childs } = useSelf();
  const [query, setQuery] = useSearchParams();
  const people = type === 'PARENT' ? childs.map((child) => ({ key: `${child.id}`, label: child.firstname })) : [];
  const asked = people.find(({ key }) => key === query.get('user')) ?? people[0];
  const user = Number(asked?.key ?? id);
  const choices = useQuery(ownChoicesQuery(user));
  return (
    <div className={styles.screen}>
      {people.length > 1 && (
        <SegmentedControl
          label={t('own.forWhom')}
          segments={people}
          value={`${user}`}
          onChange={(key) => setQuery({ user: key }, { replace: true })}
        />
      )}
      <Loaded
        key={user}
        query={choices}
        skeleton={{ type: 'list', label: t('loading') }}
        errorTitle={t('errorTitle')}
        empty={<EmptyState icon="checkCircle" title={t('own.emptyTitle')} text={t('own.emptyText')} />}
      >
        {(all) => all.map((choice) => <OwnChoiceCard key={choice.id} user={user} choice={choice} />)}
      </Loaded>
    </div>
  );
}
