import {
  chooseVersion,
  type PlannerOverview,
  type PlanVersion,
  suggestedYearName,
} from '@kreide/core/features/planner';
import type { SchoolYearState } from '@kreide/core/features/structure';
import { toLocal } from '@kreide/core/kernel';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Loaded } from '../../kernel/Loaded.tsx';
import { useSelf } from '../../kernel/session.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button } from '../../ui/Button.tsx';
import { Select } from '../../ui/Select.tsx';
import { EmptyState } from '../../ui/States.tsx';
import { YearDialog } from '../structure/index.ts';
import { BookletCard } from './BookletCard.tsx';
import { HistoryDialog } from './HistoryDialog.tsx';
import styles from './Planner.module.css';
import { PublishDialog } from './PublishDialog.tsx';
import { overviewQuery, yearsQuery } from './planner-queries.ts';
import { RemoveDialog } from './RemoveDialog.tsx';
import { RenameDialog } from './RenameDialog.tsx';
import { VersionCard } from './VersionCard.tsx';
import { VersionDialog } from './VersionDialog.tsx';

/** The versions of the plan, by school year: make one, look at its history, publish it (T-2.79, T-2.119). */
export function VersionsScreen() {
  const { t } = useTranslation('planner');
  const overview = useQuery(overviewQuery);
  const years = useQuery(yearsQuery);
  const both = { ...overview, data: overview.data && years.data && { overview: overview.data, years: years.data } };
  return (
    <Loaded query={both} skeleton={{ items: 2, label: t('loading') }} errorTitle={t('errorTitle')}>
      {(loaded) => <Versions {...loaded} />}
    </Loaded>
  );
}

type Open =
  | { readonly dialog: 'create' | 'year' }
  | { readonly dialog: 'publish' | 'history' | 'rename' | 'remove'; readonly version: PlanVersion };

function Versions({ overview, years }: { overview: PlannerOverview; years: readonly SchoolYearState[] }) {
  const { t } = useTranslation('planner');
  const { permissions, school } = useSelf();
  const { versions, plans } = overview;
  const today = toLocal(new Date(), school.time_zone).date;
  const [chosen, setChosen] = useState<number | null>(null);
  const [open, setOpen] = useState<Open | null>(null);
  const close = () => setOpen(null);
  const suggested = chooseVersion(versions, today)?.school_year.id;
  const named = years.find(({ name }) => name === suggestedYearName(today)) ?? years.find(({ is_active }) => is_active);
  const year = years.find(({ id }) => id === (chosen ?? suggested ?? named?.id)) ?? years.at(-1);
  const drafts = versions.filter(({ state }) => state === 'DRAFT');
  const ofYear = versions.filter(({ school_year }) => school_year.id === year?.id);
  const create = (
    <Button look="primary" icon="plus" onPress={() => setOpen({ dialog: 'create' })}>
      {t('create')}
    </Button>
  );
  return (
    <div className={styles.screen}>
      <p className={styles.muted}>{t('intro')}</p>
      <div className={styles.bar}>
        {year && (
          <Select
            label={t('year')}
            value={`${year.id}`}
            options={years.toReversed().map(({ id, name }) => ({ key: `${id}`, text: name }))}
            onChange={(id) => setChosen(Number(id))}
          />
        )}
        {permissions.includes('change-schoolyear') && (
          <Button look="quiet" icon="calendarAdd" onPress={() => setOpen({ dialog: 'year' })}>
            {t('addYear')}
          </Button>
        )}
        {year && versions.length > 0 && create}
      </div>
      {versions.length === 0 && (
        <EmptyState
          icon="timetable"
          title={t('emptyTitle')}
          text={t(year ? 'emptyText' : 'noYear')}
          action={year && create}
        />
      )}
      {versions.length > 0 && ofYear.length === 0 && <p>{t('noneOfYear')}</p>}
      {year && ofYear.length > 0 && (
        <ul className={styles.list} aria-label={t('list', { name: year.name })}>
          {ofYear.map((version) => (
            <li key={version.id}>
              <VersionCard
                version={version}
                onPublish={() => setOpen({ dialog: 'publish', version })}
                onHistory={() => setOpen({ dialog: 'history', version })}
                onRename={() => setOpen({ dialog: 'rename', version })}
                onRemove={() => setOpen({ dialog: 'remove', version })}
              />
            </li>
          ))}
        </ul>
      )}
      {permissions.includes('view-timetable-all') && (plans.length > 0 || drafts.length > 0) && (
        <BookletCard hasPlan={plans.length > 0} drafts={drafts} />
      )}
      {open?.dialog === 'year' && <YearDialog year={null} years={years} onClose={close} />}
      {open?.dialog === 'create' && year && (
        <VersionDialog
          year={year}
          overview={overview}
          onClose={close}
          onMade={({ school_year }) => setChosen(school_year.id)}
        />
      )}
      {open?.dialog === 'publish' && (
        <PublishDialog
          version={versions.find(({ id }) => id === open.version.id) ?? open.version}
          inForce={plans.find(({ school_year }) => school_year.id === open.version.school_year.id) ?? null}
          today={today}
          onClose={close}
        />
      )}
      {open?.dialog === 'rename' && <RenameDialog version={open.version} onClose={close} />}
      {open?.dialog === 'remove' && (
        <RemoveDialog version={versions.find(({ id }) => id === open.version.id) ?? open.version} onClose={close} />
      )}
      {open?.dialog === 'history' && <HistoryDialog version={open.version} onClose={close} />}
    </div>
  );
}
