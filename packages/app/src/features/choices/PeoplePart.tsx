import { type Choice, type Chooser, moveConflicts } from '@kreide/core/features/choices';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Loaded } from '../../kernel/Loaded.tsx';
import { toReason } from '../../kernel/reason.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Card } from '../../ui/Card.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { SearchField } from '../../ui/SearchField.tsx';
import { Select } from '../../ui/Select.tsx';
import { toasts } from '../../ui/toast-store.ts';
import styles from './Choices.module.css';
import { movePerson, peopleQuery } from './choices-queries.ts';

/** More of them are found by their names. */
const SHOWN = 60;

interface Move {
  person: Chooser;
  to: number | null;
}

/** Who is asked, with wishes and place; in a draft each is moved by a list, conflicts shown first (D-8.17). */
export function PeoplePart({ choice }: { choice: Choice }) {
  const { t } = useTranslation(['choices', 'errors', 'shell']);
  const people = useQuery(peopleQuery(choice.id));
  const [search, setSearch] = useState('');
  const [asked, setAsked] = useState<Move | null>(null);
  const move = useMutation(movePerson);

  function send({ person, to }: Move, is_over: boolean) {
    move.mutate(
      {
        params: { id: `${choice.id}`, user_id: `${person.user_id}` },
        body: { option_id: to, former_id: person.place?.option_id ?? null, is_over },
      },
      {
        onSuccess: () => setAsked(null),
        onError: (error) => {
          setAsked(null);
          toasts.show(
            'error',
            error.code === 'conflict' ? t('meanwhile') : t('failed', { reason: toReason(t, error) }),
          );
        },
      },
    );
  }

  function begin(person: Chooser, key: string) {
    const to = key === '' ? null : Number(key);
    if (to === (person.place?.option_id ?? null)) return;
    const wanted = { person, to };
    if (moveConflicts(choice.options, person, to).length === 0) send(wanted, false);
    else setAsked(wanted);
  }

  const matches = ({ firstname, lastname }: Chooser) =>
    `${firstname} ${lastname}`.toLowerCase().includes(search.trim().toLowerCase());
  return (
    <Card isRoomy>
      <section className={styles.screen} aria-label={t('desk.people')}>
        <h2>{t('desk.people')}</h2>
        <SearchField label={t('desk.search')} value={search} onChange={setSearch} />
        <Loaded query={people} skeleton={{ type: 'list', label: t('loading') }} errorTitle={t('errorTitle')}>
          {(all) => (
            <ul className={styles.list}>
              {all
                .filter(matches)
                .slice(0, SHOWN)
                .map((person) => (
                  <Person key={person.user_id} choice={choice} person={person} onMove={(key) => begin(person, key)} />
                ))}
            </ul>
          )}
        </Loaded>
        {asked && (
          <ConfirmDialog
            look="primary"
            title={t('move.title', {
              name: asked.person.firstname,
              title: titleOf(choice, asked.to) ?? t('desk.noPlace'),
            })}
            texts={{ confirm: t('move.confirm'), cancel: t('cancel'), close: t('shell:close') }}
            isPending={move.isPending}
            onConfirm={() => send(asked, true)}
            onClose={() => setAsked(null)}
          >
            <ul>
              {moveConflicts(choice.options, asked.person, asked.to).map(({ kind, ...params }) => (
                <li key={kind}>{t(`move.${kind}`, params)}</li>
              ))}
            </ul>
          </ConfirmDialog>
        )}
      </section>
    </Card>
  );
}

const titleOf = (choice: Choice, id: number | null) => choice.options.find((option) => option.id === id)?.title;

function Person({ choice, person, onMove }: { choice: Choice; person: Chooser; onMove: (key: string) => void }) {
  const { t } = useTranslation('choices');
  const { firstname, lastname, grade, wishes, place } = person;
  const name = `${firstname} ${lastname}`;
  const wished = wishes.map((id, rank) => `${rank + 1}. ${titleOf(choice, id)}`).join(', ');
  const rank =
    place &&
    place.option_id !== null &&
    (place.rank === null ? t('desk.unwished') : t('desk.rank', { rank: place.rank + 1 }));
  const lot = place && t('desk.lottery', { lottery: place.lottery });
  const placed = titleOf(choice, place?.option_id ?? null) ?? t('desk.noPlace');
  return (
    <li className={styles.person}>
      <span className={styles.words}>
        <b>{[name, grade?.shortcut].filter(Boolean).join(', ')}</b>
        <span className={styles.muted}>{[wished || t('desk.noWishes'), rank, lot].filter(Boolean).join(' · ')}</span>
      </span>
      {choice.can.move === 1 ? (
        <Select
          label={t('desk.placeOf', { name })}
          options={[
            { key: '', text: t('desk.noPlace') },
            ...choice.options.map(({ id, title }) => ({ key: `${id}`, text: title })),
          ]}
          value={`${place?.option_id ?? ''}`}
          onChange={onMove}
        />
      ) : (
        place && <span>{placed}</span>
      )}
    </li>
  );
}
