import type { Comparison, MergeField } from '@kreide/core/features/doubles';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useParams } from 'react-router';
import { Loaded } from '../../kernel/Loaded.tsx';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { ChoiceList } from '../../ui/ChoiceList.tsx';
import { ApartButton } from './ApartButton.tsx';
import styles from './Doubles.module.css';
import { comparisonQuery } from './doubles-queries.ts';
import { MergeDialog } from './MergeDialog.tsx';
import { BothFacts, Differences, Moves } from './Sides.tsx';
import { useSaid } from './use-said.ts';

type Side = 0 | 1;
const SIDES: readonly Side[] = [0, 1];
const otherOf = (side: Side): Side => (side === 0 ? 1 : 0);

/** Two accounts side by side: which stays, what counts where they differ, and what moves. */
export function CompareScreen() {
  const { t } = useTranslation('doubles');
  const { one = '', other = '' } = useParams();
  const compared = useQuery(comparisonQuery(one, other));
  return (
    <div className={styles.screen}>
      <Loaded
        query={compared}
        skeleton={{ type: 'cards', label: t('compare.loading') }}
        errorTitle={t('compare.errorTitle')}
      >
        {(comparison) => <Both key={`${one} ${other}`} comparison={comparison} />}
      </Loaded>
    </div>
  );
}

/** The one who was there last stays, else the older account; never one that has to stay beside it. */
function likely({ people }: Comparison): Side {
  const possible = SIDES.filter((side) => people[otherOf(side)].stays === null);
  const [first = 0] = possible.toSorted((a, b) =>
    (people[b].last_used_at ?? '').localeCompare(people[a].last_used_at ?? ''),
  );
  return first;
}

function Both({ comparison }: { comparison: Comparison }) {
  const { t } = useTranslation('doubles');
  const { people, apart, set_apart, fields } = comparison;
  const { dayOf } = useSaid();
  const [staying, setStaying] = useState<Side>(likely(comparison));
  const [picked, setPicked] = useState<Readonly<Partial<Record<MergeField, Side>>>>({});
  // What was on screen when the question came: what has changed since is told, and nothing that was typed goes.
  const [asked, setAsked] = useState<string | null>(null);
  const going = otherOf(staying);
  const possible = SIDES.filter((side) => people[otherOf(side)].stays === null);
  // What the one who stays does not say, the other one does.
  const sideOf = (field: MergeField): Side => {
    const said = fields.find((each) => each.field === field);
    return picked[field] ?? (said?.values[staying] === null ? going : staying);
  };
  const takes = fields.map(({ field }) => field).filter((field) => sideOf(field) === going);
  const reason = SIDES.flatMap((side) => people[side].stays ?? [])[0];
  const isPossible = apart === null && possible.length > 0;
  return (
    <>
      {apart !== null && (
        <Banner kind="warning" icon="alert">
          {t(`apart.${apart}`)}
        </Banner>
      )}
      {set_apart && (
        <Banner kind="info" icon="group">
          {set_apart.by === null
            ? t('compare.setApart', { date: dayOf(set_apart.at) })
            : t('compare.setApartBy', { name: set_apart.by, date: dayOf(set_apart.at) })}
        </Banner>
      )}
      {apart === null && reason && (
        <Banner kind="info" icon="lock">
          {t(`stays.${reason}`)}
        </Banner>
      )}
      {isPossible && (
        <Card>
          <ChoiceList
            label={t('compare.which')}
            options={possible.map((side) => ({
              key: `${side}`,
              text: t('compare.keep', { name: people[side].displayname, username: people[side].username }),
            }))}
            value={`${staying}`}
            onChange={(key) => {
              setStaying(key === '0' ? 0 : 1);
              setPicked({});
            }}
          />
        </Card>
      )}
      <BothFacts comparison={comparison} staying={isPossible ? staying : null} />
      {isPossible && (
        <>
          <Differences
            comparison={comparison}
            sideOf={sideOf}
            onPick={(field, side) => setPicked({ ...picked, [field]: side })}
          />
          <Moves comparison={comparison} staying={staying} />
          <div className={styles.actions}>
            <ApartButton people={people} isApart={set_apart !== null} />
            <Button look="danger" icon="group" onPress={() => setAsked(comparison.revision)}>
              {t('confirm.title')}
            </Button>
          </div>
        </>
      )}
      {asked !== null && (
        <MergeDialog
          from={people[going]}
          into={people[staying]}
          takes={takes}
          revision={asked}
          onClose={() => setAsked(null)}
        />
      )}
    </>
  );
}
