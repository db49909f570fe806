import { type PeopleChange, SKIPPED_NAMED } from '@kreide/core/features/users';
import { type ApiError, isAllowed, writeMoment } from '@kreide/core/kernel';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Loaded } from '../../kernel/Loaded.tsx';
import { toReason } from '../../kernel/reason.ts';
import { useSelf } from '../../kernel/session.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { EmptyState } from '../../ui/States.tsx';
import { toasts } from '../../ui/toast-store.ts';
import { isWorkedOn, wordOf } from './bulk-changes.ts';
import styles from './PeopleScreen.module.css';
import { changesQuery, oneChangeQuery, useManyChanges } from './use-many-changes.ts';

/** How often the list is read anew while the server works on one of them, ms. */
const LOOK_EVERY = 1500;

/** What was done with many people within 30 days, to be taken back. */
export function ChangesDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['users', 'shell']);
  const changes = useQuery({
    ...changesQuery,
    refetchInterval: ({ state: { data } }) => (data?.some(isWorkedOn) ? LOOK_EVERY : false),
  });
  return (
    <Dialog
      isOpen
      title={t('changes.title')}
      onClose={onClose}
      closeLabel={t('shell:close')}
      actions={<Button onPress={onClose}>{t('shell:close')}</Button>}
    >
      <div className={styles.many}>
        <p>{t('changes.about')}</p>
        <Loaded
          query={changes}
          skeleton={{ type: 'list', items: 2, label: t('changes.loading') }}
          errorTitle={t('changes.errorTitle')}
          empty={<EmptyState icon="list" title={t('changes.none')} />}
        >
          {(all) => (
            <ul className={styles.changes} aria-label={t('changes.title')}>
              {all.map((change) => (
                <OneChange key={change.id} change={change} />
              ))}
            </ul>
          )}
        </Loaded>
      </div>
    </Dialog>
  );
}

/** Is there anybody whom it did not change, or not change back? */
const hasLeftOut = ({ state, done, skipped, total }: PeopleChange) =>
  skipped > 0 || (state === 'undone' && done + skipped < total);

/** Who that is, and why. */
function LeftOut({ id }: { id: string }) {
  const { t } = useTranslation('users');
  const [isOpen, setOpen] = useState(false);
  const change = useQuery({ ...oneChangeQuery(id), enabled: isOpen });
  return (
    <div className={styles.who}>
      <Button look="quiet" aria-expanded={isOpen} onPress={() => setOpen(!isOpen)}>
        {t('changes.who')}
      </Button>
      {isOpen && (
        <Loaded
          query={change}
          skeleton={{ type: 'list', items: 2, label: t('changes.loading') }}
          errorTitle={t('changes.errorTitle')}
        >
          {({ people }) => (
            <ul className={styles.left}>
              {people.map((person) => (
                <li key={person.id}>
                  {person.displayname}: {t(`changes.why.${person.reason}`)}
                </li>
              ))}
              {people.length >= SKIPPED_NAMED && <li>…</li>}
            </ul>
          )}
        </Loaded>
      )}
    </div>
  );
}

function OneChange({ change }: { change: PeopleChange }) {
  const { t, language } = useTranslation(['users', 'errors']);
  const { time_zone } = useSelf().school;
  const { working, undo } = useManyChanges();
  const number = (value: number) => value.toLocaleString(language);
  const { done, skipped, total } = working ?? change;
  const counts = { done: number(done), skipped: number(skipped), number: number(total - skipped) };
  const takeBack = () =>
    undo(change.id).catch((error: ApiError) =>
      toasts.show('error', t('changes.failed', { reason: toReason(t, error) })),
    );
  return (
    <li>
      <div>
        <strong>{t(wordOf(change), { target: change.target ?? t('changes.gone') })}</strong>
        <p>{t(`changes.state.${(working ?? change).state}`, counts)}</p>
        <p className={styles.about}>
          {t('changes.by', {
            name: change.created_by ?? '–',
            at: writeMoment(language, new Date(change.created_at), time_zone, 'medium'),
          })}
        </p>
      </div>
      {hasLeftOut(change) && <LeftOut id={`${change.id}`} />}
      {isAllowed(change.can, 'undo') && (
        <Button isPending={working !== null} onPress={() => void takeBack()}>
          {t('changes.undo')}
        </Button>
      )}
    </li>
  );
}
