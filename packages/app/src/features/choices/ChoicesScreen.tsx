import type { Choice } from '@kreide/core/features/choices';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Loaded } from '../../kernel/Loaded.tsx';
import { toReason } from '../../kernel/reason.ts';
import { useSelf } from '../../kernel/session.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button, IconButton } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { Link } from '../../ui/Link.tsx';
import { EmptyState } from '../../ui/States.tsx';
import { Tag } from '../../ui/Tag.tsx';
import { toasts } from '../../ui/toast-store.ts';
import { ChoiceDialog } from './ChoiceDialog.tsx';
import styles from './Choices.module.css';
import { choicesQuery, removeChoice } from './choices-queries.ts';
import { useMoments } from './use-moments.ts';

/** `/management/:schoolUuid/choices`: what is or was to be chosen, and how many have (D-8.15). */
export function ChoicesScreen() {
  const { t } = useTranslation(['choices', 'errors', 'shell']);
  const { school, permissions } = useSelf();
  const isAllowed = permissions.includes('view-timetable-planner');
  const choices = useQuery({ ...choicesQuery(), enabled: isAllowed });
  const [opened, setOpened] = useState<Choice | 'new' | null>(null);
  const [removed, setRemoved] = useState<Choice | null>(null);
  const remove = useMutation(removeChoice);
  const { spanOf } = useMoments();
  if (!isAllowed) return <EmptyState icon="lock" title={t('refusedTitle')} text={t('refusedText')} />;

  function takeAway({ id, title }: Choice) {
    remove.mutate(
      { params: { id: `${id}` } },
      {
        onSuccess: () => {
          setRemoved(null);
          toasts.show('success', t('removed', { title }));
        },
        onError: (error) => toasts.show('error', t('failed', { reason: toReason(t, error) })),
      },
    );
  }

  const add = (
    <Button look="primary" icon="plus" onPress={() => setOpened('new')}>
      {t('add')}
    </Button>
  );
  return (
    <div className={styles.screen}>
      <Loaded
        query={choices}
        skeleton={{ type: 'list', label: t('loading') }}
        errorTitle={t('errorTitle')}
        empty={<EmptyState icon="checkCircle" title={t('emptyTitle')} text={t('emptyText')} action={add} />}
      >
        {(all) => (
          <Card>
            <ul className={styles.list} aria-label={t('title')}>
              {all.map((choice) => (
                <li key={choice.id} className={styles.row}>
                  <span className={styles.words}>
                    <Link to={`/management/${school.uuid}/choices/${choice.id}`}>{choice.title}</Link>
                    <span className={styles.muted}>
                      {spanOf(choice)} · {t('chosen', { chosen: choice.chosen_count, people: choice.people_count })}
                    </span>
                  </span>
                  <span>
                    <Tag look={choice.state === 'open' ? 'accent' : 'plain'}>{t(`states.${choice.state}`)}</Tag>
                    {choice.can.update === 1 && (
                      <IconButton
                        icon="edit"
                        label={t('edit', { title: choice.title })}
                        onPress={() => setOpened(choice)}
                      />
                    )}
                    {choice.can.delete === 1 && (
                      <IconButton
                        icon="trash"
                        label={t('remove', { title: choice.title })}
                        onPress={() => setRemoved(choice)}
                      />
                    )}
                  </span>
                </li>
              ))}
            </ul>
          </Card>
        )}
      </Loaded>
      {choices.data && choices.data.length > 0 && <div>{add}</div>}
      {opened !== null && <ChoiceDialog known={opened === 'new' ? null : opened} onClose={() => setOpened(null)} />}
      {removed && (
        <ConfirmDialog
          title={t('remove', { title: removed.title })}
          texts={{ confirm: t('remove', { title: removed.title }), cancel: t('cancel'), close: t('shell:close') }}
          isPending={remove.isPending}
          onConfirm={() => takeAway(removed)}
          onClose={() => setRemoved(null)}
        >
          <p>{t('removeText')}</p>
        </ConfirmDialog>
      )}
    </div>
  );
}
