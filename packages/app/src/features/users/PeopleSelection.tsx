import {
  type AskedPeopleChange,
  CHANGED_PEOPLE_MAXIMUM,
  type ListedUser,
  USERS_MAXIMUM,
} from '@kreide/core/features/users';
import type { ApiError } from '@kreide/core/kernel';
import { useState } from 'react';
import { toReason } from '../../kernel/reason.ts';
import { useSelf } from '../../kernel/session.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button, LinkButton } from '../../ui/Button.tsx';
import type { IconName } from '../../ui/Icon.tsx';
import { SelectionBar } from '../../ui/table/SelectionBar.tsx';
import { toasts } from '../../ui/toast-store.ts';
import { BULK_CHANGES, type BulkChange, concerned } from './bulk-changes.ts';
import { type Asked, ManyDialog } from './ManyDialog.tsx';
import { type PeopleWish, toQuery } from './people-wish.ts';
import { useManyChanges } from './use-many-changes.ts';

const ICONS: Record<BulkChange, IconName> = {
  lock: 'lock',
  unlock: 'checkCircle',
  logout: 'logout',
  grade: 'group',
  role: 'user',
  remove: 'folder',
};
const WORDS = {
  lock: 'selection.lock',
  unlock: 'selection.unlock',
  logout: 'selection.logout',
  grade: 'changes.ask.grade',
  role: 'changes.ask.role',
  remove: 'selection.remove',
} as const satisfies Record<BulkChange, string>;

/** Who is chosen: some people, or all of the list, also those who were not loaded. */
export type Chosen = readonly ListedUser[] | 'all';

interface PeopleSelectionProps {
  wish: PeopleWish;
  chosen: Chosen;
  /** How many people the list has on all its pages. */
  total: number | undefined;
  onChosen: (chosen: Chosen) => void;
}

/** How many are chosen and what can be done with them; what others notice is asked before. */
export function PeopleSelection({ wish, chosen, total = 0, onChosen }: PeopleSelectionProps) {
  const { t, language } = useTranslation(['users', 'shell', 'errors']);
  const { school } = useSelf();
  const [asked, setAsked] = useState<Asked | null>(null);
  const { working, run } = useManyChanges();
  const number = (value: number) => value.toLocaleString(language);
  if (chosen.length === 0) return null;
  const { order: _, ...filters } = wish;
  const people = (
    chosen === 'all' ? { filters: toQuery(filters) } : { ids: chosen.map(({ id }) => id) }
  ) as AskedPeopleChange['people'];
  // The page of the letters reads from its address for whom they are.
  const letters = new URLSearchParams(
    chosen === 'all' ? { ...toQuery(filters), list: '1' } : { ids: chosen.map(({ id }) => id).join(',') },
  );
  const start = async (draft: AskedPeopleChange) => {
    try {
      const { done, skipped, state } = await run(draft);
      const counts = { done: number(done), skipped: number(skipped) };
      const topic = { topic: 'people' };
      if (state === 'failed') toasts.show('error', t('changes.state.failed', counts), topic);
      else toasts.show('success', t('changes.state.done', counts), topic);
      onChosen([]);
    } catch (error) {
      toasts.show('error', t('changes.failed', { reason: toReason(t, error as ApiError) }));
    }
    setAsked(null);
  };
  const counts = working && {
    done: number(working.done),
    skipped: number(working.skipped),
    number: number(working.total - working.skipped),
  };
  const possible = BULK_CHANGES.filter((key) => chosen === 'all' || concerned(key, chosen).length > 0);
  const isPair = chosen !== 'all' && chosen.length === 2;
  const isTooMany = chosen !== 'all' && chosen.length > USERS_MAXIMUM;
  return (
    <>
      <SelectionBar
        label={t('selection.label')}
        text={t('selection.chosen', { number: number(chosen === 'all' ? total : chosen.length) })}
        closeLabel={t('selection.clear')}
        onClose={() => onChosen([])}
      >
        {chosen !== 'all' && chosen.length < total && total <= CHANGED_PEOPLE_MAXIMUM && (
          <Button look="quiet" onPress={() => onChosen('all')}>
            {t('selection.all', { number: number(total) })}
          </Button>
        )}
        {isPair && (
          <LinkButton
            look="quiet"
            icon="group"
            href={`/management/${school.uuid}/doubles/${chosen.map(({ id }) => id).join('/')}`}
          >
            {t('selection.merge')}
          </LinkButton>
        )}
        {!isTooMany && (
          <LinkButton look="quiet" icon="print" href={`/management/${school.uuid}/activation-letters?${letters}`}>
            {t('selection.letters')}
          </LinkButton>
        )}
        {!isTooMany &&
          possible.map((key) => (
            <Button
              key={key}
              look="quiet"
              icon={ICONS[key]}
              isDisabled={working !== null}
              onPress={() => (key === 'unlock' ? void start({ kind: 'unlock', people }) : setAsked(key))}
            >
              {t(WORDS[key])}
            </Button>
          ))}
      </SelectionBar>
      {asked && (
        <ManyDialog
          asked={asked}
          icon={ICONS[asked]}
          people={people}
          progress={counts && t('selection.working', counts)}
          onStart={(draft) => void start(draft)}
          onClose={() => setAsked(null)}
        />
      )}
    </>
  );
}
