import { type ListedUser, USERS_MAXIMUM } from '@kreide/core/features/users';
import { useState } from 'react';
import { queries } from '../../kernel/query.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button } from '../../ui/Button.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import type { IconName } from '../../ui/Icon.tsx';
import { SelectionBar } from '../../ui/table/SelectionBar.tsx';
import { toasts } from '../../ui/toast-store.ts';
import { BULK_CHANGES, type BulkChange, concerned } from './bulk-changes.ts';
import { everybodyQuery } from './people-queries.ts';
import type { PeopleWish } from './people-wish.ts';
import { useBulkChanges } from './use-bulk-changes.ts';

const ICONS: Record<BulkChange, IconName> = { lock: 'lock', unlock: 'checkCircle', logout: 'logout' };
const DONE = { lock: 'selection.doneLock', unlock: 'selection.doneUnlock', logout: 'selection.doneLogout' } as const;

interface PeopleSelectionProps {
  wish: PeopleWish;
  people: readonly ListedUser[];
  /** How many people the list has on all its pages. */
  total: number | undefined;
  onChosen: (people: readonly ListedUser[]) => void;
}

/** How many are chosen and what can be done with them; what others notice is asked before. */
export function PeopleSelection({ wish, people, total = 0, onChosen }: PeopleSelectionProps) {
  const { t, language } = useTranslation(['users', 'shell']);
  const [asked, setAsked] = useState<Exclude<BulkChange, 'unlock'> | null>(null);
  const { progress, run } = useBulkChanges();
  const number = (value: number) => value.toLocaleString(language);
  if (people.length === 0) return null;
  const change = async (key: BulkChange) => {
    const { done, failed } = await run(key, concerned(key, people));
    setAsked(null);
    if (done.length > 0) toasts.show('success', t(DONE[key], { number: number(done.length) }), { topic: 'people' });
    if (failed.length > 0) toasts.show('error', t('selection.failed', { number: number(failed.length) }));
    onChosen(people.filter(({ id }) => failed.includes(id)));
  };
  const chooseAll = async () => onChosen(await queries.fetchQuery(everybodyQuery(wish)));
  const isWorking = progress !== null;
  return (
    <>
      <SelectionBar
        label={t('selection.label')}
        text={t('selection.chosen', { number: number(people.length) })}
        closeLabel={t('selection.clear')}
        onClose={() => onChosen([])}
      >
        {people.length < total && total <= USERS_MAXIMUM && (
          <Button look="quiet" onPress={() => void chooseAll()}>
            {t('selection.all', { number: number(total) })}
          </Button>
        )}
        {BULK_CHANGES.filter((key) => concerned(key, people).length > 0).map((key) => (
          <Button
            key={key}
            look="quiet"
            icon={ICONS[key]}
            isDisabled={isWorking}
            onPress={() => (key === 'unlock' ? void change(key) : setAsked(key))}
          >
            {t(`selection.${key}`)}
          </Button>
        ))}
      </SelectionBar>
      {asked && (
        <ConfirmDialog
          title={t(`selection.${asked}Title`)}
          texts={{
            confirm: isWorking
              ? t('selection.working', { done: number(progress), number: number(concerned(asked, people).length) })
              : t(`selection.${asked}`),
            cancel: t('actions.keep'),
            close: t('shell:close'),
          }}
          icon={ICONS[asked]}
          isPending={isWorking}
          onConfirm={() => void change(asked)}
          onClose={() => !isWorking && setAsked(null)}
        >
          {t(`selection.${asked}Question`, { number: number(concerned(asked, people).length) })}
        </ConfirmDialog>
      )}
    </>
  );
}
