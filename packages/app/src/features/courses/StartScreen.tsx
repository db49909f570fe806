import { chosenIds } from '@kreide/core/features/courses';
import type { ApiError } from '@kreide/core/kernel';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { Loaded } from '../../kernel/Loaded.tsx';
import { queries } from '../../kernel/query.ts';
import { toReason } from '../../kernel/reason.ts';
import { useSelf } from '../../kernel/session.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { SegmentedControl } from '../../ui/SegmentedControl.tsx';
import { EmptyState } from '../../ui/States.tsx';
import { toasts } from '../../ui/toast-store.ts';
import styles from './Courses.module.css';
import { availableQuery, needQuery, resetSelection, selectionQuery } from './courses-queries.ts';
import { useDraft } from './draft.ts';

/** `/course-selection/start`: whose courses, and whether there is something to choose (T-2.35). */
export function StartScreen() {
  const { t } = useTranslation('courses');
  const { id, type, childs } = useSelf();
  const [query, setQuery] = useSearchParams();
  const people = type === 'PARENT' ? childs.map((child) => ({ key: `${child.id}`, label: child.firstname })) : [];
  const asked = query.get('user');
  const chosen = /^[1-9]\d{0,14}$/.test(asked ?? '') ? Number(asked) : Number(people[0]?.key ?? id);
  return (
    <div className={styles.screen}>
      {people.length > 1 && (
        <SegmentedControl
          label={t('forWhom')}
          segments={people}
          value={`${chosen}`}
          onChange={(user) => setQuery({ user }, { replace: true })}
        />
      )}
      <Start key={chosen} user={chosen} />
    </div>
  );
}

function Start({ user }: { user: number }) {
  const { t } = useTranslation(['courses', 'errors', 'shell']);
  const navigate = useNavigate();
  const selection = useQuery(selectionQuery(user));
  const need = useQuery(needQuery(user));
  const [isAsking, setIsAsking] = useState(false);
  const reset = useMutation(resetSelection);
  const begin = useDraft((store) => store.begin);
  const fail = (error: ApiError) => toasts.show('error', t('failed', { reason: toReason(t, error) }));

  async function start() {
    try {
      const available = await queries.fetchQuery({ ...availableQuery(user), staleTime: 0 });
      begin(user, chosenIds(available));
      if (Object.keys(available).length === 0) toasts.show('info', t('emptyTitle'));
      else navigate('/course-selection/step/1');
    } catch (thrown) {
      fail(thrown as ApiError);
    }
  }

  function takeBack() {
    const onSuccess = () => {
      setIsAsking(false);
      toasts.show('success', t('reset.done'));
    };
    reset.mutate({ params: { id: `${user}` } }, { onSuccess, onError: fail });
  }

  return (
    <Loaded query={selection} skeleton={{ type: 'list', label: t('loading') }} errorTitle={t('errorTitle')}>
      {({ can, firstname, enrolments, user_id }) =>
        can.choose === 0 ? (
          <EmptyState icon="lock" title={t('refusedTitle')} text={t('refusedText')} />
        ) : (
          <Loaded query={need} skeleton={{ type: 'list', label: t('loading') }} errorTitle={t('errorTitle')}>
            {(isNeeded) => (
              <Card isRoomy>
                <div className={styles.screen}>
                  <h2>
                    {isNeeded || enrolments.length === 0 ? (
                      <StartTitle user={user_id} name={firstname} />
                    ) : (
                      t('decidedTitle')
                    )}
                  </h2>
                  <p>{isNeeded ? t('startText') : enrolments.length === 0 ? t('emptyText') : t('decidedText')}</p>
                  <div className={styles.buttons}>
                    {enrolments.some((one) => !one.is_fixed) && (
                      <Button icon="refresh" onPress={() => setIsAsking(true)}>
                        {t('reset.open')}
                      </Button>
                    )}
                    {(isNeeded || enrolments.length > 0) && (
                      <Button look="primary" onPress={() => void start()}>
                        {t(isNeeded ? 'begin' : 'change')}
                      </Button>
                    )}
                  </div>
                </div>
                {isAsking && (
                  <ConfirmDialog
                    title={t('reset.open')}
                    texts={{ confirm: t('reset.open'), cancel: t('cancel'), close: t('shell:close') }}
                    isPending={reset.isPending}
                    onConfirm={takeBack}
                    onClose={() => setIsAsking(false)}
                  >
                    <p>{t('reset.text')}</p>
                  </ConfirmDialog>
                )}
              </Card>
            )}
          </Loaded>
        )
      }
    </Loaded>
  );
}

function StartTitle({ user, name }: { user: number; name: string }) {
  const { t } = useTranslation('courses');
  return useSelf().id === user ? t('startTitle') : t('startTitleOf', { name });
}
