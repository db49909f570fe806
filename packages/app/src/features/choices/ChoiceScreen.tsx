import { type Choice, toReminder } from '@kreide/core/features/choices';
import type { ApiError } from '@kreide/core/kernel';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useParams } from 'react-router';
import { Loaded } from '../../kernel/Loaded.tsx';
import { toReason } from '../../kernel/reason.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { EmptyState } from '../../ui/States.tsx';
import { Tag } from '../../ui/Tag.tsx';
import { toasts } from '../../ui/toast-store.ts';
import styles from './Choices.module.css';
import { allocatePlaces, choicesQuery, closingsQuery, publishChoice } from './choices-queries.ts';
import { PeoplePart } from './PeoplePart.tsx';
import { useMoments } from './use-moments.ts';

/** `/management/:schoolUuid/choices/:id`: who has chosen, the draft of places, and its publication (D-8.16, D-8.17). */
export function ChoiceScreen() {
  const { t } = useTranslation('choices');
  const { id = '' } = useParams();
  const choices = useQuery(choicesQuery());
  return (
    <Loaded query={choices} skeleton={{ type: 'list', label: t('loading') }} errorTitle={t('errorTitle')}>
      {(all) => {
        const choice = all.find((one) => `${one.id}` === id);
        if (!choice) return <EmptyState icon="checkCircle" title={t('emptyTitle')} text={t('emptyText')} />;
        return <Chosen choice={choice} />;
      }}
    </Loaded>
  );
}

function Chosen({ choice }: { choice: Choice }) {
  const { t } = useTranslation(['choices', 'errors', 'shell']);
  const { spanOf, write } = useMoments();
  const [asked, setAsked] = useState<'again' | 'publish' | null>(null);
  const allocate = useMutation(allocatePlaces);
  const publish = useMutation(publishChoice);
  const params = { id: `${choice.id}` };
  const closed = choice.options.filter(({ is_closed }) => is_closed).map(({ id }) => id);
  const onError = (error: ApiError) => {
    setAsked(null);
    toasts.show('error', t('failed', { reason: toReason(t, error) }));
  };
  const give = (closed_ids: number[]) =>
    allocate.mutate({ params, body: { closed_ids } }, { onSuccess: () => setAsked(null), onError });
  const isDrafted = choice.state === 'drafted';
  const placed = choice.options.reduce((sum, { places }) => sum + places, 0);
  const texts = { cancel: t('cancel'), close: t('shell:close') };
  return (
    <div className={styles.screen}>
      <Card isRoomy>
        <div className={styles.screen}>
          <div className={styles.row}>
            <h2>{choice.title}</h2>
            <Tag look={choice.state === 'open' ? 'accent' : 'plain'}>{t(`states.${choice.state}`)}</Tag>
          </div>
          <p>
            {spanOf(choice)} · {choice.grades.map(({ shortcut }) => shortcut).join(', ')}
          </p>
          <p>{t('chosen', { chosen: choice.chosen_count, people: choice.people_count })}</p>
          {choice.state === 'open' && (
            <p className={styles.muted}>
              {choice.reminded_at
                ? t('reminded', { when: write(choice.reminded_at) })
                : t('reminds', { when: write(toReminder(choice).toISOString()) })}
            </p>
          )}
          <ul className={styles.list} aria-label={t('form.options')}>
            {choice.options.map(({ id, title, places, capacity, first_wishes, is_closed }) => (
              <li key={id} className={styles.words}>
                <b>{title}</b>
                <span className={styles.muted}>
                  {is_closed ? t('desk.closed') : t('desk.option', { places, capacity, first: first_wishes })}
                </span>
              </li>
            ))}
          </ul>
          {choice.state !== 'planned' && <p className={styles.muted}>{t('desk.how', { seed: choice.seed })}</p>}
          <div className={styles.buttons}>
            {choice.can.allocate === 1 && (
              <Button
                look={isDrafted ? 'secondary' : 'primary'}
                isPending={allocate.isPending}
                onPress={() => (isDrafted ? setAsked('again') : give([]))}
              >
                {t(isDrafted ? 'desk.again' : 'desk.allocate')}
              </Button>
            )}
            {choice.can.publish === 1 && (
              <Button look="primary" onPress={() => setAsked('publish')}>
                {t('publish.open')}
              </Button>
            )}
          </div>
        </div>
      </Card>
      {isDrafted && (
        <Closings choice={choice} isPending={allocate.isPending} onClose={(option) => give([...closed, option])} />
      )}
      <PeoplePart choice={choice} />
      {asked === 'again' && (
        <ConfirmDialog
          look="primary"
          title={t('desk.again')}
          texts={{ ...texts, confirm: t('desk.again') }}
          isPending={allocate.isPending}
          onConfirm={() => give(closed)}
          onClose={() => setAsked(null)}
        >
          <p>{t('desk.againText')}</p>
        </ConfirmDialog>
      )}
      {asked === 'publish' && (
        <ConfirmDialog
          look="primary"
          title={t('publish.open')}
          texts={{ ...texts, confirm: t('publish.open') }}
          isPending={publish.isPending}
          onConfirm={() =>
            publish.mutate(
              { params },
              {
                onSuccess: () => {
                  setAsked(null);
                  toasts.show('success', t('publish.done'));
                },
                onError,
              },
            )
          }
          onClose={() => setAsked(null)}
        >
          <p>{t('publish.text', { left: Math.max(0, choice.people_count - placed) })}</p>
        </ConfirmDialog>
      )}
    </div>
  );
}

interface ClosingsProps {
  choice: Choice;
  isPending: boolean;
  onClose: (option: number) => void;
}

/** Options below their minimum, each with what closing it would mean. */
function Closings({ choice, isPending, onClose }: ClosingsProps) {
  const { t } = useTranslation('choices');
  const closings = useQuery(closingsQuery(choice.id)).data ?? [];
  if (closings.length === 0) return null;
  return (
    <Card isRoomy>
      <section className={styles.screen} aria-label={t('closings.title')}>
        <h2>{t('closings.title')}</h2>
        {closings.map(({ option_id, count, minimum, worse, left_out }) => {
          const title = choice.options.find(({ id }) => id === option_id)?.title ?? '';
          return (
            <div key={option_id} className={styles.row}>
              <p>{t('closings.text', { title, now: count, minimum, worse, left: left_out })}</p>
              <Button isDisabled={isPending} onPress={() => onClose(option_id)}>
                {t('closings.close', { title })}
              </Button>
            </div>
          );
        })}
      </section>
    </Card>
  );
}
